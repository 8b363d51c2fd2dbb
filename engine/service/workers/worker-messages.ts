/** What the server and its workers say to each other across the thread boundary. */
import type { MessagePort } from 'node:worker_threads';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import type { ParamValue } from '../../../contract/operations/params.ts';
import type { EngineOutput } from '../../operations/index.ts';
import type { AnswerCode } from '../error-responses.ts';

/** One operation on images in memory; the images are handed over (transferred) when the job is given to a worker. */
export interface Job {
  operation: OperationId;
  /** Validated and completed with the table's defaults. */
  params: Record<string, ParamValue>;
  /** Whole files, each in a buffer of its own, by form field. */
  images: Record<string, Uint8Array<ArrayBuffer>>;
  /** Of all its images together. */
  pixels: number;
}

export type ToWorker =
  | { kind: 'run'; job: Job }
  | { kind: 'cancel' }
  /** Leads to the thread that runs the networks; comes again when that has ended. */
  | { kind: 'connect'; port: MessagePort };

export type FromWorker =
  | { kind: 'done'; output: EngineOutput }
  /** An error with a code of the interface. */
  | { kind: 'refused'; code: AnswerCode; message: string }
  /** Any other error: a defect. `trace` is for the log only. */
  | { kind: 'failed'; trace: string }
  /** The job ended because it was cancelled. */
  | { kind: 'cancelled' };
