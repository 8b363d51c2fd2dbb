/** Brings one result home: from its address to a file, capped, checked, and without the API key. */
import { type FileHandle, open, rm } from 'node:fs/promises';
import { resultAddress } from './address.ts';
import { failureOfAnswer, failureOfBroken, failureOfWriting } from './errors.ts';
import { BrokenExchange, exchange, type Reply, type Timeouts } from './exchange.ts';
import { ServiceFailure } from './failure.ts';
import { endsWhole, type ImageMime, imageMime, looksLikeText, signatureBytes, tailBytes } from './image-bytes.ts';
import type { Routes } from './network/routes.ts';

export interface DownloadOptions {
  readonly signal?: AbortSignal;
  /** Share received, 0 to 1; called only once at the end when the length was not announced. */
  readonly onProgress?: (fraction: number) => void;
  /** Largest file accepted, in bytes. */
  readonly maxBytes?: number;
}

const defaultMaxBytes = 512 * 1024 * 1024;
const maxRedirects = 5;

/**
 * Downloads the image at `url` to `toPath`, which is replaced; on failure nothing stays there. The result is checked by its first
 * bytes and its announced length. Throws ServiceFailure, or the signal's reason.
 */
export async function download(
  url: string,
  toPath: string,
  options: DownloadOptions & {
    readonly baseUrl: string;
    readonly timeouts: Timeouts;
    readonly routes?: Routes | undefined;
  },
): Promise<{ bytes: number; mime: ImageMime }> {
  try {
    let address = resultAddress(url, options.baseUrl);
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const step = await exchange(
        {
          method: 'GET',
          url: address,
          headers: { accept: 'image/*' },
          timeouts: options.timeouts,
          routes: options.routes,
          signal: options.signal,
        },
        (reply) => readReply(reply, toPath, options),
      );
      if ('mime' in step) return step;
      address = resultAddress(URL.parse(step.redirect, address.href)?.href ?? '', options.baseUrl);
    }
    throw resultFailure('RESULT_REDIRECTS', 'The service sends the download round in circles.');
  } catch (error) {
    await rm(toPath, { force: true }).catch(() => undefined);
    throw error instanceof BrokenExchange ? failureOfBroken('other', error) : error;
  }
}

async function readReply(
  reply: Reply,
  toPath: string,
  options: DownloadOptions,
): Promise<{ bytes: number; mime: ImageMime } | { redirect: string }> {
  const { status, headers } = reply;
  if (status >= 300 && status < 400 && headers.location) return { redirect: headers.location };
  if (status === 401 || status === 403 || status === 404 || status === 410) throw expiredResult(status);
  if (status !== 200) throw failureOfAnswer('other', reply, null);
  const maxBytes = options.maxBytes ?? defaultMaxBytes;
  const announced = headers['content-length'] === undefined ? null : Number(headers['content-length']);
  if (announced !== null && announced > maxBytes) throw tooLarge();
  const writer = new ImageWriter(await open(toPath, 'w').catch(rethrowAsDiskFailure), maxBytes);
  try {
    for await (const chunk of reply.chunks) {
      await writer.write(chunk);
      if (announced) options.onProgress?.(Math.min(writer.bytes / announced, 1));
    }
    const mime = writer.finish(announced === null && !('transfer-encoding' in headers));
    if (!announced) options.onProgress?.(1);
    return { bytes: writer.bytes, mime };
  } finally {
    await writer.close();
  }
}

/** Writes a file and watches what goes into it. */
class ImageWriter {
  bytes = 0;
  readonly #handle: FileHandle;
  readonly #maxBytes: number;
  #head = Buffer.alloc(0);
  #tail = Buffer.alloc(0);
  #mime: ImageMime | null = null;

  constructor(handle: FileHandle, maxBytes: number) {
    this.#handle = handle;
    this.#maxBytes = maxBytes;
  }

  async write(chunk: Buffer): Promise<void> {
    this.bytes += chunk.length;
    if (this.bytes > this.#maxBytes) throw tooLarge();
    if (this.#mime === null && this.#head.length < signatureBytes) {
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, signatureBytes)]);
      if (this.#head.length >= signatureBytes) this.#mime = checkedMime(this.#head);
    }
    this.#tail = Buffer.concat([this.#tail, chunk]).subarray(-tailBytes);
    await this.#handle.writeFile(chunk).catch(rethrowAsDiskFailure);
  }

  /** The format. With `unmeasured`, nothing but the file itself can tell whether it is whole. */
  finish(unmeasured: boolean): ImageMime {
    if (this.bytes === 0) throw resultFailure('RESULT_EMPTY_FILE', 'The service sent an empty file.');
    const mime = this.#mime ?? checkedMime(this.#head);
    if (unmeasured && !endsWhole(mime, this.#tail)) {
      throw resultFailure('RESULT_TRUNCATED', 'The result arrived cut off.');
    }
    return mime;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

function checkedMime(head: Buffer): ImageMime {
  const mime = imageMime(head);
  if (mime !== null) return mime;
  // A page or a message may be a passing trouble; any other kind of file will be the same the next time.
  if (looksLikeText(head)) {
    throw resultFailure('RESULT_NOT_IMAGE', 'The service sent a web page or a message instead of the result.');
  }
  throw new ServiceFailure({
    kind: 'fatal',
    code: 'RESULT_NOT_IMAGE',
    subject: 'service',
    advice: 'none',
    userMessage: 'The service sent a file that is not an image Burnish knows. Ask the service.',
  });
}

function resultFailure(code: string, happened: string): ServiceFailure {
  return new ServiceFailure({
    kind: 'retry',
    code,
    subject: 'service',
    advice: 'retry',
    userMessage: `${happened} Try again; a service keeps results for 24 hours.`,
  });
}

function tooLarge(): ServiceFailure {
  return new ServiceFailure({
    kind: 'fatal',
    code: 'RESULT_TOO_LARGE',
    subject: 'service',
    advice: 'none',
    userMessage: 'The result is larger than Burnish accepts. Choose another recipe, or make the photograph smaller.',
  });
}

function expiredResult(httpStatus: number): ServiceFailure {
  return new ServiceFailure({
    kind: 'fatal',
    code: 'RESULT_EXPIRED',
    subject: 'expired',
    advice: 'retry',
    httpStatus,
    userMessage: 'The service no longer keeps this result. Send the photograph again.',
  });
}

function rethrowAsDiskFailure(error: unknown): never {
  throw failureOfWriting('other', error);
}
