/** Runs the command line as a user's machine does: in a process of its own, in fast time, and killed when ordered. */
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

/** Compiled sources, shared by all commands of this campaign, or of all tests: half of a short command's time is reading them. */
const ownCompiled = join(tmpdir(), `burnish-campaign-compiled-${process.pid}`);
const compiled = process.env.NODE_COMPILE_CACHE ?? ownCompiled;
process.once('exit', () => rmSync(ownCompiled, { recursive: true, force: true }));

/** When a command is killed; `null` = it ends by itself. */
export type Kill =
  /** At one of the points of kill-points.ts. */
  | { readonly kind: 'point'; readonly number: number; readonly of: string | null }
  /** So many ms (real) after it was started. */
  | { readonly kind: 'time'; readonly ms: number }
  /** So many ms (real) after the service has met its `uploads`-th upload. */
  | { readonly kind: 'upload'; readonly uploads: number; readonly ms: number };

export interface Ended {
  readonly words: readonly string[];
  /** Null when it was killed. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** Points passed; null where they were not counted, or the kill came from outside. */
  readonly report: KillReport | null;
  /** It did not end in its time, and had to be killed. */
  readonly overdue: boolean;
  /** Something that is no part of the campaign has killed it. */
  readonly byOthers: boolean;
  /** Real time it took, ms. */
  readonly ms: number;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** What it has written so far. */
  readonly text: { out: string; err: string };
  /** Takes its life without a warning. */
  kill(): void;
  /** What Ctrl-C does. */
  interrupt(): void;
}

export interface CommandOptions {
  readonly words: readonly string[];
  readonly key: string;
  readonly clock: FastClock;
  readonly kill?: Kill | null;
  /** Records what a power cut could take. */
  readonly journal?: JournalOrder | null;
  /** Real ms after which it counts as stuck; default 10 min. */
  readonly limitMs?: number;
  readonly env?: Readonly<Record<string, string>>;
}

export function startCommand({
  words,
  key,
  clock,
  kill = null,
  journal = null,
  limitMs = 600_000,
  env = {},
}: CommandOptions): Running {
  const began = performance.now();
  const isPoint = kill?.kind === 'point';
  const orders: Orders = { clock, kill: isPoint ? { at: kill.number, of: kill.of } : null, journal };
  const child = spawn(process.execPath, ['--import', preload.href, program, ...words], {
    env: {
      ...process.env,
      BURNISH_CAMPAIGN: JSON.stringify(orders),
      CAMPAIGN_KEY: key,
      BURNISH_LOG: '1',
      NODE_COMPILE_CACHE: compiled,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', isPoint ? 'pipe' : 'ignore'],
  });
  const text = { out: '', err: '', report: '' };
  const keep = (stream: NodeJS.ReadableStream | null | undefined, name: keyof typeof text) =>
    stream?.on('data', (chunk: Buffer) => {
      text[name] += chunk.toString();
    });
  keep(child.stdout, 'out');
  keep(child.stderr, 'err');
  keep(child.stdio[3] as NodeJS.ReadableStream | null, 'report');
  let overdue = false;
  let ordered = kill !== null;
  const signal = (name: NodeJS.Signals) => {
    ordered = true;
    child.kill(name);
  };
  const end = setTimeout(() => {
    overdue = true;
    child.kill('SIGKILL');
  }, limitMs);
  const early = kill?.kind === 'time' ? setTimeout(() => child.kill('SIGKILL'), kill.ms) : undefined;
  const ended = once(child, 'close').then(([code]): Ended => {
    clearTimeout(end);
    clearTimeout(early);
    return {
      words,
      code: code as number | null,
      out: text.out,
      err: text.err,
      report: text.report === '' ? null : (JSON.parse(text.report) as KillReport),
      overdue,
      byOthers: code === null && !ordered && !overdue,
      ms: Math.round(performance.now() - began),
    };
  });
  return { child, ended, text, kill: () => signal('SIGKILL'), interrupt: () => signal('SIGINT') };
}
