/** Downloads a file over HTTP: resumes a partial download, and keeps only a file with the right hash. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRetryPolicy, type RetryOptions } from '../../main/service/engine/networks/download-retries.ts';

export type DownloadRequest = {
  url: string;
  /** Final path; the bytes are collected in `<to>.part` until they are complete and verified. */
  to: string;
  /** Hash of the complete file in npm's form: `sha512-<base64>`. */
  integrity: string;
  /** Bytes on disk and, if the server states it, bytes in total. */
  onProgress?: (done: number, total: number | undefined) => void;
  /** Timeout (ms) without data. */
  stallAfterMs?: number;
  patience?: RetryOptions;
};

/**
 * Why a download failed: `unreachable` no connection · `refused` the server answered with an error · `damaged`
 * complete, but with the wrong hash.
 */
export class DownloadFailure extends Error {
  override name = 'DownloadFailure';
  readonly kind: 'unreachable' | 'refused' | 'damaged';
  readonly status: number | undefined;
  constructor(kind: DownloadFailure['kind'], message: string, options?: { status?: number; cause?: unknown }) {
    super(message, { cause: options?.cause });
    this.kind = kind;
    this.status = options?.status;
  }
}

/**
 * Downloads `url` to `to`. A partial download is resumed with a Range request.
 * @throws {DownloadFailure} the partial file is kept after `unreachable`, and removed after `damaged`
 */
export async function download(request: DownloadRequest): Promise<void> {
  const { to } = request;
  const part = `${to}.part`;
  await mkdir(dirname(to), { recursive: true });
  const pauseAfter = createRetryPolicy(await sizeOf(part), request.patience);
  while (true) {
    try {
      await fetchRest(request, part, await sizeOf(part));
      break;
    } catch (error) {
      if (error instanceof DownloadFailure) throw error;
      const pauseMs = pauseAfter(await sizeOf(part));
      if (pauseMs === null) throw unreachable(request.url, error);
      await sleep(pauseMs);
    }
  }
  const found = await integrityOf(part, request.integrity);
  if (found !== request.integrity) {
    await rm(part, { force: true });
    throw new DownloadFailure('damaged', `The download from ${host(request.url)} is not the expected file.`);
  }
  await rename(part, to);
}

/**
 * Requests all bytes from `have` on and appends them to `part`; returns when the server states that they are complete.
 */
async function fetchRest(request: DownloadRequest, part: string, have: number): Promise<void> {
  const stall = new AbortController();
  const stallAfterMs = request.stallAfterMs ?? 30_000;
  let timer = setTimeout(() => stall.abort(new Error('no bytes came')), stallAfterMs);
  try {
    const response = await fetch(request.url, {
      headers: { 'accept-encoding': 'identity', ...(have > 0 ? { range: `bytes=${have}-` } : {}) },
      signal: stall.signal,
    });
    // 416: nothing is left, or the part is longer than the file; the hash decides.
    if (response.status === 416 && have > 0) return;
    if (response.status >= 500) throw new Error(`the server answered ${response.status}`);
    if (!response.ok || !response.body) {
      const message = `${host(request.url)} returned status ${response.status}.`;
      throw new DownloadFailure('refused', message, { status: response.status });
    }
    // A server that ignores Range sends the file from its start.
    const from = response.status === 206 ? rangeStart(response.headers.get('content-range')) : 0;
    if (from !== 0 && from !== have) throw new Error('the server sent another range');
    const length = response.headers.get('content-length');
    const total = length === null ? undefined : from + Number(length);
    let done = from;
    await pipeline(
      Readable.fromWeb(response.body as ReadableStream<Uint8Array>),
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          clearTimeout(timer);
          timer = setTimeout(() => stall.abort(new Error('no bytes came')), stallAfterMs);
          done += chunk.length;
          request.onProgress?.(done, total);
          yield chunk;
        }
      },
      createWriteStream(part, { flags: from > 0 ? 'a' : 'w' }),
    );
    if (total !== undefined && done < total) throw new Error('the connection ended early');
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the hash of a file with the algorithm of `like`, in npm's form: `sha512-<base64>`. */
export async function integrityOf(file: string, like: string): Promise<string> {
  const algorithm = like.slice(0, like.indexOf('-'));
  const hash = createHash(algorithm);
  for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array);
  return `${algorithm}-${hash.digest('base64')}`;
}

/** Returns the SHA-256 of a file in hexadecimal. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}

const rangeStart = (contentRange: string | null): number => Number(/^bytes (\d+)-/.exec(contentRange ?? '')?.[1] ?? 0);

const host = (url: string): string => new URL(url).host;

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}

function unreachable(url: string, cause: unknown): DownloadFailure {
  return new DownloadFailure('unreachable', `${host(url)} cannot be reached.`, { cause });
}
