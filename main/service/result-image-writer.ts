/** Writes the image of a result to a file while it arrives, and watches what goes into it. */
import { type FileHandle, open } from 'node:fs/promises';
import { signatureBytes } from '../../formats/image-signature.ts';
import { notAnImageFile, resultFailure, tooLarge } from './errors/result-failures.ts';
import { writeFailure } from './errors/to-service-failure.ts';
import { type ImageMime, imageMime, isCompleteImage, isLikelyText, tailBytes } from './http/sniff-image.ts';

/** One file of a result. Its methods throw ServiceFailure. */
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
    if (this.bytes > this.#maxBytes) throw tooLarge();
    if (this.#mime === null && this.#head.length < signatureBytes) {
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, signatureBytes)]);
      if (this.#head.length >= signatureBytes) this.#mime = checkedMime(this.#head);
    }
    this.#tail = Buffer.concat([this.#tail, chunk]).subarray(-tailBytes);
    await this.#handle.writeFile(chunk).catch(rethrowAsDiskFailure);
  }

  /** The format. With `isLengthUnknown`, nothing but the file itself can tell whether it is whole. */
  finish(isLengthUnknown: boolean): ImageMime {
    if (this.bytes === 0) throw resultFailure('RESULT_EMPTY_FILE', 'service.result.emptyFile');
    const mime = this.#mime ?? checkedMime(this.#head);
    if (isLengthUnknown && !isCompleteImage(mime, this.#tail)) {
      throw resultFailure('RESULT_TRUNCATED', 'service.result.incomplete');
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
  if (isLikelyText(head)) {
    throw resultFailure('RESULT_NOT_IMAGE', 'service.result.text');
  }
  throw notAnImageFile();
}

function rethrowAsDiskFailure(error: unknown): never {
  throw writeFailure('other', error);
}
