/** Results of one operation in the quality benchmark. */
import type { OperationId, OperationSpec } from '../../../contract/operations/operation-spec.ts';
import type { Measure } from '../shared/measure.ts';

export interface Picture {
  readonly photo: string;
  readonly images: readonly { readonly label: string; readonly file: string }[];
  readonly text?: string;
}

/** Speed and memory of an operation at one size, in its own process. */
export interface Cost {
  readonly megapixels: number;
  /** Duration of the first run, which loads the models. */
  readonly firstMs: number;
  /** Median of the later runs; null after one run. */
  readonly nextMs: number | null;
  /** Longest time from a cancellation to the end of the work; null if none was tried. */
  readonly stopMs: number | null;
  /** Resident memory before the first run, and at its peak; in 1,000,000 bytes. */
  readonly startMb: number;
  readonly peakMb: number;
}

export interface OperationReport {
  readonly id: OperationId;
  readonly measures: readonly Measure[];
  readonly pictures: readonly Picture[];
  readonly problems: readonly string[];
}

export interface Bench {
  readonly quick: boolean;
  readonly folder: string;
  /** Folder of portraits; those of the tests if undefined. */
  readonly people?: string | undefined;
}

export type Measurement = (spec: OperationSpec, bench: Bench) => Promise<Measure[]>;
