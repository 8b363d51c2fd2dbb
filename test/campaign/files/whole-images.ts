/** A photograph in each format and variant that cameras, phones, scanners and programs write. */
import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { gray, long, short, tiff } from '../../helpers/photograph/tiff-file.ts';
import { marked, markedSize } from '../runner/mark.ts';
import { withPngChunk } from './png-chunks.ts';

type Maker = (photograph: number) => Promise<Buffer>;

/** Draws a mark with grain, so that the file is as large as that of a photograph. */
async function grained(photograph: number, brighter = 0): Promise<Buffer> {
  const rgb = await marked({ photograph, operation: 0, element: 0, serial: 0 }).raw().toBuffer();
  const noise = createHash('shake256', { outputLength: rgb.length }).update(`${photograph}`).digest();
  return rgb.map((level, index) => Math.min(255, level + ((noise[index] ?? 0) >> 4) + brighter)) as Buffer;
}

async function image(photograph: number): Promise<Sharp> {
  return sharp(await grained(photograph), { raw: { ...markedSize, channels: 3 } });
}

/** Repeats an image, each page a little brighter. */
async function repeated(photograph: number, pages: number): Promise<Sharp> {
  const each = await Promise.all(Array.from({ length: pages }, (_, page) => grained(photograph, page)));
  return sharp(Buffer.concat(each), {
    raw: { width: markedSize.width, height: markedSize.height * pages, channels: 3, pageHeight: markedSize.height },
  });
}

const full = { quality: 92, chromaSubsampling: '4:4:4' } as const;

interface ImageFormat {
  readonly extension: string;
  readonly make: Maker;
}

/** A format of one image, and of an image with three pages. */
const of = (extension: string, encode: (image: Sharp) => Sharp): ImageFormat => ({
  extension,
  make: async (n) => encode(await image(n)).toBuffer(),
});
const ofPages = (extension: string, encode: (image: Sharp) => Sharp): ImageFormat => ({
  extension,
  make: async (n) => encode(await repeated(n, 3)).toBuffer(),
});

export const imageFormats: Readonly<Record<string, ImageFormat>> = {
  'JPEG baseline': { extension: '.jpg', make: jpeg },
  'JPEG progressive': of('.jpg', (each) => each.jpeg({ ...full, progressive: true })),
  'JPEG CMYK': of('.jpg', (each) => each.toColourspace('cmyk').jpeg(full)),
  'JPEG grey': of('.jpeg', (each) => each.toColourspace('b-w').jpeg(full)),
  'JPEG with ICC': of('.JPG', (each) => each.withIccProfile('p3').jpeg(full)),
  'JPEG with large Exif': of('.jpg', (each) =>
    each.withExif({ IFD0: { ImageDescription: 'x'.repeat(60_000), Artist: 'somebody' } }).jpeg(full),
  ),
  'JPEG turned': {
    extension: '.jpg',
    make: async (n) =>
      sharp(await jpeg(n))
        .rotate(180)
        .withMetadata({ orientation: 3 })
        .jpeg(full)
        .toBuffer(),
  },
  'JPEG with a second picture': {
    extension: '.jpg',
    // As in MPF, where a preview follows the first image.
    make: async (n) => Buffer.concat([await jpeg(n), await (await image(n)).resize(80).jpeg().toBuffer()]),
  },
  'PNG 8 bit': { extension: '.png', make: png },
  'PNG 16 bit': of('.png', (each) => each.toColourspace('rgb16').png()),
  'PNG interlaced': of('.png', (each) => each.png({ progressive: true })),
  'PNG palette': of('.png', (each) => each.png({ palette: true })),
  'PNG grey with alpha': of('.PNG', (each) => each.toColourspace('b-w').ensureAlpha().png()),
  'PNG whose colours are in codes': {
    extension: '.png',
    make: async (n) => withPngChunk(await png(n), 'cICP', colorCodes.p3),
  },
  'WebP lossy': of('.webp', (each) => each.webp({ quality: 90 })),
  'WebP lossless': of('.webp', (each) => each.webp({ lossless: true })),
  'WebP animated': ofPages('.webp', (each) => each.webp({ lossless: true })),
  'TIFF strips': of('.tif', (each) => each.tiff({ compression: 'none' })),
  'TIFF tiles': of('.tiff', (each) => each.tiff({ compression: 'deflate', tile: true, tileWidth: 64, tileHeight: 64 })),
  'TIFF LZW': of('.tif', (each) => each.tiff({ compression: 'lzw', predictor: 'horizontal' })),
  'TIFF 16 bit': of('.tif', (each) => each.toColourspace('rgb16').tiff({ compression: 'lzw' })),
  'TIFF JPEG inside': of('.tif', (each) => each.tiff({ compression: 'jpeg', quality: 92 })),
  'TIFF of several pages': ofPages('.tif', (each) => each.tiff({ compression: 'lzw' })),
  'TIFF pyramid': of('.tif', (each) => each.tiff({ pyramid: true, tile: true, compression: 'lzw' })),
  'TIFF with its directory first': {
    extension: '.tif',
    make: async (n) => {
      const levels = await grayLevels(n);
      return tiff([{ tags: gray(markedSize.width, markedSize.height, levels.length), next: 0 }], levels);
    },
  },
  'TIFF with a thumbnail first': { extension: '.tif', make: afterThumbnail },
  'TIFF with a saved selection': { extension: '.tif', make: withSelection },
  BigTIFF: of('.tif', (each) => each.tiff({ bigtiff: true, compression: 'deflate' })),
  GIF: of('.gif', (each) => each.gif()),
  'GIF animated': ofPages('.gif', (each) => each.gif()),
  AVIF: of('.avif', (each) => each.avif({ quality: 80, effort: 0 })),
  BMP: { extension: '.bmp', make: async (n) => bitmap(await grained(n), markedSize) },
};

export async function jpeg(photograph: number): Promise<Buffer> {
  return (await image(photograph)).jpeg(full).toBuffer();
}

export async function png(photograph: number): Promise<Buffer> {
  return (await image(photograph)).png().toBuffer();
}

/** Code points of ITU-T H.273 in a chunk of PNG. */
export const colorCodes = { p3: Buffer.from([12, 13, 0, 1]), hdr: Buffer.from([9, 16, 0, 1]) } as const;

const grayLevels = async (photograph: number) => (await image(photograph)).toColourspace('b-w').raw().toBuffer();

/** Tag of the strip offset. */
const stripAt = 273;

/** Puts a thumbnail into the first directory, like scanners. */
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

/** Adds an unspecified second channel that selects the left half. */
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

/** Encodes a BMP of 24 bits, with rows from the bottom up that fill words of 4 bytes. */
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
