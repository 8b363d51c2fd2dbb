/** Decodes base64 piece by piece, so that a large image never exists as one string. */

const prefix = /^\s*data:[a-z0-9.+/-]*(?:;[a-z0-9=.+-]+)*;base64,/i;
const blanks = /[\r\n\t ]+/g;
const alphabet = /^[A-Za-z0-9+/_-]*$/;

/** Thrown for text that is not base64. */
export class InvalidBase64 extends Error {
  override readonly name = 'InvalidBase64';
}

/** `text` without the `data:…;base64,` some services put before an image. */
export function stripDataPrefix(text: string): string {
  return text.replace(prefix, '');
}

/** True when `head`, the beginning of a long text, can be the beginning of a base64 image. */
export function isLikelyBase64(head: string): boolean {
  const text = stripDataPrefix(head).replace(/[\r\n\t]+/g, '');
  return text.length > 0 && /^[A-Za-z0-9+/_-]+={0,2}$/.test(text);
}

/** Takes base64 text in pieces of any length (standard or URL alphabet, line breaks allowed) and gives bytes. */
export class Base64Decoder {
  /** Letters that do not make whole bytes yet, at most three. */
  #carry = '';
  #padding = 0;

  /** The bytes that are complete with this piece. Throws InvalidBase64. */
  push(piece: string): Buffer {
    return this.#plain(this.#carry + piece) ?? this.#carefully(piece);
  }

  /** The bytes of text that is letters throughout, which nearly all of it is; otherwise undefined. */
  #plain(all: string): Buffer | undefined {
    const completeLength = all.length - (all.length % 4);
    const rest = all.slice(completeLength);
    if (this.#padding > 0 || !alphabet.test(rest)) return undefined;
    const bytes = Buffer.from(all.slice(0, completeLength), 'base64');
    // Node's decoder passes over what is no letter, and then there are fewer bytes.
    if (bytes.length * 4 !== completeLength * 3) return undefined;
    this.#carry = rest;
    return bytes;
  }

  #carefully(piece: string): Buffer {
    const text = piece.replace(blanks, '');
    const letters = text.replace(/=+$/, '');
    if (!alphabet.test(letters) || (this.#padding > 0 && letters !== '')) throw new InvalidBase64('not base64');
    this.#padding += text.length - letters.length;
    if (this.#padding > 2) throw new InvalidBase64('too much padding');
    const all = this.#carry + letters;
    const completeLength = all.length - (all.length % 4);
    this.#carry = all.slice(completeLength);
    return Buffer.from(all.slice(0, completeLength), 'base64');
  }

  /** The last bytes. Throws InvalidBase64 when the text breaks off. */
  end(): Buffer {
    if (this.#carry.length === 1) throw new InvalidBase64('one letter too many');
    return Buffer.from(this.#carry, 'base64');
  }
}
