/** Answers a request whose body is still on its way, so that the client gets to read the answer. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Bytes of a refused body that are taken in and thrown away before the connection is cut. */
const maxDiscardedBytes = 64 * 1024 * 1024;
/** A sender that stands still for so long, in ms, has read its answer or never will. */
const idleTimeoutMs = 2000;
/** And so long, in ms, however it comes. */
const maxDrainMs = 20_000;

/** Whether bytes of the body are still to come. */
export function isBodyPending(request: IncomingMessage): boolean {
  const hasBody = 'transfer-encoding' in request.headers || Number(request.headers['content-length'] ?? 0) > 0;
  return hasBody && !request.complete && !request.destroyed;
}

/**
 * Sends the whole answer at once, but ends it only when the body has come to its end: a server that closes while the
 * other side still sends makes it lose the answer. A body that will not end is cut off.
 */
export function respondEarly(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  payload: string,
): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(payload) });
  response.write(payload);

  let discarded = 0;
  const cut = () => request.destroy();
  let idleTimer = setTimeout(cut, idleTimeoutMs);
  const end = setTimeout(cut, maxDrainMs);
  request.unpipe();
  request.removeAllListeners('data');
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.byteLength;
    clearTimeout(idleTimer);
    if (discarded > maxDiscardedBytes) cut();
    else idleTimer = setTimeout(cut, idleTimeoutMs);
  });
  request.once('end', () => response.end());
  request.once('close', () => {
    clearTimeout(idleTimer);
    clearTimeout(end);
  });
  request.on('error', cut);
  request.resume();
}
