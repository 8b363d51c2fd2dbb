/** Files of images in responses. They wait while the disk is full, because a paid result is sent only once. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { signatureBytes } from '../../../formats/image-signature.ts';

/** Services keep idle connections for minutes. */
const checkEveryMs = 500;
const maxWaitMs = 10 * 60 * 1000;

/**
 * Runs `act` until the disk has space.
 * @throws its error; that of a full disk after `maxWaitMs` or once `signal` has fired
 */
async function retryWhileDiskFull<T>(act: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await act();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const isFull = code === 'ENOSPC' || code === 'EDQUOT';
      if (!isFull || signal?.aborted || performance.now() - startedAt > maxWaitMs) throw error;
    }
    await wait(checkEveryMs, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Writes all of `bytes` at the file's position.
 * @throws as `retryWhileDiskFull`
 */
export async function writeWhenSpace(file: FileHandle, bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const from = written;
    written += (await retryWhileDiskFull(() => file.write(bytes, from), signal)).bytesWritten;
  }
}

const writeBufferBytes = 1024 * 1024;

/** One image of a response, decoded to a new file. */
export class ImageFile {
  readonly path: string;
  /** Whether the file belongs to the caller. */
  isTaken = false;
  /** Enough to detect its format. */
  firstBytes: Buffer = Buffer.alloc(0);
  bytes = 0;
  readonly #isFirst: boolean;
  readonly #handle: FileHandle;
  readonly #signal: AbortSignal | undefined;
  #unwritten: Buffer[] = [];
  #unwrittenBytes = 0;

  private constructor(path: string, handle: FileHandle, isFirst: boolean, signal: AbortSignal | undefined) {
    this.path = path;
    this.#handle = handle;
    this.#isFirst = isFirst;
    this.#signal = signal;
  }

  static async create(scratch: string, isFirst: boolean, signal: AbortSignal | undefined): Promise<ImageFile> {
    const path = join(scratch, `answer-${randomUUID()}`);
    return new ImageFile(path, await retryWhileDiskFull(() => open(path, 'wx'), signal), isFirst, signal);
  }

  /** All bytes, if they are few, and the image is the response's first. */
  get content(): Buffer | undefined {
    return this.firstBytes.length === this.bytes ? this.firstBytes : undefined;
  }

  async write(bytes: Buffer): Promise<void> {
    this.#unwritten.push(bytes);
    this.#unwrittenBytes += bytes.length;
    this.bytes += bytes.length;
    if (this.#unwrittenBytes >= writeBufferBytes) await this.#flush();
  }

  /** Makes the content durable. */
  async end(): Promise<void> {
    await this.#flush();
    await this.#handle.sync();
    await this.close();
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#unwritten);
    if (this.firstBytes.length === 0)
      this.firstBytes = this.#isFirst ? bytes : Buffer.from(bytes.subarray(0, signatureBytes));
    this.#unwritten = [];
    this.#unwrittenBytes = 0;
    await writeWhenSpace(this.#handle, bytes, this.#signal);
  }
}
