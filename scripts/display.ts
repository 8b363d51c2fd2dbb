/**
 * `node scripts/display.ts [--displays=<count>] <program> <arguments…>`: runs a program on virtual displays (Xvfb).
 * DISPLAY is the first one, BURNISH_DISPLAYS lists all.
 *
 * Unlike xvfb-run, it keeps the displays until the program has ended after Ctrl-C, SIGTERM or SIGHUP.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './launch.ts';

type Display = { name: string; close(): Promise<void> };

/** Starts Xvfb on a free display number; clients need the cookie in the file `authority`. */
async function openDisplay(authority: string): Promise<Display> {
  const args = ['-displayfd', '3', '-auth', authority, '-nolisten', 'tcp', '-screen', '0', '1600x1000x24'];
  // In its own process group, because the program needs its display to end after Ctrl-C in the terminal.
  const server = spawn('Xvfb', args, { detached: true, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  const gone = new Promise<void>((resolve) => server.once('close', () => resolve()));
  const close = async () => {
    server.kill();
    await gone;
  };
  try {
    return { name: `:${await displayNumber(server)}`, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Resolves with the display number when the server has printed it. */
function displayNumber(server: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let complaint = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-1000);
    });
    server.stdio[3]?.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())));
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`Xvfb could not open a display. ${complaint.trim()}`)));
  });
}

/** Returns an Xauthority file with a cookie for any address and display: family, then counted strings. */
function cookieFor(cookie: Buffer): Buffer {
  const anyAddress = 0xffff;
  const counted = (bytes: Buffer) => Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
  const family = Buffer.from([anyAddress >> 8, anyAddress & 0xff]);
  const none = Buffer.alloc(0);
  return Buffer.concat([
    family,
    counted(none),
    counted(none),
    counted(Buffer.from('MIT-MAGIC-COOKIE-1')),
    counted(cookie),
  ]);
}

const words = process.argv.slice(2);
const count = Number(/^--displays=(\d+)$/.exec(words[0] ?? '')?.[1] ?? 1);
const [command, ...args] = words[0]?.startsWith('--displays=') ? words.slice(1) : words;
if (command === undefined || !(count >= 1))
  throw new Error('Usage: node scripts/display.ts [--displays=<count>] <program> <arguments…>');
const folder = await mkdtemp(join(tmpdir(), 'burnish-display-'));
const displays: Display[] = [];
try {
  const authority = join(folder, 'authority');
  await writeFile(authority, cookieFor(randomBytes(16)), { mode: 0o600 });
  while (displays.length < count) displays.push(await openDisplay(authority));
  const names = displays.map(({ name }) => name);
  const env = { ...process.env, DISPLAY: names[0], BURNISH_DISPLAYS: names.join(), XAUTHORITY: authority };
  process.exitCode = await run({ command, args, env });
} finally {
  for (const { close } of displays) await close();
  await rm(folder, { recursive: true, force: true });
}
