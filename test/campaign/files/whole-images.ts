/** One photograph in every format and flavour that cameras, phones, scanners and programs write. */
import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { gray, long, short, tiff } from '../../helpers/tiff-file.ts';
import { marked, markedSize } from '../runner/mark.ts';
import { withPngChunk } from './png-chunks.ts';

type Maker = (photograph: number) => Promise<Buffer>;

/** With a grain, so that there is as much to cut off and to damage as in a photograph. */
async function grained(photograph: number, brighter = 0): Promise<Buffer> {
  const rgb = await marked({ photograph, operation: 0, element: 0, serial: 0 }).raw().toBuffer();
  const noise = createHash('shake256', { outputLength: rgb.length }).update(`${photograph}`).digest();
  return rgb.map((level, index) => Math.min(255, level + ((noise[index] ?? 0) >> 4) + brighter)) as Buffer;
}

async function image(photograph: number): Promise<Sharp> {
  return sharp(await grained(photograph), { raw: { ...markedSize, channels: 3 } });
}

/** The same picture `pages` times, each a little brighter. */
async function repeated(photograph: number, pages: number): Promise<Sharp> {
  const each = await Promise.all(Array.from({ length: pages }, (_, page) => grained(photograph, page)));
  return sharp(Buffer.concat(each), {
    raw: { width: markedSize.width, height: markedSize.height * pages, channels: 3, pageHeight: markedSize.height },
  });
}

const deep = async (photograph: number) => (await image(photograph)).toColourspace('rgb16');
const full = { quality: 92, chromaSubsampling: '4:4:4' } as const;

export const imageFormats: Readonly<Record<string, { readonly extension: string; readonly make: Maker }>> = {
  'JPEG baseline': { extension: '.jpg', make: jpeg },
  'JPEG progressive': {
    extension: '.jpg',
    make: async (n) => (await image(n)).jpeg({ ...full, progressive: true }).toBuffer(),
  },
  'JPEG CMYK': { extension: '.jpg', make: async (n) => (await image(n)).toColourspace('cmyk').jpeg(full).toBuffer() },
  'JPEG grey': { extension: '.jpeg', make: async (n) => (await image(n)).toColourspace('b-w').jpeg(full).toBuffer() },
  'JPEG with ICC': {
    extension: '.JPG',
    make: async (n) => (await image(n)).withIccProfile('p3').jpeg(full).toBuffer(),
  },
  'JPEG with large Exif': {
    extension: '.jpg',
    make: async (n) =>
      (await image(n))
        .withExif({ IFD0: { ImageDescription: 'x'.repeat(60_000), Artist: 'somebody' } })
        .jpeg(full)
        .toBuffer(),
  },
  'JPEG turned': { extension: '.jpg', make: async (n) => turned(await jpeg(n)) },
  'JPEG with a second picture': {
    extension: '.jpg',
    // As in MPF: the large preview follows the end of the first.
    make: async (n) =>
      Buffer.concat([
        await (await image(n)).jpeg(full).toBuffer(),
        await (await image(n)).resize(80).jpeg().toBuffer(),
      ]),
  },
  'PNG 8 bit': { extension: '.png', make: png },
  'PNG 16 bit': { extension: '.png', make: async (n) => (await deep(n)).png().toBuffer() },
  'PNG interlaced': { extension: '.png', make: async (n) => (await image(n)).png({ progressive: true }).toBuffer() },
  'PNG palette': { extension: '.png', make: async (n) => (await image(n)).png({ palette: true }).toBuffer() },
  'PNG grey with alpha': {
    extension: '.PNG',
    make: async (n) => (await image(n)).toColourspace('b-w').ensureAlpha().png().toBuffer(),
  },
  'PNG whose colours are in codes': {
    extension: '.png',
    make: async (n) => withPngChunk(await png(n), 'cICP', colorCodes.p3),
  },
  'WebP lossy': { extension: '.webp', make: async (n) => (await image(n)).webp({ quality: 90 }).toBuffer() },
  'WebP lossless': { extension: '.webp', make: async (n) => (await image(n)).webp({ lossless: true }).toBuffer() },
  'WebP animated': {
    extension: '.webp',
    make: async (n) => (await repeated(n, 3)).webp({ lossless: true }).toBuffer(),
  },
  'TIFF strips': { extension: '.tif', make: async (n) => (await image(n)).tiff({ compression: 'none' }).toBuffer() },
  'TIFF tiles': {
    extension: '.tiff',
    make: async (n) =>
      (await image(n)).tiff({ compression: 'deflate', tile: true, tileWidth: 64, tileHeight: 64 }).toBuffer(),
  },
  'TIFF LZW': {
    extension: '.tif',
    make: async (n) => (await image(n)).tiff({ compression: 'lzw', predictor: 'horizontal' }).toBuffer(),
  },
  'TIFF 16 bit': { extension: '.tif', make: async (n) => (await deep(n)).tiff({ compression: 'lzw' }).toBuffer() },
  'TIFF JPEG inside': {
    extension: '.tif',
    make: async (n) => (await image(n)).tiff({ compression: 'jpeg', quality: 92 }).toBuffer(),
  },
  'TIFF of several pages': {
    extension: '.tif',
    make: async (n) => (await repeated(n, 3)).tiff({ compression: 'lzw' }).toBuffer(),
  },
  'TIFF pyramid': {
    extension: '.tif',
    make: async (n) => (await image(n)).tiff({ pyramid: true, tile: true, compression: 'lzw' }).toBuffer(),
  },
  'TIFF with its directory first': {
    extension: '.tif',
    make: async (n) => {
      const { width, height } = markedSize;
      const levels = await (await image(n)).toColourspace('b-w').raw().toBuffer();
      return tiff([{ tags: gray(width, height, levels.length), next: 0 }], levels);
    },
  },
  'TIFF with a thumbnail first': { extension: '.tif', make: afterThumbnail },
  'TIFF with a saved selection': { extension: '.tif', make: withSelection },
  BigTIFF: {
    extension: '.tif',
    make: async (n) => (await image(n)).tiff({ bigtiff: true, compression: 'deflate' }).toBuffer(),
  },
  GIF: { extension: '.gif', make: async (n) => (await image(n)).gif().toBuffer() },
  'GIF animated': { extension: '.gif', make: async (n) => (await repeated(n, 3)).gif().toBuffer() },
  AVIF: { extension: '.avif', make: async (n) => (await image(n)).avif({ quality: 80, effort: 0 }).toBuffer() },
  BMP: { extension: '.bmp', make: async (n) => bitmap(await grained(n), markedSize) },
};

/** What most photographs are. */
export async function jpeg(photograph: number): Promise<Buffer> {
  return (await image(photograph)).jpeg(full).toBuffer();
}

export async function png(photograph: number): Promise<Buffer> {
  return (await image(photograph)).png().toBuffer();
}

/** Code points of ITU-T H.273, as they stand in a chunk of PNG: colours that can be shown, and HDR. */
export const colorCodes = { p3: Buffer.from([12, 13, 0, 1]), hdr: Buffer.from([9, 16, 0, 1]) } as const;

const grayLevels = async (photograph: number) => (await image(photograph)).toColourspace('b-w').raw().toBuffer();

/** The strip of a directory begins here, and not right behind its first directory. */
const stripAt = 273;

/** As scanners write it: the smaller picture has the first directory. */
async function afterThumbnail(photograph: number): Promise<Buffer> {
  const { width, height } = markedSize;
  const levels = await grayLevels(photograph);
  const small = { width: 16, height: 12 };
  const tags = [
    [long(254, 1), ...gray(small.width, small.height, small.width * small.height)],
    gray(width, height, levels.length),
  ];
  const lengths = tags.map((each) => 2 + each.length * 12 + 4);
  const pixelsAt = 8 + lengths[0]! + lengths[1]!;
  const at = (each: (typeof tags)[number], where: number) =>
    each.map((entry) => (entry.tag === stripAt ? long(stripAt, where) : entry));
  const directories = [
    { tags: at(tags[0]!, pixelsAt + levels.length), next: 8 + lengths[0]! },
    { tags: at(tags[1]!, pixelsAt), next: 0 },
  ];
  return tiff(directories, Buffer.concat([levels, Buffer.alloc(small.width * small.height, 128)]));
}

/** A second channel of which the file does not say what it is: the left half is selected. */
async function withSelection(photograph: number): Promise<Buffer> {
  const { width, height } = markedSize;
  const levels = await grayLevels(photograph);
  const both = Buffer.alloc(levels.length * 2);
  levels.forEach((level, index) => void both.set([level, index % width < width / 2 ? 255 : 0], index * 2));
  const samples = 277;
  const bits = 258;
  const tags = [
    ...gray(width, height, both.length).map((entry) => {
      if (entry.tag === samples) return short(samples, 2);
      if (entry.tag === bits) return { ...entry, count: 2, value: 8 + 8 * 65_536 };
      return entry.tag === stripAt ? long(stripAt, 8 + 2 + 10 * 12 + 4) : entry;
    }),
    short(338, 0),
  ];
  return tiff([{ tags, next: 0 }], both);
}

/** Says in its Exif that it is upside down, and is stored so. */
async function turned(jpeg: Buffer): Promise<Buffer> {
  return sharp(jpeg).rotate(180).withMetadata({ orientation: 3 }).jpeg(full).toBuffer();
}

/** A Windows bitmap of 24 bits from RGB pixels; rows begin at the bottom and fill whole words. */
function bitmap(rgb: Buffer, { width, height }: { width: number; height: number }): Buffer {
  const stride = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + stride * height);
  bitmapHead(file, { width, height, bits: 24, compression: 0 });
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 3;
      const to = 54 + (height - 1 - y) * stride + x * 3;
      for (const channel of [0, 1, 2]) file[to + channel] = rgb[from + 2 - channel] ?? 0;
    }
  }
  return file;
}

export function bitmapHead(
  file: Buffer,
  { width, height, bits, compression }: { width: number; height: number; bits: number; compression: number },
): void {
  file.write('BM', 0, 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(bits === 8 ? 54 + 1024 : 54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(bits, 28);
  file.writeUInt32LE(compression, 30);
}
