import { describe, expect, test } from 'vitest';
import { bitmapHeader, decodeBitmap } from '../../formats/bmp.ts';
import { bitmap } from '../helpers/engine/engine-images.ts';

const limit = 1_000_000;

type Form = {
  width: number;
  height: number;
  bits: number;
  compression?: number;
  /** Blue, green, red, unused, for each color. */
  palette?: number[][];
  masks?: number[];
  /** Unused bytes between header and pixels, which a reader must skip. */
  gap?: number;
  pixels: number[];
};

/** Builds a BMP file by the format's specification. */
function file({ width, height, bits, compression = 0, palette = [], masks = [], gap = 0, pixels }: Form): Uint8Array {
  const header = bitmap(width, height);
  const extra = masks.length * 4 + palette.length * 4 + gap;
  header.writeUInt32LE(54 + extra, 10);
  header.writeUInt16LE(bits, 28);
  header.writeUInt32LE(compression, 30);
  header.writeUInt32LE(palette.length, 46);
  const words = Buffer.alloc(masks.length * 4);
  for (const [i, mask] of masks.entries()) words.writeUInt32LE(mask >>> 0, i * 4);
  return Buffer.concat([header, words, Buffer.from(palette.flat()), Buffer.alloc(gap, 0xee), Buffer.from(pixels)]);
}

/** Pixels as rows of `#rrggbb`. */
function rows(bytes: Uint8Array): string[] {
  const { width, height, rgb } = decodeBitmap(bytes, limit);
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => {
      const at = (y * width + x) * 3;
      return Buffer.from(rgb.subarray(at, at + 3)).toString('hex');
    }).join(' '),
  );
}

const palette = [
  [0, 0, 0, 0],
  [0, 0, 255, 0],
  [0, 255, 0, 0],
  [255, 0, 0, 0],
];

describe('decodeBitmap', () => {
  test('24 bits: rows from the bottom, padded to four bytes, pixels at the offset the header names', () => {
    const pixels = [255, 0, 0, 0, 255, 0, 0xaa, 0xaa, 0, 0, 255, 9, 8, 7, 0xaa, 0xaa];
    expect(rows(file({ width: 2, height: 2, bits: 24, gap: 6, pixels }))).toEqual(['ff0000 070809', '0000ff 00ff00']);
  });

  test('a negative height means rows from the top', () => {
    const pixels = [255, 0, 0, 0, 0, 0, 255, 0];
    expect(rows(file({ width: 1, height: -2, bits: 24, pixels }))).toEqual(['0000ff', 'ff0000']);
  });

  test.each([
    { bits: 1, pixels: [0b01000000, 0, 0, 0], expected: '000000 ff0000 000000' },
    { bits: 4, pixels: [0x12, 0x30, 0, 0], expected: 'ff0000 00ff00 0000ff' },
    { bits: 8, pixels: [3, 0, 2, 0], expected: '0000ff 000000 00ff00' },
  ])('$bits bits are indexes into the palette', ({ bits, pixels, expected }) => {
    expect(rows(file({ width: 3, height: 1, bits, palette, pixels }))).toEqual([expected]);
  });

  test('an index beyond the palette is black', () => {
    expect(rows(file({ width: 1, height: 1, bits: 8, palette, pixels: [200, 0, 0, 0] }))).toEqual(['000000']);
  });

  test('16 bits without masks are five per color', () => {
    expect(rows(file({ width: 2, height: 1, bits: 16, pixels: [0x1f, 0x7c, 0xe0, 0x03] }))).toEqual(['ff00ff 00ff00']);
  });

  test('16 bits with masks of 5, 6 and 5', () => {
    const masks = [0xf800, 0x07e0, 0x001f];
    const pixels = [0xff, 0xff, 0xe0, 0x07];
    expect(rows(file({ width: 2, height: 1, bits: 16, compression: 3, masks, pixels }))).toEqual(['ffffff 00ff00']);
  });

  test('32 bits with an alpha mask', () => {
    const masks = [0xff, 0xff00, 0xff0000, 0xff000000];
    const pixels = [1, 2, 3, 128, 4, 5, 6, 0];
    const { rgb, alpha } = decodeBitmap(file({ width: 2, height: 1, bits: 32, compression: 6, masks, pixels }), limit);
    expect([...rgb]).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...alpha!]).toEqual([128, 0]);
  });

  test('an alpha channel that is empty everywhere means an opaque bitmap', () => {
    const masks = [0xff0000, 0xff00, 0xff, 0xff000000];
    const pixels = [1, 2, 3, 0];
    expect(
      decodeBitmap(file({ width: 1, height: 1, bits: 32, compression: 6, masks, pixels }), limit).alpha,
    ).toBeNull();
  });

  test('run lengths of 8 bits: runs, literals, a jump and line ends', () => {
    const pixels = [2, 1, 0, 0, 0, 3, 2, 3, 1, 0, 0, 0, 0, 2, 1, 0, 1, 2, 0, 1];
    expect(rows(file({ width: 3, height: 3, bits: 8, compression: 1, palette, pixels }))).toEqual([
      '000000 00ff00 000000',
      '00ff00 0000ff ff0000',
      'ff0000 ff0000 000000',
    ]);
  });

  test('run lengths of 4 bits take two pixels in turn', () => {
    const pixels = [3, 0x12, 0, 1];
    expect(rows(file({ width: 3, height: 1, bits: 4, compression: 2, palette, pixels }))).toEqual([
      'ff0000 00ff00 ff0000',
    ]);
  });

  test.each<[string, Uint8Array]>([
    ['is cut short', file({ width: 100, height: 100, bits: 24, pixels: [1, 2, 3] })],
    ['ends inside its header', file({ width: 1, height: 1, bits: 24, pixels: [] }).subarray(0, 40)],
    ['has runs that end nowhere', file({ width: 9, height: 9, bits: 8, compression: 1, palette, pixels: [2, 1] })],
    ['has no pixels', file({ width: 0, height: 5, bits: 24, pixels: [] })],
    ['has a negative width', file({ width: -5, height: 5, bits: 24, pixels: [] })],
    ['has seven bits a pixel', file({ width: 1, height: 1, bits: 7, pixels: [0, 0, 0, 0] })],
    ['holds a JPEG', file({ width: 1, height: 1, bits: 24, compression: 4, pixels: [0, 0, 0, 0] })],
  ])('refuses a bitmap that %s', (_, bytes) => {
    expect(() => decodeBitmap(bytes, limit)).toThrow();
  });

  test('rejects a size above the limit before it allocates memory', () => {
    const huge = file({ width: 2 ** 30, height: 2 ** 30, bits: 8, compression: 1, palette, pixels: [0, 1] });
    expect(() => decodeBitmap(huge, limit)).toThrow(/too large/);
  });
});

describe('bitmapHeader', () => {
  test('returns size and depth, for either row order and for the oldest header', () => {
    expect(bitmapHeader(bitmap(20, 10))).toEqual({ width: 20, height: 10, bitsPerPixel: 24 });
    expect(bitmapHeader(bitmap(20, -10))).toEqual({ width: 20, height: 10, bitsPerPixel: 24 });
    const oldest = bitmap(0, 0);
    oldest.writeUInt32LE(12, 14);
    oldest.writeUInt16LE(300, 18);
    oldest.writeUInt16LE(200, 20);
    oldest.writeUInt16LE(8, 24);
    expect(bitmapHeader(oldest)).toEqual({ width: 300, height: 200, bitsPerPixel: 8 });
  });

  test('rejects truncated files, and files without a size', () => {
    expect(() => bitmapHeader(bitmap(20, 10).subarray(0, 16))).toThrow(RangeError);
    expect(() => bitmapHeader(bitmap(0, 10))).toThrow();
    expect(() => bitmapHeader(bitmap(-3, 10))).toThrow();
  });
});
