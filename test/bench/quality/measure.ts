/** What one measurement of the quality benchmark says, and what a whole operation's report holds. */
import type { OperationId } from '../../../contract/operations/operation-spec.ts';

export interface Measure {
  /** What was measured, in words. */
  readonly name: string;
  /** The photograph or case it was measured on. */
  readonly on: string;
  readonly value: number;
  readonly unit: string;
  /** What was promised; both belong to the range. Absent: the number is for information. */
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** Pictures of one photograph beside each other; `text` stands below them. */
export interface Picture {
  readonly photo: string;
  readonly images: readonly { readonly label: string; readonly file: string }[];
  readonly text?: string;
}

/** Speed and memory of an operation at one size, in a process of its own. */
export interface Cost {
  readonly megapixels: number;
  /** The first run, which loads the models. */
  readonly firstMs: number;
  /** Median of the runs after it; null where there was only one run. */
  readonly nextMs: number | null;
  /** Longest time from a cancellation to the end of the work; null where it was not tried. */
  readonly stopMs: number | null;
  /** Resident memory before the first run, and the most there ever was; in 1,000,000 bytes. */
  readonly startMb: number;
  readonly peakMb: number;
}

export interface OperationReport {
  readonly id: OperationId;
  readonly measures: readonly Measure[];
  readonly pictures: readonly Picture[];
  /** What could not be measured, and why. */
  readonly problems: readonly string[];
}

/** What every measurement is given. */
export interface Bench {
  /** A subset: fewer and smaller photographs. */
  readonly quick: boolean;
  /** Folder of the pictures. */
  readonly folder: string;
  /** Folder of portraits to look at; undefined: those that the tests have. */
  readonly people?: string | undefined;
}

/** Whether a measure is as promised; undefined where nothing was. */
export function isKept({ value, atMost, atLeast }: Measure): boolean | undefined {
  if (atMost === undefined && atLeast === undefined) return undefined;
  return value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY);
}

/** Short enough to read, precise enough to compare. */
export function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
