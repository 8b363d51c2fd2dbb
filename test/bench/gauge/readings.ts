/** The gauge's figures: Burnish next to a peer in the same run, and next to the ratios of docs/performance.md. */
import { readFile } from 'node:fs/promises';

type Goal = { readonly atLeast: number } | { readonly atMost: number };

export interface Reading {
  readonly figure: string;
  /** Unit of `ours` and `peer`: 's', 'ms', 'jobs/s', … */
  readonly unit: string;
  readonly ours: number;
  /** The best possible on this machine: a plain program that does only this, or the duration of the work itself. */
  readonly peer: number;
  readonly ratio: number;
  /** Goal of the ratio; null if it is only watched. */
  readonly goal: Goal | null;
  readonly note?: string;
}

/** Takes figures: `short` within the gauge's minute, else until they are reliable. */
export type Measurement = (form: { readonly short: boolean }) => Promise<Reading[]>;

export function compare(
  figure: string,
  unit: string,
  pair: [number, number],
  goal: Goal | null,
  note?: string,
): Reading {
  const [ours, peer] = pair;
  return { figure, unit, ours, peer, ratio: ours / peer, goal, ...(note === undefined ? {} : { note }) };
}

export async function lastRatios(): Promise<ReadonlyMap<string, number>> {
  return ratiosIn(await readFile(new URL('../../../docs/performance.md', import.meta.url), 'utf8'));
}

/** Returns the ratios of the first table with the columns figure and ratio. */
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

/** Formats `lanes  0.47 (was 0.45, goal ≥ 0.9): 37.4 beside 80 photographs/s; 36 ms of processor each`. */
export function lineOf({ figure, unit, ours, peer, ratio, goal, note }: Reading, last: number | undefined): string {
  const goals = goal === null ? [] : ['atLeast' in goal ? `goal ≥ ${goal.atLeast}` : `goal ≤ ${goal.atMost}`];
  const comparison = [last === undefined ? 'new' : `was ${last}`, ...goals].join(', ');
  const rest = note === undefined ? '' : `; ${note}`;
  return `${figure}  ${short(ratio)} (${comparison}): ${short(ours)} beside ${short(peer)} ${unit}${rest}`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}
