/** Runs the command line as a user does, in a process with captured output. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const cli = join(import.meta.dirname, '../../../main/cli.ts');

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface Command {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Returns the output up to now. */
  output(): { readonly out: string; readonly err: string };
}

export function burnish(words: readonly string[], env: NodeJS.ProcessEnv = {}): Command {
  const child = spawn(process.execPath, [cli, ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text.out += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    text.err += chunk;
  });
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, ...text })),
  );
  return { child, ended, output: () => ({ ...text }) };
}
