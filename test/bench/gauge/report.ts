/** The gauge's figures in a line each, beside what docs/performance.md says of them. */
import { readFile } from 'node:fs/promises';
import type { Reading } from './reading.ts';

const document = new URL('../../../docs/performance.md', import.meta.url);

/** The ratios of the table "The gauge", by figure. */
export async function lastRatios(): Promise<ReadonlyMap<string, number>> {
  return ratiosIn(await readFile(document, 'utf8'));
}

/** Of the first table whose columns are called figure and ratio. */
export function ratiosIn(markdown: string): ReadonlyMap<string, number> {
  const rows = markdown.split('\n').map((line) => line.split('|').map((cell) => cell.trim().replaceAll('*', '')));
  const head = rows.findIndex((cells) => cells.includes('figure') && cells.includes('ratio'));
  const [figure, ratio] = ['figure', 'ratio'].map((name) => rows[head]?.indexOf(name) ?? -1) as [number, number];
  const table = rows.slice(head + 2);
  const end = table.findIndex((cells) => cells.length < 3);
  const known = table
    .slice(0, end === -1 ? undefined : end)
    .map((cells) => [cells[figure] ?? '', Number(cells[ratio])]);
  return new Map(known.filter((row): row is [string, number] => Number.isFinite(row[1])));
}

/** `lanes  0.47 (was 0.45, goal ≥ 0.9): 37.4 beside 80 photographs/s; 36 ms of processor each`. */
export function lineOf({ figure, unit, ours, peer, ratio, goal, note }: Reading, last: number | undefined): string {
  const goals = goal === null ? [] : ['atLeast' in goal ? `goal ≥ ${goal.atLeast}` : `goal ≤ ${goal.atMost}`];
  const comparison = [last === undefined ? 'new' : `was ${last}`, ...goals].join(', ');
  const rest = note === undefined ? '' : `; ${note}`;
  return `${figure}  ${short(ratio)} (${comparison}): ${short(ours)} beside ${short(peer)} ${unit}${rest}`;
}

/** Three digits are as many as a figure has that was measured once. */
function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}
