/** Reads the outcome of each file from the JSON lines and messages of commands. */
import { escapeTerminalText } from '../../../main/cli/output/terminal-text.ts';
import type { FinishedLine } from '../../../main/cli/queue/finished-line.ts';

export interface FileOutcome {
  readonly outcome: 'done' | 'refused' | 'passed' | 'open';
  /** Message of a failure or rejection. */
  readonly message: string | null;
  readonly results: readonly string[];
}

/** Returns outcomes by path. The last line about a file counts. */
export function outcomesOf(
  paths: readonly string[],
  texts: readonly { readonly out: string; readonly err: string }[],
): Map<string, FileOutcome> {
  const finished = texts.flatMap(({ out }) =>
    out
      .split('\n')
      .filter((line) => line.startsWith('{"file"'))
      .map((line) => JSON.parse(line) as FinishedLine),
  );
  const jobs = new Map(finished.map((line) => [line.file, line]));
  const lines = texts.flatMap(({ err }) => err.split('\n'));
  return new Map(paths.map((path) => [path, outcomeOf(jobs.get(path), refusalOf(path, lines))]));
}

function refusalOf(path: string, lines: readonly string[]): string | null {
  const head = `${escapeTerminalText(path)}: “`;
  const line = lines.findLast((each) => each.startsWith(head));
  return line === undefined ? null : line.slice(head.length - 1);
}

function outcomeOf(job: FinishedLine | undefined, refusal: string | null): FileOutcome {
  if (job === undefined)
    return refusal === null
      ? { outcome: 'passed', message: null, results: [] }
      : { outcome: 'refused', message: refusal, results: [] };
  const { state, results, error } = job;
  if (state === 'done') return { outcome: 'done', message: null, results };
  return { outcome: state === 'failed' ? 'refused' : 'open', message: error?.message ?? '', results };
}

/** Returns the fault of a message for users, or null. */
export function faultOf(message: string): string | null {
  if (!/^“/.test(message)) return 'does not begin with the name';
  if (!/[.!?]$/.test(message)) return 'does not end';
  if (/\n\s+at |\bat .+:\d+:\d+/.test(message)) return 'holds a stack';
  if (/\bE[A-Z]{2,}:|\berrno\b|\bVips|\blibvips\b|\bsharp\b/.test(message)) return 'holds an error of the system';
  if (/inside Burnish/.test(message)) return 'blames Burnish';
  return null;
}
