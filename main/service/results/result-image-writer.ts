import { type FileHandle, open } from 'node:fs/promises';
import { signatureBytes } from '../../../formats/image-signature.ts';
import { writeFailure } from '../errors/to-service-failure.ts';
import { type ImageMime, imageMime, isCompleteImage, isLikelyText, tailBytes } from '../http/sniff-image.ts';
import { notAnImageFailure, resultFailure, tooLargeFailure } from './result-failures.ts';

export class ImageWriter {
  bytes = 0;
  readonly #handle: FileHandle;
  readonly #maxBytes: number;
  #head = Buffer.alloc(0);
  #tail = Buffer.alloc(0);
  #mime: ImageMime | null = null;

  private constructor(handle: FileHandle, maxBytes: number) {
    this.#handle = handle;
    this.#maxBytes = maxBytes;
  }

  static async open(path: string, maxBytes: number): Promise<ImageWriter> {
    return new ImageWriter(await open(path, 'w').catch(rethrowAsDiskFailure), maxBytes);
  }

  async write(chunk: Buffer): Promise<void> {
    this.bytes += chunk.length;
    if (this.bytes > this.#maxBytes) throw tooLargeFailure();
    if (this.#mime === null && this.#head.length < signatureBytes) {
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, signatureBytes)]);
      if (this.#head.length >= signatureBytes) this.#mime = detectMime(this.#head);
    }
    this.#tail = Buffer.concat([this.#tail, chunk]).subarray(-tailBytes);
    await this.#handle.writeFile(chunk).catch(rethrowAsDiskFailure);
  }

  /** Returns the format. With `isLengthUnknown`, only the content shows whether the file is complete. */
  finish(isLengthUnknown: boolean): ImageMime {
    if (this.bytes === 0) throw resultFailure('RESULT_EMPTY_FILE', 'service.result.emptyFile');
    const mime = this.#mime ?? detectMime(this.#head);
    if (isLengthUnknown && !isCompleteImage(mime, this.#tail)) {
      throw resultFailure('RESULT_TRUNCATED', 'service.result.incomplete');
    }
    return mime;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

function detectMime(head: Buffer): ImageMime {
  const mime = imageMime(head);
  if (mime !== null) return mime;
  // A page or a message may be temporary, unlike other files.
  if (isLikelyText(head)) {
    throw resultFailure('RESULT_NOT_IMAGE', 'service.result.text');
  }
  throw notAnImageFailure();
}

function rethrowAsDiskFailure(error: unknown): never {
  throw writeFailure('other', error);
}
