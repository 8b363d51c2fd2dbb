/** What the part of the rendered truth finds out, and what it promises. */
import type { Measure } from '../quality/measure.ts';

/** Ways of cutting out: two operations of the engine, two networks alone, and the peer. */
export type Contender = 'universal' | 'portrait' | 'u2net' | 'modnet' | 'peer';

export interface Prepared {
  /** Name of its files. */
  readonly id: string;
  readonly name: string;
  /** Groups of people are known by our own cutout at twice the size; things are known exactly. */
  readonly people: boolean;
  /** People who are known by the plain wall they were photographed before. */
  readonly keyed?: boolean;
}

/** What a contender took, by picture. */
export interface Effort {
  /** ms; the first loads the models. */
  readonly times: Record<string, number>;
  /** Pictures it did not take, and what it said. */
  readonly refusals: Record<string, string>;
  /** Most resident memory, in 1,000,000 bytes. */
  readonly peakMb: number;
}

/** Errors of an alpha in 1/1000: of all pixels, and of the slopes along the edge. */
export interface Errors {
  readonly all: number;
  readonly gradient: number;
}

export interface Row extends Prepared {
  readonly errors: Partial<Record<Contender, Errors>>;
}

/** What the parts of the issue "Speed" and this one's allow: parts of the peer's time, and megabytes. */
const timeShare = 0.25;
const memory = 1000;
const worstRatio = 2;
const enough = 24;
/** Below this, in 1/1000, two alphas look the same, whatever their ratio is. */
const alike = 1;

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** Our error as a multiple of the peer's; differences nobody sees do not count. */
export const ratioOf = (ours: number, peer: number): number => Math.max(ours, alike) / Math.max(peer, alike);

const valuesOf = (rows: readonly Row[], who: Contender, errorKind: keyof Errors): number[] =>
  rows.flatMap(({ errors }) => errors[who]?.[errorKind] ?? []);

/** The goals, as measures with bounds. Without the peer's numbers there is nothing to hold ours against. */
export function goalsOf(rows: readonly Row[], efforts: Partial<Record<Contender, Effort>>): Measure[] {
  const things = rows.filter(({ people }) => !people);
  const people = [
    { on: 'groups of people', of: rows.filter((row) => row.people && !row.keyed) },
    { on: 'people keyed from walls', of: rows.filter((row) => row.people && row.keyed) },
  ];
  const measures: Measure[] = [];
  const say = (name: string, on: string, value: number, unit: string, atMost?: number) => {
    if (Number.isFinite(value))
      measures.push({ name, on, value, unit, ...(Number.isFinite(atMost) ? { atMost: atMost! } : {}) });
  };
  measures.push({ name: 'subjects', on: 'rendered', value: things.length, unit: '', atLeast: enough });
  say(
    'median error',
    'rendered',
    median(valuesOf(things, 'universal', 'all')),
    '1/1000',
    median(valuesOf(things, 'peer', 'all')),
  );
  say('median error, U²-Net', 'rendered', median(valuesOf(things, 'u2net', 'all')), '1/1000');
  const ratios = things.flatMap(({ name, errors }) =>
    errors.universal && errors.peer ? [{ name, ratio: ratioOf(errors.universal.all, errors.peer.all) }] : [],
  );
  const worst = ratios.sort((a, b) => b.ratio - a.ratio)[0];
  if (worst) {
    say('worst ratio to the peer', worst.name, worst.ratio, 'times', worstRatio);
    const above = ratios.filter(({ ratio }) => ratio > worstRatio).map(({ name }) => name);
    say(`subjects above twice the peer (${above.join(', ') || 'none'})`, 'rendered', above.length, '', 0);
  }
  for (const { on, of } of people) {
    for (const who of ['universal', 'portrait', 'modnet'] as const) {
      for (const [errorKind, words] of [
        ['all', 'median error'],
        ['gradient', 'gradient error'],
      ] as const) {
        const bound = who === 'modnet' ? undefined : median(valuesOf(of, 'peer', errorKind));
        say(
          `${words}, ${who === 'modnet' ? 'MODNet' : who}`,
          on,
          median(valuesOf(of, who, errorKind)),
          '1/1000',
          bound,
        );
      }
    }
  }
  const time = (who: Contender) => median(Object.values(efforts[who]?.times ?? {}).slice(1));
  say('time for a picture', 'median', time('universal'), 'ms', time('peer') * timeShare);
  say('peak memory', 'all pictures', efforts.universal?.peakMb ?? Number.NaN, 'MB', memory);
  return measures;
}
