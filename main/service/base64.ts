/** Decodes base64 piece by piece, so that a large image never exists as one string. */

const prefix = /^\s*data:[a-z0-9.+/-]*(?:;[a-z0-9=.+-]+)*;base64,/i;
const blanks = /[\r\n\t ]+/g;
const alphabet = /^[A-Za-z0-9+/_-]*$/;

/** Thrown for text that is not base64. */
export class NotBase64 extends Error {
  override readonly name = 'NotBase64';
}

/** `text` without the `data:…;base64,` some services put before an image. */
export function withoutDataPrefix(text: string): string {
  return text.replace(prefix, '');
}

/** True when `head`, the beginning of a long text, can be the beginning of a base64 image. */
export function looksLikeBase64(head: string): boolean {
  const text = withoutDataPrefix(head).replace(/[\r\n\t]+/g, '');
  return text.length > 0 && /^[A-Za-z0-9+/_-]+={0,2}$/.test(text);
}

/** Takes base64 text in pieces of any length (standard or URL alphabet, line breaks allowed) and gives bytes. */
export class Base64Decoder {
  #carry = '';
  #ended = false;

  /** The bytes that are complete with this piece. Throws NotBase64. */
  push(piece: string): Buffer {
    const text = this.#carry + piece.replace(blanks, '');
    const padding = text.indexOf('=');
    const letters = padding === -1 ? text : text.slice(0, padding);
    const rest = padding === -1 ? '' : text.slice(padding);
    if (!alphabet.test(letters) || !/^={0,2}$/.test(rest)) throw new NotBase64('not base64');
    if (this.#ended && text !== '') {
      if (/^=$/.test(text)) return Buffer.alloc(0);
      throw new NotBase64('text after the end');
    }
    if (padding !== -1) {
      this.#ended = true;
      this.#carry = '';
      return decode(letters);
    }
    const whole = letters.length - (letters.length % 4);
    this.#carry = letters.slice(whole);
    return Buffer.from(letters.slice(0, whole), 'base64');
  }

  /** The last bytes. Throws NotBase64 when the text breaks off. */
  end(): Buffer {
    const letters = this.#carry;
    this.#carry = '';
    return decode(letters);
  }
}

function decode(letters: string): Buffer {
  if (letters.length % 4 === 1) throw new NotBase64('one letter too many');
  return Buffer.from(letters, 'base64');
}
