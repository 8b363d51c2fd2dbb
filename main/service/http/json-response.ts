/** Reads a JSON answer while it arrives; images inside it (long base64 strings) go straight to files and never exist as strings. */
import { randomBytes, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Base64Decoder, isLikelyBase64, stripDataPrefix } from './base64.ts';
import { retryWhileDiskFull, writeWhenSpace } from './retry-while-disk-full.ts';

/** A string of this many bytes is looked at as a possible image. */
const longString = 64 * 1024;
/** Most bytes of an answer beside its images, and with them. */
const maxTextBytes = 16 * 1024 * 1024;
const maxBodyBytes = 512 * 1024 * 1024;
/** Most images inside an answer. */
export const maxImages = 100;
/** Lists and objects inside each other; the interface has six. */
const deepest = 100;
/** Values in an answer: each takes some of the memory, however little of the text. */
const maxValues = 1_500_000;

/** An answer that is no JSON within the limits. */
export class UnreadableResponse extends Error {
  override readonly name = 'UnreadableResponse';
  readonly why: 'empty' | 'web-page' | 'malformed' | 'too-large' | 'too-deep';

  constructor(why: UnreadableResponse['why']) {
    super(`unreadable answer: ${why}`);
    this.why = why;
  }
}

export interface ResponseBody {
  /** The parsed JSON; strings that became files are replaced by tokens that `images` knows. */
  readonly value: unknown;
  readonly images: ResponseImages;
}

/** The files that strings of an answer have become. */
export class ResponseImages {
  readonly #nonce = randomBytes(16).toString('hex');
  readonly #images: { readonly path: string; isMoved: boolean }[] = [];

  /** A token no service can guess, standing for the file at `path`. */
  add(path: string): string {
    this.#images.push({ path, isMoved: false });
    return `image-${this.#nonce}-${this.#images.length - 1}`;
  }

  /** The path behind a token; undefined for any other text. */
  pathOf(text: string): string | undefined {
    const start = `image-${this.#nonce}-`;
    return text.startsWith(start) ? this.#images[Number(text.slice(start.length))]?.path : undefined;
  }

  /** Somebody has moved the file away, and answers for it. */
  moved(path: string): void {
    for (const image of this.#images) if (image.path === path) image.isMoved = true;
  }

  /** Removes the files nobody has moved away. */
  async remove(): Promise<void> {
    const left = this.#images.filter(({ isMoved }) => !isMoved);
    await Promise.all(left.map(({ path }) => rm(path, { force: true })));
  }
}

/**
 * Reads a JSON answer from `chunks`. Files go into the folder `scratch`, once there is room for them; with null nothing is
 * written.
 * Throws UnreadableResponse, InvalidBase64 (an image that breaks off its alphabet), or the error of a file or of `chunks`.
 */
export async function readResponseBody(
  chunks: AsyncIterable<Buffer>,
  scratch: string | null,
  signal?: AbortSignal,
): Promise<ResponseBody> {
  const reader = new JsonReader(scratch, signal);
  try {
    for await (const chunk of chunks) await reader.feed(chunk);
    return { value: reader.parse(), images: reader.images };
  } catch (error) {
    await reader.discard();
    throw error;
  }
}

interface ImageFile {
  readonly handle: FileHandle;
  readonly decoder: Base64Decoder;
  readonly token: string;
  /** Decoded and not written yet. */
  waiting: Buffer[];
  waitingBytes: number;
}

/** Bytes of an image are written when so many have come. */
const writtenAtOnce = 1024 * 1024;

class JsonReader {
  readonly images = new ResponseImages();
  readonly #scratch: string | null;
  readonly #signal: AbortSignal | undefined;
  #bytes = 0;
  /** Everything but the images; one growing piece, since an answer can have millions of strings. */
  #text = Buffer.allocUnsafe(4096);
  #textBytes = 0;
  /** The string being read: `small` is held back until its end or until it is long enough to be judged. */
  #string: { kind: 'none' | 'small' | 'long'; held: Buffer[]; heldBytes: number } | { kind: 'image'; file: ImageFile } =
    none();
  /** The last byte was a backslash that escapes the next one. */
  #escaping = false;
  /** The beginning of an escape sequence that a chunk cut in two. */
  #cutEscape = '';
  #depth = 0;
  #values = 0;
  #imageCount = 0;

  constructor(scratch: string | null, signal?: AbortSignal) {
    this.#scratch = scratch;
    this.#signal = signal;
  }

  async feed(chunk: Buffer): Promise<void> {
    this.#bytes += chunk.length;
    if (this.#bytes > maxBodyBytes) throw new UnreadableResponse('too-large');
    let offset = 0;
    while (offset < chunk.length) {
      if (this.#string.kind === 'none') {
        const quote = chunk.indexOf(0x22, offset);
        const end = quote === -1 ? chunk.length : quote + 1;
        this.#count(chunk.subarray(offset, end));
        this.#keep(chunk.subarray(offset, end));
        if (quote !== -1) this.#string = { kind: 'small', held: [], heldBytes: 0 };
        offset = end;
      } else {
        const quote = this.#closingQuote(chunk, offset);
        await this.#take(chunk.subarray(offset, quote === -1 ? chunk.length : quote));
        if (quote === -1) return;
        await this.#close();
        offset = quote;
        this.#keep(chunk.subarray(offset, offset + 1));
        offset += 1;
      }
    }
  }

  parse(): unknown {
    const text = this.#text
      .toString('utf8', 0, this.#textBytes)
      .replace(/^\uFEFF/, '')
      .trim();
    if (text === '') throw new UnreadableResponse('empty');
    try {
      return JSON.parse(text);
    } catch {
      throw new UnreadableResponse(text.startsWith('<') ? 'web-page' : 'malformed');
    }
  }

  async discard(): Promise<void> {
    if (this.#string.kind === 'image') await this.#string.file.handle.close().catch(() => undefined);
    await this.images.remove();
  }

  /** Counts what stands between strings: the parser would take up any depth and number, and what reads its value would not. */
  #count(between: Buffer): void {
    for (const byte of between) {
      if (byte === 0x5b || byte === 0x7b) this.#depth += 1;
      else if (byte === 0x5d || byte === 0x7d) this.#depth -= 1;
      else if (byte !== 0x2c) continue;
      this.#values += 1;
      if (this.#depth > deepest) throw new UnreadableResponse('too-deep');
    }
    if (this.#values > maxValues) throw new UnreadableResponse('too-large');
  }

  /** Index of the quote that ends the string, or -1 when it goes on in the next chunk. */
  #closingQuote(chunk: Buffer, from: number): number {
    let offset = from + (this.#escaping ? 1 : 0);
    this.#escaping = false;
    for (;;) {
      const quote = chunk.indexOf(0x22, offset);
      const backslash = chunk.subarray(offset, quote === -1 ? chunk.length : quote).indexOf(0x5c);
      if (backslash === -1) return quote;
      offset += backslash + 2;
      if (offset > chunk.length) {
        this.#escaping = true;
        return -1;
      }
    }
  }

  async #take(piece: Buffer): Promise<void> {
    const string = this.#string;
    switch (string.kind) {
      case 'image':
        await this.#write(string.file, string.file.decoder.push(this.#unescape(piece)));
        return;
      case 'long':
        this.#keep(piece);
        return;
      case 'small': {
        string.held.push(Buffer.from(piece));
        string.heldBytes += piece.length;
        if (string.heldBytes < longString) return;
        const held = Buffer.concat(string.held);
        const head = this.#scratch === null ? '' : this.#unescape(held);
        if (this.#scratch !== null && isLikelyBase64(head)) {
          const file = await this.#openImage(this.#scratch);
          this.#string = { kind: 'image', file };
          await this.#write(file, file.decoder.push(stripDataPrefix(head)));
        } else {
          this.#cutEscape = '';
          this.#string = { kind: 'long', held: [], heldBytes: 0 };
          this.#keep(held);
        }
        return;
      }
      case 'none':
        return;
    }
  }

  async #close(): Promise<void> {
    const string = this.#string;
    if (string.kind === 'small') this.#keep(Buffer.concat(string.held));
    if (string.kind === 'image') {
      await this.#write(string.file, string.file.decoder.end());
      await this.#flush(string.file);
      await string.file.handle.close();
      this.#keep(Buffer.from(string.file.token));
    }
    this.#string = none();
  }

  async #openImage(scratch: string): Promise<ImageFile> {
    this.#imageCount += 1;
    if (this.#imageCount > maxImages) throw new UnreadableResponse('too-large');
    const path = join(scratch, `answer-${randomUUID()}.part`);
    const handle = await retryWhileDiskFull(() => open(path, 'wx'), this.#signal);
    return { handle, decoder: new Base64Decoder(), token: this.images.add(path), waiting: [], waitingBytes: 0 };
  }

  async #write(file: ImageFile, bytes: Buffer): Promise<void> {
    file.waiting.push(bytes);
    file.waitingBytes += bytes.length;
    if (file.waitingBytes >= writtenAtOnce) await this.#flush(file);
  }

  async #flush(file: ImageFile): Promise<void> {
    await writeWhenSpace(file.handle, Buffer.concat(file.waiting), this.#signal);
    file.waiting = [];
    file.waitingBytes = 0;
  }

  #keep(bytes: Buffer): void {
    const end = this.#textBytes + bytes.length;
    if (end > maxTextBytes) throw new UnreadableResponse('too-large');
    if (end > this.#text.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, this.#text.length * 2));
      this.#text.copy(larger, 0, 0, this.#textBytes);
      this.#text = larger;
    }
    bytes.copy(this.#text, this.#textBytes);
    this.#textBytes = end;
  }

  /** Resolves JSON's escapes (`\/` and `\u003d` are common in base64); other text passes. */
  #unescape(piece: Buffer): string {
    if (this.#cutEscape === '' && !piece.includes(0x5c)) return piece.toString('latin1');
    const raw = this.#cutEscape + piece.toString('latin1');
    const cut = /\\(?:u[0-9a-fA-F]{0,3})?$/.exec(raw);
    this.#cutEscape = cut?.[0] ?? '';
    const text = cut ? raw.slice(0, cut.index) : raw;
    return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code: string | undefined, letter: string) =>
      code !== undefined ? String.fromCharCode(Number.parseInt(code, 16)) : (blankEscapes[letter] ?? letter),
    );
  }
}

const blankEscapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function none() {
  return { kind: 'none' as const, held: [], heldBytes: 0 };
}
