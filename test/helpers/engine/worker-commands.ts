/** Commands for the worker in engine-worker.ts, appended to an image, where image readers ignore them. */

export interface WorkerCommand {
  readonly do?: 'refuse' | 'fail' | 'crash' | 'exhaust' | 'wait' | 'ignore';
  /** Error code for `refuse`. */
  readonly code?: string;
  /** File that ends `wait` and `ignore` when it appears; only `wait` obeys its abort signal. */
  readonly until?: string;
  /** File that gets a line `start NAME`, `end NAME` or `cancelled NAME`. */
  readonly note?: string;
  readonly name?: string;
}

const mark = '#order:';

/** Appends a command to an image. */
export function appendCommand(image: Uint8Array, order: WorkerCommand): Buffer {
  return Buffer.concat([image, Buffer.from(`${mark}${JSON.stringify(order)}`)]);
}

/** The command at the end of an image, or an empty one. */
export function readCommand(image: Uint8Array): WorkerCommand {
  const bytes = Buffer.from(image);
  const at = bytes.lastIndexOf(mark);
  return at < 0 ? {} : JSON.parse(bytes.toString('utf8', at + mark.length));
}
