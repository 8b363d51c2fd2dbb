/**
 * Runs the command line in this process, with the arguments, output and exit codes of command-line.ts but without the
 * second that a process needs to start. Tests of signals, kills and simultaneous commands need processes.
 */
import { format } from 'node:util';
import { runCommandLine } from '../../../main/cli.ts';
import type { Ended } from './command-line.ts';

export interface InProcessCommand {
  readonly ended: Promise<Ended>;
  /** Returns the messages printed up to now, without the results. */
  stderrText(): string;
  /** Returns the output up to now. */
  output(): { readonly out: string; readonly err: string };
}

/** Commands run one at a time, because they capture the output of the whole process. */
let isSpeaking = false;

/** @param env added to that of this process until the command has ended; undefined removes a variable */
export function runInProcess(words: readonly string[], env: NodeJS.ProcessEnv = {}): InProcessCommand {
  if (isSpeaking) throw new Error('another command is running in this process');
  isSpeaking = true;
  const text = { out: '', err: '' };
  const giveBack = [captureOutput('out', text), captureOutput('err', text), lend(env)];
  const ended = runCommandLine(words).then((code): Ended => ({ code, signal: null, ...text }));
  const quiet = ended.finally(() => {
    for (const undo of giveBack) undo();
    isSpeaking = false;
  });
  return { ended: quiet, stderrText: () => text.err, output: () => ({ ...text }) };
}

/** Captures everything printed through the stream or the console until the returned function is called. */
function captureOutput(channel: 'out' | 'err', text: { out: string; err: string }): () => void {
  const stream = channel === 'out' ? process.stdout : process.stderr;
  const print = channel === 'out' ? 'log' : 'error';
  const { write } = stream;
  const before = console[print];
  stream.write = (chunk: string | Uint8Array) => {
    text[channel] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    return true;
  };
  console[print] = (...parts: unknown[]) => {
    text[channel] += `${format(...parts)}\n`;
  };
  return () => {
    stream.write = write;
    console[print] = before;
  };
}

/** Sets environment variables until the returned function is called. */
function lend(env: NodeJS.ProcessEnv): () => void {
  const before = Object.keys(env).map((name) => [name, process.env[name]] as const);
  set(Object.entries(env));
  return () => set(before);
}

function set(variables: readonly (readonly [name: string, value: string | undefined])[]): void {
  for (const [name, value] of variables) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
