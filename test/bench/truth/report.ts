/** Results and goals of the cutouts with a known alpha. */
import { type Measure, measuresOn } from '../shared/measure.ts';
import { median } from '../shared/statistics.ts';

/** Methods: two operations of the engine, two networks alone, and the peer. */
export type Contender = 'universal' | 'portrait' | 'u2net' | 'modnet' | 'peer';

export interface Prepared {
  readonly id: string;
  readonly name: string;
  /** Whether it shows people; the alpha of groups is our own cutout at twice the size. */
  readonly people: boolean;
  /** Whether the alpha is keyed from a plain wall. */
  readonly keyed?: boolean;
}

/** Time and memory of a contender, by picture. */
export interface Effort {
  /** Times in ms; the first includes loading the models. */
  readonly times: Record<string, number>;
  readonly refusals: Record<string, string>;
  /** Peak resident memory, in 1,000,000 bytes. */
  readonly peakMb: number;
}

/** Errors of an alpha in 1/1000: of all pixels, and of the gradient along the edge. */
export interface Errors {
  readonly all: number;
  readonly gradient: number;
}

export interface Row extends Prepared {
  readonly errors: Partial<Record<Contender, Errors>>;
}

const maxTimeShare = 0.25;
const maxMemoryMb = 1000;
const maxRatio = 2;
const minSubjects = 24;
/** Errors in 1/1000 below which alphas look the same. */
const minVisibleError = 1;

/** Returns our error as a multiple of the peer's; invisible differences do not count. */
export const ratioOf = (ours: number, peer: number): number =>
  Math.max(ours, minVisibleError) / Math.max(peer, minVisibleError);

const valuesOf = (rows: readonly Row[], who: Contender, errorKind: keyof Errors): number[] =>
  rows.flatMap(({ errors }) => errors[who]?.[errorKind] ?? []);

/** Returns the goals as measures; their bounds need the errors of the peer. */
export function goalsOf(rows: readonly Row[], efforts: Partial<Record<Contender, Effort>>): Measure[] {
  const things = rows.filter(({ people }) => !people);
  const people = [
    { on: 'groups of people', of: rows.filter((row) => row.people && !row.keyed) },
    { on: 'people keyed from walls', of: rows.filter((row) => row.people && row.keyed) },
  ];
  const measures = [measuresOn('rendered')('subjects', things.length, '', { atLeast: minSubjects })];
  const add = (name: string, on: string, value: number, unit: string, atMost = Number.NaN) => {
    if (Number.isFinite(value))
      measures.push(measuresOn(on)(name, value, unit, Number.isFinite(atMost) ? { atMost } : {}));
  };
  const addMedian = (name: string, on: string, errorsOf: (who: Contender) => number[], who: Contender) =>
    add(name, on, median(errorsOf(who)), '1/1000', isAlone(who) ? undefined : median(errorsOf('peer')));
  const thingErrors = (who: Contender) => valuesOf(things, who, 'all');
  addMedian('median error', 'rendered', thingErrors, 'universal');
  addMedian('median error, U²-Net', 'rendered', thingErrors, 'u2net');
  const ratios = things.flatMap(({ name, errors }) =>
    errors.universal && errors.peer ? [{ name, ratio: ratioOf(errors.universal.all, errors.peer.all) }] : [],
  );
  const worst = ratios.sort((a, b) => b.ratio - a.ratio)[0];
  if (worst) {
    add('worst ratio to the peer', worst.name, worst.ratio, 'times', maxRatio);
    const above = ratios.filter(({ ratio }) => ratio > maxRatio).map(({ name }) => name);
    add(`subjects above twice the peer (${above.join(', ') || 'none'})`, 'rendered', above.length, '', 0);
  }
  for (const { on, of } of people) {
    for (const who of ['universal', 'portrait', 'modnet'] as const) {
      const label = who === 'modnet' ? 'MODNet' : who;
      addMedian(`median error, ${label}`, on, (each) => valuesOf(of, each, 'all'), who);
      addMedian(`gradient error, ${label}`, on, (each) => valuesOf(of, each, 'gradient'), who);
    }
  }
  const time = (who: Contender) => median(Object.values(efforts[who]?.times ?? {}).slice(1));
  add('time for a picture', 'median', time('universal'), 'ms', time('peer') * maxTimeShare);
  add('peak memory', 'all pictures', efforts.universal?.peakMb ?? Number.NaN, 'MB', maxMemoryMb);
  return measures;
}

/** Whether a contender is a network without the engine, which has no goals. */
const isAlone = (who: Contender) => who === 'u2net' || who === 'modnet';
