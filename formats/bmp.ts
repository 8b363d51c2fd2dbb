/** Decoder of Windows bitmaps (BMP), which sharp cannot read. */
import { signedFormat } from './image-signature.ts';

/** Rows from the top. `alpha` is null unless declared and used. */
export type Bitmap = { width: number; height: number; rgb: Uint8Array; alpha: Uint8Array | null };

/** Values of `biCompression`. */
export const bitmapForm = { rgb: 0, rle8: 1, rle4: 2, bitFields: 3, alphaBitFields: 6 } as const;

interface Header {
  readonly view: DataView;
  readonly width: number;
  readonly height: number;
  readonly isTopDown: boolean;
  readonly bits: number;
  readonly compression: number;
  /** Offset of the pixels in bytes. */
  readonly offset: number;
  /** Four bytes per color: blue, green, red, unused. */
  readonly palette: Uint8Array;
  readonly masks: { readonly red: number; readonly green: number; readonly blue: number; readonly alpha: number };
}

export interface BitmapHeader {
  /** px */
  readonly width: number;
  readonly height: number;
  readonly bitsPerPixel: number;
}

/**
 * Reads the header, the first 54 bytes.
 * @throws RangeError if it is incomplete, Error if it has no size
 */
export function bitmapHeader(bytes: Uint8Array): BitmapHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // OS/2 headers (12 bytes) have sides of 16 bits. In others, a negative height means rows from the top.
  const isOld = view.getUint32(14, true) === 12;
  const width = isOld ? view.getUint16(18, true) : view.getInt32(18, true);
  const height = isOld ? view.getUint16(20, true) : Math.abs(view.getInt32(22, true));
  if (width < 1 || height < 1) throw new Error('the bitmap has no pixels');
  return { width, height, bitsPerPixel: view.getUint16(isOld ? 24 : 28, true) };
}

/** @throws RangeError or Error if the file is truncated, inconsistent, larger, or of an unknown form */
export function decodeBitmap(bytes: Uint8Array, maxPixels: number): Bitmap {
  const header = readHeader(bytes);
  const { width, height, bits, compression } = header;
  if (width * height > maxPixels) throw new RangeError(`a bitmap of ${width} x ${height} pixels is too large`);
  if (compression === bitmapForm.rle8 || compression === bitmapForm.rle4)
    return applyPalette(header, unpackRuns(header));
  const stride = Math.ceil((width * bits) / 32) * 4;
  // The last row may lack its padding.
  const pixelBytes = stride * (height - 1) + Math.ceil((width * bits) / 8);
  if (header.offset + pixelBytes > bytes.byteLength) throw new RangeError('the bitmap is truncated');
  return bits <= 8 ? applyPalette(header, unpackIndices(header, stride)) : readColors(header, stride);
}

function readHeader(bytes: Uint8Array): Header {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (signedFormat(bytes) !== 'bmp') throw new Error('not a bitmap');
  const size = view.getUint32(14, true);
  if (size < 40) return readOldHeader(view, size);
  const signedHeight = view.getInt32(22, true);
  const bits = view.getUint16(28, true);
  const compression = view.getUint32(30, true);
  const colors = view.getUint32(46, true);
  const hasMasks = compression === bitmapForm.bitFields || compression === bitmapForm.alphaBitFields;
  const mask = (index: number) => view.getUint32(54 + index * 4, true);
  const masks = hasMasks
    ? {
        red: mask(0),
        green: mask(1),
        blue: mask(2),
        alpha: size >= 56 || compression === bitmapForm.alphaBitFields ? mask(3) : 0,
      }
    : defaultMasks(bits);
  // Masks follow a header of 40 bytes; longer headers contain them.
  const maskBytes = hasMasks && size === 40 ? (compression === bitmapForm.alphaBitFields ? 16 : 12) : 0;
  const entries = bits <= 8 ? Math.min(colors || 1 << bits, 256) : 0;
  return checkHeader({
    view,
    width: view.getInt32(18, true),
    height: Math.abs(signedHeight),
    isTopDown: signedHeight < 0,
    bits,
    compression,
    offset: view.getUint32(10, true),
    palette: bytes.subarray(14 + size + maskBytes, 14 + size + maskBytes + entries * 4),
    masks,
  });
}

/** Reads an OS/2 1.x header, with a palette of three bytes per color. */
function readOldHeader(view: DataView, size: number): Header {
  if (size !== 12) throw new Error(`a bitmap header of ${size} bytes is unknown`);
  const bits = view.getUint16(24, true);
  const entries = bits <= 8 ? 1 << bits : 0;
  const palette = new Uint8Array(entries * 4);
  for (let i = 0; i < entries; i++) {
    for (let c = 0; c < 3; c++) palette[i * 4 + c] = view.getUint8(26 + i * 3 + c);
  }
  return checkHeader({
    view,
    width: view.getUint16(18, true),
    height: view.getUint16(20, true),
    isTopDown: false,
    bits,
    compression: bitmapForm.rgb,
    offset: view.getUint32(10, true),
    palette,
    masks: defaultMasks(bits),
  });
}

function defaultMasks(bits: number): Header['masks'] {
  return bits === 16
    ? { red: 0x7c00, green: 0x03e0, blue: 0x001f, alpha: 0 }
    : { red: 0xff0000, green: 0xff00, blue: 0xff, alpha: 0 };
}

function checkHeader(header: Header): Header {
  const { width, height, bits, compression } = header;
  if (width < 1 || height < 1) throw new Error('the bitmap has no pixels');
  const allowed: Record<number, number[]> = {
    [bitmapForm.rgb]: [1, 4, 8, 16, 24, 32],
    [bitmapForm.rle8]: [8],
    [bitmapForm.rle4]: [4],
    [bitmapForm.bitFields]: [16, 32],
    [bitmapForm.alphaBitFields]: [16, 32],
  };
  if (!allowed[compression]?.includes(bits)) throw new Error(`bitmap form ${compression} with ${bits} bits is unknown`);
  return header;
}

function rowOf(header: Header, line: number): number {
  return header.isTopDown ? line : header.height - 1 - line;
}

/** Returns palette indices, rows from the top. */
function unpackIndices(header: Header, stride: number): Uint8Array {
  const { view, width, height, bits, offset } = header;
  const indices = new Uint8Array(width * height);
  const perByte = 8 / bits;
  const mask = (1 << bits) - 1;
  for (let line = 0; line < height; line++) {
    const to = rowOf(header, line) * width;
    const from = offset + line * stride;
    for (let x = 0; x < width; x++) {
      const shift = 8 - bits - (x % perByte) * bits;
      indices[to + x] = (view.getUint8(from + Math.floor(x / perByte)) >> shift) & mask;
    }
  }
  return indices;
}

/** Decodes run lengths to palette indices. Skipped pixels have index 0. */
function unpackRuns(header: Header): Uint8Array {
  const { view, width, height, offset } = header;
  const indices = new Uint8Array(width * height);
  const isRle4 = header.compression === bitmapForm.rle4;
  let position = offset;
  let x = 0;
  let line = 0;
  const put = (index: number) => {
    if (x < width && line < height) indices[rowOf(header, line) * width + x] = index;
    x++;
  };
  while (line < height) {
    const count = view.getUint8(position++);
    const value = view.getUint8(position++);
    if (count > 0) {
      for (let i = 0; i < count; i++) put(isRle4 ? (i % 2 ? value & 15 : value >> 4) : value);
    } else if (value === 0) {
      x = 0;
      line++;
    } else if (value === 1) {
      break;
    } else if (value === 2) {
      x += view.getUint8(position++);
      line += view.getUint8(position++);
    } else {
      for (let i = 0; i < value; i++) {
        const byte = view.getUint8(position + (isRle4 ? i >> 1 : i));
        put(isRle4 ? (i % 2 ? byte & 15 : byte >> 4) : byte);
      }
      const byteCount = isRle4 ? (value + 1) >> 1 : value;
      position += byteCount + (byteCount % 2);
    }
  }
  return indices;
}

function applyPalette(header: Header, indices: Uint8Array): Bitmap {
  const { width, height, palette } = header;
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < indices.length; i++) {
    const entry = indices[i]! * 4;
    rgb[i * 3] = palette[entry + 2] ?? 0;
    rgb[i * 3 + 1] = palette[entry + 1] ?? 0;
    rgb[i * 3 + 2] = palette[entry] ?? 0;
  }
  return { width, height, rgb, alpha: null };
}

function readColors(header: Header, stride: number): Bitmap {
  const { view, width, height, bits, offset, masks } = header;
  const rgb = new Uint8Array(width * height * 3);
  const alpha = masks.alpha ? new Uint8Array(width * height) : null;
  const pixelBytes = bits / 8;
  const red = createChannelReader(masks.red);
  const green = createChannelReader(masks.green);
  const blue = createChannelReader(masks.blue);
  const opacity = createChannelReader(masks.alpha);
  let alphaBits = 0;
  for (let line = 0; line < height; line++) {
    let to = rowOf(header, line) * width;
    for (let x = 0, from = offset + line * stride; x < width; x++, to++, from += pixelBytes) {
      const word =
        pixelBytes === 2
          ? view.getUint16(from, true)
          : pixelBytes === 4
            ? view.getUint32(from, true)
            : view.getUint16(from, true) | (view.getUint8(from + 2) << 16);
      rgb[to * 3] = red(word);
      rgb[to * 3 + 1] = green(word);
      rgb[to * 3 + 2] = blue(word);
      if (alpha) {
        alpha[to] = opacity(word);
        alphaBits |= alpha[to]!;
      }
    }
  }
  // Many programs declare alpha and leave it empty.
  return { width, height, rgb, alpha: alphaBits ? alpha : null };
}

/** Returns a reader of one bit field, scaled to 0..255. */
function createChannelReader(mask: number): (word: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const max = mask >>> shift;
  return (word) => Math.round((((word & mask) >>> shift) * 255) / max);
}
