/** Messages between the server and its worker threads. */
import type { MessagePort } from 'node:worker_threads';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import type { ParamValue } from '../../../contract/operations/params.ts';
import type { EngineOutput } from '../../operations/index.ts';
import type { ResponseCode } from '../interface/request-errors.ts';

/** A valid request. Its images are transferred to the worker, not copied. */
export interface Job {
  operation: OperationId;
  /** Includes the defaults of the operation table. */
  params: Record<string, ParamValue>;
  /** Files by form field, each with its own buffer. */
  images: Record<string, Uint8Array<ArrayBuffer>>;
  /** Pixels of all images together. */
  pixels: number;
}

export type ToWorker =
  | { kind: 'run'; job: Job }
  | { kind: 'cancel' }
  /** Connects to the inference thread, initially and whenever a new one has started. */
  | { kind: 'connect'; port: MessagePort };

export type FromWorker =
  | { kind: 'done'; output: EngineOutput }
  /** An error with a code of the interface. */
  | { kind: 'rejected'; code: ResponseCode; message: string }
  /** A defect. `trace` is only logged. */
  | { kind: 'failed'; trace: string }
  | { kind: 'canceled' };
