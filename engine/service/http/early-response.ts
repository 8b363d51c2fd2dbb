/** Responses to requests whose body has not arrived completely. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

const maxDiscardedBytes = 64 * 1024 * 1024;
/** A client that sends nothing for this time has read the response, or never will. */
const idleTimeoutMs = 2000;
const maxDrainMs = 20_000;

/** Whether a part of the body has not arrived. */
export function isBodyPending(request: IncomingMessage): boolean {
  const hasBody = 'transfer-encoding' in request.headers || Number(request.headers['content-length'] ?? 0) > 0;
  return hasBody && !request.complete && !request.destroyed;
}

/**
 * Sends the response, but ends it only after the body, which is discarded up to the limits above. A client that still
 * sends when the server closes the connection loses the response.
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
  const disconnect = () => request.destroy();
  let idleTimer = setTimeout(disconnect, idleTimeoutMs);
  const drainTimer = setTimeout(disconnect, maxDrainMs);
  request.unpipe();
  request.removeAllListeners('data');
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.byteLength;
    clearTimeout(idleTimer);
    if (discarded > maxDiscardedBytes) disconnect();
    else idleTimer = setTimeout(disconnect, idleTimeoutMs);
  });
  request.once('end', () => response.end());
  request.once('close', () => {
    clearTimeout(idleTimer);
    clearTimeout(drainTimer);
  });
  request.on('error', disconnect);
  request.resume();
}
