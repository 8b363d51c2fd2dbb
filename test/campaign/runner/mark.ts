/**
 * The mark: a pattern of large light and dark blocks that identifies a photograph, its operation and its upload. It
 * survives JPEG and scaling.
 */
import sharp, { type Sharp } from 'sharp';
import { decodeBitmap } from '../../../formats/bmp.ts';
import { signedFormat } from '../../../formats/image-signature.ts';

export interface Mark {
  /** Number of the content, below 8192. */
  readonly photograph: number;
  /** 0 for a photograph, else the number of the operation, below 32. */
  readonly operation: number;
  /** Index among the results of a response, below 8. */
  readonly element: number;
  /** Number of the upload, below 32768; 0 for a photograph. */
  readonly serial: number;
}

/** Size of a marked image in px, above the minimum of each operation. */
export const markedSize = { width: 240, height: 216 } as const;

const columns = 10;
const rows = 9;
const cell = 24;
/** Bits of each field. A block is one bit, and each bit has several blocks. */
const fields = [
  ['photograph', 13],
  ['operation', 5],
  ['element', 3],
  ['serial', 15],
] as const satisfies readonly (readonly [keyof Mark, number])[];
const checkBits = 9;
const wordBits = fields.reduce((sum, [, bits]) => sum + bits, checkBits);
const copies = (columns * rows) / wordBits;

function bitsOf(mark: Mark): boolean[] {
  const bits = fields.flatMap(([name, count]) => numberBits(mark[name], count));
  return [...bits, ...numberBits(checksum(bits), checkBits)];
}

function numberBits(value: number, count: number): boolean[] {
  if (value < 0 || value >= 2 ** count) throw new RangeError(`${value} has no ${count} bits`);
  return Array.from({ length: count }, (_, index) => ((value >> (count - 1 - index)) & 1) === 1);
}

function bitsNumber(bits: readonly boolean[]): number {
  return bits.reduce((value, bit) => value * 2 + (bit ? 1 : 0), 0);
}

function checksum(bits: readonly boolean[]): number {
  let sum = 0x155;
  for (const bit of bits) sum = ((sum << 1) ^ (sum >> 8 === (bit ? 1 : 0) ? 0 : 0x11d)) & 0x1ff;
  return sum;
}

/** Draws a mark. The colors depend on the photograph, so that images also differ to the eye. */
export function marked(mark: Mark): Sharp {
  const word = bitsOf(mark);
  const hue = (mark.photograph * 47) % 90;
  const pixels = Buffer.alloc(markedSize.width * markedSize.height * 3);
  for (let y = 0; y < markedSize.height; y += 1) {
    for (let x = 0; x < markedSize.width; x += 1) {
      const block = Math.floor(y / cell) * columns + Math.floor(x / cell);
      const level = word[block % wordBits] ? 195 : 15;
      for (const channel of [0, 1, 2])
        pixels[(y * markedSize.width + x) * 3 + channel] = level + ((hue * (channel + 1)) % 45);
    }
  }
  return sharp(pixels, { raw: { ...markedSize, channels: 3 } });
}

/**
 * Reads the mark of an image in any size and format, or null.
 * @throws if the image cannot be decoded
 */
export async function readMark(image: Buffer | string): Promise<Mark | null> {
  const gray = await opened(image)
    .autoOrient()
    .flatten({ background: '#808080' })
    .resize({ ...markedSize, fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const levels = Array.from({ length: columns * rows }, (_, block) => levelOf(gray, block));
  const word = Array.from({ length: wordBits }, (_, bit) => {
    let sum = 0;
    for (let copy = 0; copy < copies; copy += 1) sum += levels[copy * wordBits + bit] ?? 0;
    return sum / copies > 127;
  });
  const check = word.splice(wordBits - checkBits);
  if (bitsNumber(check) !== checksum(word)) return null;
  const mark = Object.fromEntries(fields.map(([name, count]) => [name, bitsNumber(word.splice(0, count))]));
  return mark as unknown as Mark;
}

/** Returns the size of an image in px, or null if it is that of marked images. */
export async function otherSize(image: Buffer): Promise<{ width: number; height: number } | null> {
  const { width, height } = await opened(image).metadata();
  return width === markedSize.width && height === markedSize.height ? null : { width, height };
}

/** Opens an image, or a bitmap, which sharp does not support. */
function opened(image: Buffer | string): Sharp {
  if (typeof image === 'string' || signedFormat(image) !== 'bmp') return sharp(image, { failOn: 'truncated' });
  const { width, height, rgb } = decodeBitmap(image, Number.POSITIVE_INFINITY);
  return sharp(rgb, { raw: { width, height, channels: 3 } });
}

/** Returns the mean brightness of the middle of a block, 0 to 255. */
function levelOf(gray: Buffer, block: number): number {
  const left = (block % columns) * cell + cell / 4;
  const top = Math.floor(block / columns) * cell + cell / 4;
  let sum = 0;
  for (let y = top; y < top + cell / 2; y += 1) {
    for (let x = left; x < left + cell / 2; x += 1) sum += gray[y * markedSize.width + x] ?? 0;
  }
  return sum / (cell / 2) ** 2;
}
