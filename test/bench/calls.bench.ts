/**
 * Counts SQL statements and file system calls per photograph, next to those of a loop that also hashes, syncs and renames.
 * The counts do not depend on the machine.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTracing } from 'node:trace_events';
import Database from 'better-sqlite3';
import { carefulLoop } from './gauge/plain-loop.ts';
import { compare } from './gauge/readings.ts';
import { run, withScene, withSetting } from './gauge/scene.ts';
import { printResult, runNode } from './shared/program.ts';

type Program = 'burnish' | 'careful-loop';
type Counts = Readonly<Record<string, number>>;

const lanes = 16;
/** Counts of photographs; their difference excludes the start of the queue. */
const counts = [20, 120] as const;
const statementKind = 'sql';

/** Starts counting the statements of all databases. */
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

/** Sends `count` photographs in the child process, traces its calls, and prints the number of statements. */
async function send(program: Program, count: number): Promise<void> {
  const tracing = createTracing({ categories: ['node.fs.sync', 'node.fs.async'] });
  await withSetting({ count, sidePx: 960, latencyMs: 200 }, async ({ folder, photographs, baseUrl }) => {
    const statements = countStatements();
    await withScene(baseUrl, lanes, async (scene) => {
      scene.add(photographs);
      const before = statements();
      tracing.enable();
      if (program === 'careful-loop') await carefulLoop(baseUrl, photographs, lanes, folder);
      else await run(scene, count);
      tracing.disable();
      console.log(statements() - before);
    });
  });
}

async function countIn(program: Program, count: number): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'burnish-calls-trace-'));
  const trace = join(folder, 'trace.json');
  try {
    const args = ['--trace-event-file-pattern', trace, import.meta.filename, '--child', program, String(count)];
    const found: Record<string, number> = { [statementKind]: await runNode<number>(args) };
    const { traceEvents } = JSON.parse(await readFile(trace, 'utf8')) as {
      traceEvents: { ph: string; name: string }[];
    };
    for (const { ph, name } of traceEvents) {
      // An asynchronous call starts with `b`, a synchronous one with `B`.
      if (ph === 'b' || ph === 'B') found[name] = (found[name] ?? 0) + 1;
    }
    return found;
  } finally {
    await rm(folder, { recursive: true });
  }
}

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

const [, , mode, program, count] = process.argv;
if (mode === '--child') await send(program as Program, Number(count));
else {
  const [ours, peer] = [await perPhotograph('burnish'), await perPhotograph('careful-loop')];
  const [calls, peerCalls] = [fileCalls(ours), fileCalls(peer)];
  /** Queued, preparing, submitting, fetching, placing, done: a job moves five times. */
  const moves = 5;
  const statements = ours[statementKind] ?? 0;
  const note = 'the peer is one for each move of the job; without begin and commit';
  printResult([
    compare('statements', 'per photograph', [statements, moves], { atMost: 4 }, note),
    compare('file calls', 'per photograph', [calls.sum, peerCalls.sum], { atMost: 2 }, calls.most),
  ]);
}
