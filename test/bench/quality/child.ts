/** Runs a program in a fresh process and reads the JSON it prints. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** @throws Error when it ends with a failure, prints no JSON, or takes longer than `patienceMs`. */
export async function answerOf<T>(entry: URL, args: readonly string[], patienceMs: number): Promise<T> {
  if (patienceMs <= 0) throw new Error('not measured: the time for the whole run was up');
  const child = spawn(process.execPath, [fileURLToPath(entry), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const out: Buffer[] = [];
  const complaints: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (...ended) => resolve(ended));
  });
  clearTimeout(timer);
  if (signal === 'SIGKILL') throw new Error(`not measured: it took longer than ${Math.round(patienceMs / 1000)} s`);
  if (code !== 0) throw new Error(Buffer.concat(complaints).toString().trim().slice(-2000) || `ended with ${code}`);
  return JSON.parse(Buffer.concat(out).toString()) as T;
}
