/** Runs the command line in a process, with a fast clock and, if ordered, a kill. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { KillReport } from '../kills/kill-points.ts';
import type { JournalOrder } from '../kills/power-journal.ts';
import type { FastClock } from './fast-clock.ts';
import type { Orders } from './preload.ts';

const preload = new URL('./preload.ts', import.meta.url);
const program = fileURLToPath(new URL('../../../main/cli.ts', import.meta.url));

/** Compiled sources shared by all commands, because reading sources takes half the time of a short command. */
const ownCompiled = join(tmpdir(), `burnish-campaign-compiled-${process.pid}`);
const compiled = process.env.NODE_COMPILE_CACHE ?? ownCompiled;
process.once('exit', () => rmSync(ownCompiled, { recursive: true, force: true }));

/** The time of a kill; `ms` is real time. */
export type Kill =
  /** At a point of kill-points.ts. */
  | { readonly kind: 'point'; readonly number: number; readonly of: string | null }
  /** After the start. */
  | { readonly kind: 'time'; readonly ms: number }
  /** After the `uploads`-th upload reached the service. */
  | { readonly kind: 'upload'; readonly uploads: number; readonly ms: number };

export interface Ended {
  readonly words: readonly string[];
  /** Null if the command was killed. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** Kill points passed; null if they were not counted. */
  readonly report: KillReport | null;
  /** Whether the command exceeded its time limit. */
  readonly isOverdue: boolean;
  readonly isKilledByOthers: boolean;
  /** Duration in real ms. */
  readonly ms: number;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Output up to now. */
  readonly text: { out: string; err: string };
  kill(): void;
  /** Sends the signal of Ctrl-C. */
  interrupt(): void;
}

export interface CommandOptions {
  readonly words: readonly string[];
  readonly key: string;
  readonly clock: FastClock;
  readonly kill?: Kill | null;
  /** Records unsynced changes for a power cut. */
  readonly journal?: JournalOrder | null;
  /** Time limit in real ms. */
  readonly limitMs?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Returns the arguments of Node for a script with the preload module. */
export const preloadArgs = (script: string) => ['--import', preload.href, '--input-type=module', '--eval', script];
export const preloadEnv = (orders: Orders) => ({ ...process.env, BURNISH_CAMPAIGN: JSON.stringify(orders) });

export function startCommand(options: CommandOptions): Running {
  const { words, key, clock, kill = null, journal = null, limitMs = 600_000, env = {} } = options;
  const startedAt = performance.now();
  const isPoint = kill?.kind === 'point';
  const orders: Orders = { clock, kill: isPoint ? { at: kill.number, of: kill.of } : null, journal };
  const child = spawn(process.execPath, ['--import', preload.href, program, ...words], {
    env: { ...preloadEnv(orders), CAMPAIGN_KEY: key, BURNISH_LOG: '1', NODE_COMPILE_CACHE: compiled, ...env },
    stdio: ['ignore', 'pipe', 'pipe', isPoint ? 'pipe' : 'ignore'],
  });
  const text = { out: '', err: '', report: '' };
  const collect = (stream: NodeJS.ReadableStream | null | undefined, name: keyof typeof text) =>
    stream?.on('data', (chunk: Buffer) => {
      text[name] += chunk.toString();
    });
  collect(child.stdout, 'out');
  collect(child.stderr, 'err');
  collect(child.stdio[3] as NodeJS.ReadableStream | null, 'report');
  let isOverdue = false;
  let isOrdered = kill !== null;
  const signal = (name: NodeJS.Signals) => {
    isOrdered = true;
    child.kill(name);
  };
  const limit = setTimeout(() => {
    isOverdue = true;
    child.kill('SIGKILL');
  }, limitMs);
  const timedKill = kill?.kind === 'time' ? setTimeout(() => child.kill('SIGKILL'), kill.ms) : undefined;
  const ended = once(child, 'close').then(([code]): Ended => {
    clearTimeout(limit);
    clearTimeout(timedKill);
    return {
      ...{ words, code: code as number | null, out: text.out, err: text.err, isOverdue },
      report: text.report === '' ? null : (JSON.parse(text.report) as KillReport),
      isKilledByOthers: code === null && !isOrdered && !isOverdue,
      ms: Math.round(performance.now() - startedAt),
    };
  });
  return { child, ended, text, kill: () => signal('SIGKILL'), interrupt: () => signal('SIGINT') };
}
