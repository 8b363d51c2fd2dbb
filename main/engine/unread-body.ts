/** Deals with what is left of a request body that was answered before it was read. */
import type { IncomingMessage } from 'node:http';

/** Bytes that are taken in and thrown away before the connection is cut. */
const patience = 64 * 1024 * 1024;

/**
 * Lets the rest of the body flow into nothing, so that the client, still sending, gets to read the answer and the
 * connection stays usable; a body that will not end is cut off.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return;
  let discarded = 0;
  request.unpipe();
  request.removeAllListeners('data');
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.byteLength;
    if (discarded > patience) request.destroy();
  });
  request.on('error', () => request.destroy());
  request.resume();
}
