/** Benchmark programs: their flags, the JSON value they print, and the child processes that they start. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const flag = (name: string): string | undefined =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);

/** Prints the result as JSON and exits, because loaded models keep the process alive. */
export function printResult(result: unknown): void {
  process.stdout.write(`${JSON.stringify(result, undefined, 1)}\n`, () => process.exit());
}

/**
 * Runs Node and returns the JSON that the program prints.
 * @param args a program and its arguments
 * @throws Error if it fails, prints no JSON, or takes longer than `timeoutMs`
 */
export async function runNode<T>(args: readonly (string | URL)[], timeoutMs = 60 * 60_000): Promise<T> {
  if (timeoutMs <= 0) throw new Error('not measured: the time for the whole run was up');
  const words = args.map((each) => (typeof each === 'string' ? each : fileURLToPath(each)));
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  child.stderr.pipe(process.stderr);
  const timer = setTimeout(() => child.kill('SIGKILL'), Math.min(timeoutMs, 2 ** 31 - 1));
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (...ended) => resolve(ended));
  });
  clearTimeout(timer);
  if (signal === 'SIGKILL') throw new Error(`not measured: it took longer than ${Math.round(timeoutMs / 1000)} s`);
  if (code !== 0) throw new Error(Buffer.concat(errors).toString().trim().slice(-2000) || `ended with code ${code}`);
  return JSON.parse(Buffer.concat(output).toString()) as T;
}

/**
 * Calls an exported function in a new process, so that its memory, models and failure are its own.
 * @param module address of the module that exports it
 * @param args values that JSON keeps
 * @throws Error like `runNode`
 */
export function runApart<A extends unknown[], R>(
  module: string,
  work: (...args: A) => Promise<R>,
  args: A,
  timeoutMs?: number,
): Promise<R> {
  const words = [new URL('./worker.ts', import.meta.url), module, work.name, JSON.stringify(args)];
  return runNode<R>(words, timeoutMs);
}

export async function runInPairs(jobs: readonly (() => Promise<unknown>)[]): Promise<void> {
  const next = jobs.values();
  const lane = async () => {
    for (const job of next) await job();
  };
  await Promise.all([lane(), lane()]);
}
