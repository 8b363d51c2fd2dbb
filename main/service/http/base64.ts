/** Decodes base64 in pieces, so that a large image never exists as one string. */

const prefix = /^\s*data:[a-z0-9.+/-]*(?:;[a-z0-9=.+-]+)*;base64,/i;
const whitespace = /[\r\n\t ]+/g;
const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const alphabet = /^[A-Za-z0-9+/_-]*$/;

export class InvalidBase64 extends Error {
  override readonly name = 'InvalidBase64';
}

/** Strips the `data:…;base64,` that some services put before an image. */
export function stripDataPrefix(text: string): string {
  return text.replace(prefix, '');
}

/** Whether `head`, the beginning of a long text, can begin a base64 image. */
export function isLikelyBase64(head: string): boolean {
  const text = stripDataPrefix(head);
  return base64.test(text) || base64.test(text.replace(/[\r\n\t]+/g, ''));
}

/** Accepts pieces of any length, both alphabets, and line breaks. */
export class Base64Decoder {
  /** Incomplete letters, at most three. */
  #carry = '';
  #padding = 0;

  /**
   * Returns the bytes that this piece completes.
   * @throws InvalidBase64
   */
  push(piece: string): Buffer {
    const letters = piece.endsWith('=') ? piece.slice(0, piece.endsWith('==') ? -2 : -1) : piece;
    const bytes = this.#decodeLetters(this.#carry + letters);
    if (bytes === undefined) return this.#decodeWithChecks(piece);
    this.#padding += piece.length - letters.length;
    return bytes;
  }

  /** Decodes text of letters only, the usual case; undefined for any other. */
  #decodeLetters(all: string): Buffer | undefined {
    const completeLength = all.length - (all.length % 4);
    const rest = all.slice(completeLength);
    if (this.#padding > 0 || !alphabet.test(rest)) return undefined;
    const bytes = Buffer.from(all.slice(0, completeLength), 'base64');
    // Node's decoder skips invalid characters, which yields fewer bytes.
    if (bytes.length * 4 !== completeLength * 3) return undefined;
    this.#carry = rest;
    return bytes;
  }

  #decodeWithChecks(piece: string): Buffer {
    const text = piece.replace(whitespace, '');
    const letters = text.replace(/=+$/, '');
    if (!alphabet.test(letters) || (this.#padding > 0 && letters !== '')) throw new InvalidBase64('not base64');
    this.#padding += text.length - letters.length;
    if (this.#padding > 2) throw new InvalidBase64('too much padding');
    const all = this.#carry + letters;
    const completeLength = all.length - (all.length % 4);
    this.#carry = all.slice(completeLength);
    return Buffer.from(all.slice(0, completeLength), 'base64');
  }

  /** @throws InvalidBase64 if the text is truncated */
  end(): Buffer {
    if (this.#carry.length === 1) throw new InvalidBase64('one letter too many');
    return Buffer.from(this.#carry, 'base64');
  }
}
