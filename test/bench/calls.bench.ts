/**
 * `npm run bench -- calls`: SQL statements and calls of the file system for a photograph that passes through the lanes,
 * beside those of a loop that also hashes, syncs and renames. Counted, so the same on each machine.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTracing } from 'node:trace_events';
import Database from 'better-sqlite3';
import { carefulLoop } from './gauge/plain-loop.ts';
import type { Reading } from './gauge/reading.ts';
import { makePhotographs, openScene, run } from './gauge/scene.ts';
import { startService } from './gauge/service.ts';

type Program = 'burnish' | 'careful-loop';
/** Number of calls by name. */
type Counts = Readonly<Record<string, number>>;

const lanes = 16;
/** Their difference leaves out what the queue does once. */
const counts = [20, 120] as const;
const statementKind = 'sql';

/** Counts the statements of all databases from now on. */
function countStatements(): () => number {
  let count = 0;
  const counting =
    <A extends unknown[], R>(method: (...args: A) => R) =>
    (...args: A): R => {
      count += 1;
      return method(...args);
    };
  const { prototype } = Database;
  const { prepare, exec } = prototype;
  prototype.exec = function (...args) {
    count += 1;
    return exec.apply(this, args);
  };
  prototype.prepare = function (this: Database.Database, source: string) {
    const statement = prepare.call(this, source);
    for (const name of ['run', 'get', 'all'] as const)
      Object.assign(statement, { [name]: counting(statement[name].bind(statement)) });
    return statement;
  } as typeof prepare;
  return () => count;
}

/** The child: sends `count` photographs, traces its calls meanwhile, and prints the number of statements. */
async function send(program: Program, count: number, folder: string): Promise<void> {
  const tracing = createTracing({ categories: ['node.fs.sync', 'node.fs.async'] });
  const photographs = await makePhotographs(folder, count, 960);
  const picture = (await readFile(photographs[0]?.path ?? '')).toString('base64');
  const service = await startService({ latency: 200, picture, readyAfter: null });
  const statements = countStatements();
  const scene = await openScene(service.baseUrl, lanes, 'face-beauty-pro');
  scene.add(photographs);
  const before = statements();
  tracing.enable();
  if (program === 'careful-loop') await carefulLoop(service.baseUrl, photographs, lanes, folder);
  else await run(scene, count);
  tracing.disable();
  console.log(statements() - before);
  service.stop();
  await scene.close();
}

async function countIn(program: Program, count: number): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'burnish-calls-trace-'));
  const trace = join(folder, 'trace.json');
  try {
    const args = ['--trace-event-file-pattern', trace, import.meta.filename, '--child', program, String(count), folder];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
    if (code !== 0) throw new Error(`The ${program} ended with code ${code}.`);
    const { traceEvents } = JSON.parse(await readFile(trace, 'utf8')) as {
      traceEvents: { ph: string; name: string }[];
    };
    const found: Record<string, number> = { [statementKind]: Number(Buffer.concat(chunks).toString()) };
    for (const { ph, name } of traceEvents) {
      // An asynchronous call begins with `b`, a synchronous one with `B`.
      if (ph === 'b' || ph === 'B') found[name] = (found[name] ?? 0) + 1;
    }
    return found;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the calls per photograph. */
async function perPhotograph(program: Program): Promise<Counts> {
  const [few, many] = [await countIn(program, counts[0]), await countIn(program, counts[1])];
  const names = Object.keys(many).sort();
  return Object.fromEntries(
    names.map((name) => [name, ((many[name] ?? 0) - (few[name] ?? 0)) / (counts[1] - counts[0])]),
  );
}

function fileCalls(counted: Counts): { readonly sum: number; readonly most: string } {
  const calls = Object.entries(counted).filter(([name, count]) => name !== statementKind && count >= 0.01);
  const sum = calls.reduce((total, [, count]) => total + count, 0);
  const sorted = calls.sort(([, a], [, b]) => b - a).map(([name, count]) => `${name} ${count.toFixed(1)}`);
  return { sum, most: sorted.slice(0, 12).join(', ') };
}

const [, , flag, program, count, folder = ''] = process.argv;
if (flag === '--child') await send(program as Program, Number(count), folder);
else {
  const [ours, peer] = [await perPhotograph('burnish'), await perPhotograph('careful-loop')];
  const [calls, peerCalls] = [fileCalls(ours), fileCalls(peer)];
  /** Queued, preparing, submitting, fetching, placing, done: a job moves five times. */
  const moves = 5;
  const statements = ours[statementKind] ?? 0;
  const readings: Reading[] = [
    {
      figure: 'statements',
      unit: 'per photograph',
      ours: statements,
      peer: moves,
      ratio: statements / moves,
      goal: { atMost: 4 },
      note: 'the peer is one for each move of the job; without begin and commit',
    },
    {
      figure: 'file calls',
      unit: 'per photograph',
      ours: calls.sum,
      peer: peerCalls.sum,
      ratio: calls.sum / peerCalls.sum,
      goal: { atMost: 2 },
      note: calls.most,
    },
  ];
  console.log(JSON.stringify(readings));
}
