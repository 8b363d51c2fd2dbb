/** `burnish studio serve`: a PostgreSQL of one's own on this computer, to try a studio with, until Ctrl-C. */
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { type Message, SaidError, say } from '../../preload/contract/sentence.ts';
import { holdFile } from '../store/index.ts';
import {
  downloadedPrograms,
  downloadPrograms,
  installedPrograms,
  type PostgresPrograms,
  packageForHere,
  postgresVersion,
} from '../studio/postgres-programs.ts';
import { createCluster, newPassword, PostgresFailure, startServer, studioRole } from '../studio/serve.ts';
import { terminalLine } from './printable.ts';
import type { ExitCode } from './session.ts';

/** Where it listens when nothing else is said; PostgreSQL's usual port may be another one's. */
export const defaultPort = 5488;

/** What is in the folder of `burnish studio serve`. */
const placesIn = (folder: string) => ({
  data: join(folder, 'database'),
  half: join(folder, 'database.half'),
  password: join(folder, 'password'),
  programs: join(folder, 'postgresql'),
  lock: join(folder, 'lock'),
});

/**
 * Serves the database of `folder`, which is made where there is none, until Ctrl-C or SIGTERM.
 * @param options.folder absolute
 * @throws SaidError with one sentence on why it cannot
 */
export async function serve({ folder, port = defaultPort }: { folder: string; port?: number }): Promise<ExitCode> {
  if (process.getuid?.() === 0) throw new SaidError(say('studio.serve.root'));
  const places = placesIn(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const held = holdFile(places.lock);
  if (held === null) throw new SaidError(say('studio.serve.elsewhere', { folder }));
  const { interrupted, giveBack } = heedInterrupts();
  try {
    const programs = await programsFor(places.programs, interrupted);
    await makeOrKnow(programs, folder);
    return interrupted.aborted ? 0 : await serveUntil(interrupted, programs, folder, port);
  } catch (fault) {
    // A Ctrl-C reaches PostgreSQL's programs too, which then say that they did not finish.
    if (interrupted.aborted) return 0;
    throw fault instanceof PostgresFailure ? new SaidError(sentenceOf(fault, folder, port), { cause: fault }) : fault;
  } finally {
    giveBack();
    held.release();
  }
}

async function serveUntil(
  interrupted: AbortSignal,
  programs: PostgresPrograms,
  folder: string,
  port: number,
): Promise<ExitCode> {
  const { data, password: file } = placesIn(folder);
  const server = await startServer(programs, { data, port });
  const address = `postgres://${studioRole}@127.0.0.1:${port}/${studioRole}`;
  const command = `burnish studio init ${address} --password-file ${inShell(file)}`;
  print(say('studio.serve.running', { address, file }));
  print(say('studio.serve.next', { command }));
  print(say('studio.serve.stop'));
  const { promise: asked, resolve: ask } = Promise.withResolvers<null>();
  if (interrupted.aborted) ask(null);
  interrupted.addEventListener('abort', () => ask(null));
  const lastWords = await Promise.race([server.ended, asked]);
  if (lastWords !== null && !interrupted.aborted)
    throw new SaidError(say('studio.serve.ended', { reason: reasonIn(lastWords) }));
  await server.stop();
  print(say('studio.serve.stopped', { folder }));
  return 0;
}

async function programsFor(folder: string, interrupted: AbortSignal): Promise<PostgresPrograms> {
  const found = (await installedPrograms()) ?? (await downloadedPrograms(folder));
  if (found !== null) return found;
  const wanted = packageForHere();
  print(say('studio.serve.fetching', { host: new URL(wanted.address).host, size: { decimalBytes: wanted.bytes } }));
  return await downloadPrograms(folder, wanted, interrupted);
}

/** Whole or not at all: what a kill leaves half made is made anew. @throws {SaidError | PostgresFailure} */
async function makeOrKnow(programs: PostgresPrograms, folder: string): Promise<void> {
  const { data, half, password: file } = placesIn(folder);
  const found = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => null);
  if (found !== null) {
    const { major } = postgresVersion;
    if (found.trim() !== major)
      throw new SaidError(say('studio.serve.otherVersion', { folder, found: found.trim(), major }));
    await access(file).catch(() => Promise.reject(new SaidError(say('studio.serve.noPassword', { file }))));
    return;
  }
  print(say('studio.serve.making', { folder }));
  await rm(half, { recursive: true, force: true });
  await rm(file, { force: true });
  const password = newPassword();
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  await createCluster(programs, half, password, {});
  await rename(half, data);
}

/** The first Ctrl-C, SIGTERM or closed terminal aborts; a second one ends the process, and the server with it. */
function heedInterrupts(): { readonly interrupted: AbortSignal; giveBack(): void } {
  const control = new AbortController();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const stop = (signal: NodeJS.Signals) => {
    if (control.signal.aborted) process.exit(128 + constants.signals[signal]);
    control.abort();
  };
  for (const signal of signals) process.on(signal, stop);
  return {
    interrupted: control.signal,
    giveBack: () => {
      for (const signal of signals) process.off(signal, stop);
    },
  };
}

function sentenceOf({ message }: PostgresFailure, folder: string, port: number): Message {
  if (/could not bind/.test(message)) return say('studio.serve.portTaken', { port: String(port) });
  if (/lock file "postmaster\.pid" already exists/.test(message)) return say('studio.serve.elsewhere', { folder });
  return say('studio.serve.failed', { reason: reasonIn(message) });
}

/** The last line with an error in it, or the last one. */
function reasonIn(words: string): string {
  const lines = words.split('\n').filter((line) => line.trim() !== '');
  return (lines.findLast((line) => /\b(?:FATAL|PANIC|error)\b/i.test(line)) ?? lines.at(-1) ?? '').trim();
}

/** A path as one word of a shell. */
function inShell(path: string): string {
  return /^[\w./:\\-]+$/.test(path) ? path : `"${path}"`;
}

function print(message: Message): void {
  console.log(terminalLine(message));
}
