/** A real HTTP server for one file with ranges that interrupts downloads, ignores ranges or refuses on demand. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeServer, listen } from './listening.ts';

export type FileServer = {
  url: string;
  /** The Range header of each received request, or undefined without one. */
  ranges: (string | undefined)[];
  close(): Promise<void>;
};

export type Manners = {
  /** Bytes until the connection is cut, for the first requests in order; later ones are complete. */
  cutAfter?: number[];
  /** Awaited before a cut, because a client may drop bytes that it has not stored yet. Default: 20 ms. */
  cutWhen?: () => Promise<unknown>;
  ignoresRanges?: boolean;
  /** Responds to everything with this status. */
  status?: number;
};

/** Serves `bytes` at every path on a free port. */
export async function serveFile(bytes: Buffer, manners: Manners = {}): Promise<FileServer> {
  const ranges: (string | undefined)[] = [];
  const cuts = [...(manners.cutAfter ?? [])];
  const server = createServer((request, response) => {
    ranges.push(request.headers.range);
    if (manners.status) response.writeHead(manners.status).end();
    else answer(request, response, bytes, cuts.shift(), manners);
  });
  const url = `http://127.0.0.1:${await listen(server)}/file.tgz`;
  return { url, ranges, close: () => closeServer(server) };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  bytes: Buffer,
  cutAfter: number | undefined,
  { ignoresRanges = false, cutWhen = () => sleep(20) }: Manners,
): void {
  const rangeStart = ignoresRanges ? undefined : /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
  const from = Number(rangeStart ?? 0);
  if (rangeStart !== undefined && from >= bytes.length) {
    response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
    return;
  }
  const rest = bytes.subarray(from);
  const range =
    rangeStart === undefined ? {} : { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` };
  response.writeHead(rangeStart === undefined ? 200 : 206, { 'content-length': rest.length, ...range });
  if (cutAfter === undefined) response.end(rest);
  else {
    response.write(rest.subarray(0, cutAfter), async () => {
      await cutWhen();
      response.socket?.destroy();
    });
  }
}
