/**
 * Parses a JSON response while it arrives. Images in it (long base64 strings) become files and never exist as strings.
 */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Base64Decoder, isLikelyBase64, stripDataPrefix } from './base64.ts';
import { ImageFile } from './image-file.ts';

/** Strings of this length may be images. */
const minImageStringBytes = 64 * 1024;
const maxTextBytes = 16 * 1024 * 1024;
const maxBodyBytes = 512 * 1024 * 1024;
export const maxImages = 100;
/** The interface has six levels. */
const maxDepth = 100;
/** Limits the memory, because even the shortest value takes some. */
const maxValues = 1_500_000;

/** No JSON within the limits. */
export class UnreadableResponse extends Error {
  override readonly name = 'UnreadableResponse';
  readonly reason: 'empty' | 'web-page' | 'malformed' | 'too-large' | 'too-deep';

  constructor(reason: UnreadableResponse['reason']) {
    super(`unreadable answer: ${reason}`);
    this.reason = reason;
  }
}

export interface ResponseBody {
  /** The parsed JSON, with tokens of `images` for strings that became files. */
  readonly value: unknown;
  readonly images: ResponseImages;
}

export class ResponseImages {
  readonly #nonce = randomBytes(16).toString('hex');
  readonly #images: ImageFile[] = [];

  /** Returns a token for the file, which no service can guess. */
  add(image: ImageFile): string {
    this.#images.push(image);
    return `image-${this.#nonce}-${this.#images.length - 1}`;
  }

  pathOf(text: string): string | undefined {
    return this.imageOf(text)?.path;
  }

  /** Returns undefined unless `text` is a token. */
  imageOf(text: string): ImageFile | undefined {
    const start = `image-${this.#nonce}-`;
    return text.startsWith(start) ? this.#images[Number(text.slice(start.length))] : undefined;
  }

  /** Removes all files that were not taken. */
  async remove(): Promise<void> {
    const remaining = this.#images.filter(({ isTaken }) => !isTaken);
    await Promise.all(remaining.map(({ path }) => rm(path, { force: true })));
  }
}

/**
 * Decodes images to files in `scratch`, which waits for disk space; null writes none.
 * @throws UnreadableResponse, InvalidBase64, or the error of a file or of `chunks`
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

class JsonReader {
  readonly images = new ResponseImages();
  readonly #scratch: string | null;
  readonly #signal: AbortSignal | undefined;
  #bytes = 0;
  /** Everything except images; one buffer, because a response can have millions of strings. */
  #text = Buffer.allocUnsafe(4096);
  #textBytes = 0;
  /** The current string, which is `small` until it can be classified. */
  #string:
    | { kind: 'none' | 'small' | 'long'; held: Buffer[]; heldBytes: number }
    | { kind: 'image'; file: ImageFile; decoder: Base64Decoder; token: string } = noString();
  /** Whether the next byte is escaped. */
  #isEscaping = false;
  /** An escape sequence that continues in the next chunk. */
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
        this.#countValues(chunk.subarray(offset, end));
        this.#appendText(chunk.subarray(offset, end));
        if (quote !== -1) this.#string = { kind: 'small', held: [], heldBytes: 0 };
        offset = end;
      } else {
        const quote = this.#closingQuote(chunk, offset);
        await this.#readString(chunk.subarray(offset, quote === -1 ? chunk.length : quote));
        if (quote === -1) return;
        await this.#endString();
        offset = quote;
        this.#appendText(chunk.subarray(offset, offset + 1));
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
    if (this.#string.kind === 'image') await this.#string.file.close().catch(() => undefined);
    await this.images.remove();
  }

  /** Counts values and depth, which JSON.parse does not limit and recursive readers must. */
  #countValues(between: Buffer): void {
    for (const byte of between) {
      if (byte === 0x5b || byte === 0x7b) this.#depth += 1;
      else if (byte === 0x5d || byte === 0x7d) this.#depth -= 1;
      else if (byte !== 0x2c) continue;
      this.#values += 1;
      if (this.#depth > maxDepth) throw new UnreadableResponse('too-deep');
    }
    if (this.#values > maxValues) throw new UnreadableResponse('too-large');
  }

  /** Returns -1 if the string continues in the next chunk. */
  #closingQuote(chunk: Buffer, from: number): number {
    let offset = from + (this.#isEscaping ? 1 : 0);
    this.#isEscaping = false;
    for (;;) {
      const quote = chunk.indexOf(0x22, offset);
      const backslash = chunk.subarray(offset, quote === -1 ? chunk.length : quote).indexOf(0x5c);
      if (backslash === -1) return quote;
      offset += backslash + 2;
      if (offset > chunk.length) {
        this.#isEscaping = true;
        return -1;
      }
    }
  }

  async #readString(piece: Buffer): Promise<void> {
    const string = this.#string;
    switch (string.kind) {
      case 'image':
        await string.file.write(string.decoder.push(this.#unescape(piece)));
        return;
      case 'long':
        this.#appendText(piece);
        return;
      case 'small': {
        string.held.push(piece);
        string.heldBytes += piece.length;
        if (string.heldBytes < minImageStringBytes) return;
        const held = string.held.length === 1 ? piece : Buffer.concat(string.held);
        const head = this.#scratch === null ? '' : this.#unescape(held);
        if (this.#scratch !== null && isLikelyBase64(head)) {
          const image = await this.#openImage(this.#scratch);
          this.#string = image;
          await image.file.write(image.decoder.push(stripDataPrefix(head)));
        } else {
          this.#cutEscape = '';
          this.#string = { kind: 'long', held: [], heldBytes: 0 };
          this.#appendText(held);
        }
        return;
      }
      case 'none':
        return;
    }
  }

  async #endString(): Promise<void> {
    const string = this.#string;
    if (string.kind === 'small') string.held.forEach(this.#appendText, this);
    if (string.kind === 'image') {
      await string.file.write(string.decoder.end());
      await string.file.end();
      this.#appendText(Buffer.from(string.token));
    }
    this.#string = noString();
  }

  async #openImage(scratch: string) {
    this.#imageCount += 1;
    if (this.#imageCount > maxImages) throw new UnreadableResponse('too-large');
    const file = await ImageFile.create(scratch, this.#imageCount === 1, this.#signal);
    return { kind: 'image', file, decoder: new Base64Decoder(), token: this.images.add(file) } as const;
  }

  #appendText(bytes: Buffer): void {
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

  /** Resolves JSON's escapes (`\/` and `\u003d` are common in base64). */
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

function noString() {
  return { kind: 'none' as const, held: [], heldBytes: 0 };
}
