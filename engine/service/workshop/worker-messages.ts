/** What the server and its workers say to each other across the thread boundary. */
import type { NetworkId } from '../../../preload/contract/networks.ts';
import type { ParamValue } from '../../../preload/contract/operations/params.ts';
import type { OperationId } from '../../../preload/contract/operations/spec.ts';
import type { EngineOutput } from '../../operations/index.ts';
import type { AnswerCode } from '../refusals.ts';

/** One operation on images in memory; the images are handed over (transferred) when the job is given to a worker. */
export interface Job {
  operation: OperationId;
  /** Validated and completed with the table's defaults. */
  params: Record<string, ParamValue>;
  /** Whole files, each in a buffer of its own, by form field. */
  images: Record<string, Uint8Array<ArrayBuffer>>;
}

export type ToWorker =
  | { kind: 'run'; job: Job }
  | { kind: 'cancel' }
  /** Lets go of a network's file, as soon as nothing uses it. */
  | { kind: 'release'; network: NetworkId };

export type FromWorker =
  | { kind: 'done'; output: EngineOutput }
  /** An error with a code of the interface. */
  | { kind: 'refused'; code: AnswerCode; message: string }
  /** Any other error: a defect. `trace` is for the log only. */
  | { kind: 'failed'; trace: string }
  /** The job ended because it was cancelled. */
  | { kind: 'cancelled' }
  /** A network is in the worker's memory no more. */
  | { kind: 'released'; network: NetworkId }
  /** The models that are in the worker's memory now; comes at any time. */
  | { kind: 'models'; loaded: readonly string[] };
