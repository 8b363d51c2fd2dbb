interface Bounds {
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** A measure without bounds is for information. */
export interface Measure extends Bounds {
  readonly name: string;
  readonly on: string;
  readonly value: number;
  readonly unit: string;
}

/** Returns a function that makes measures of one photograph or case. */
export const measuresOn =
  (on: string) =>
  (name: string, value: number, unit: string, bounds: Bounds = {}): Measure => ({ name, on, value, unit, ...bounds });

/** Whether a measure is within its bounds; undefined if it has none. */
export function isKept({ value, atMost, atLeast }: Measure): boolean | undefined {
  if (atMost === undefined && atLeast === undefined) return undefined;
  return value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY);
}

export const withVerdicts = (measures: readonly Measure[]) =>
  measures.map((measure) => ({ ...measure, kept: isKept(measure) }));
