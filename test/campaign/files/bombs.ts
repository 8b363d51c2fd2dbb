/** Small files that promise to become huge, or that lead a reader in circles. */
import { deflateSync, gzipSync } from 'node:zlib';
import { gray, long, tiff } from '../../helpers/tiff-file.ts';
import { extendedXmp, gif, jpegOfSize, runLengthBitmap, withSegments } from './bomb-parts.ts';
import { pngChunk, pngChunks, pngHead, withPngChunk } from './png-chunks.ts';
import { bitmapHead, imageFormats, jpeg, png } from './whole-images.ts';

const megabyte = 1024 * 1024;
const zeros = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * megabyte), { level: 9 });

/** Rows of a PNG of 1 bit, all the same. */
const oneBit = (width: number, height: number) => {
  const megabytes = Math.ceil(((Math.ceil(width / 8) + 1) * height) / megabyte);
  return zeros(megabytes);
};

const entities = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY ${String.fromCharCode(98 + level)} "${`&${String.fromCharCode(97 + level)};`.repeat(10)}">`,
).join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="60000" height="60000"><text>&j;</text></svg>`;

export interface Bomb {
  readonly name: string;
  readonly extension: string;
  /** The picture in it is whole and of an honest size, so that it is to be finished. */
  readonly isWhole?: boolean;
  readonly isHeavy?: boolean;
  make(photograph: number): Promise<Buffer>;
}

export const bombs: readonly Bomb[] = [
  {
    name: 'PNG of 60,000 x 60,000',
    extension: '.png',
    isHeavy: true,
    make: async () => pngChunks([pngHead(60_000, 60_000, 1, 0), pngChunk('IDAT', oneBit(60_000, 60_000))]),
  },
  {
    name: 'PNG of 9,000 x 9,000',
    extension: '.png',
    isHeavy: true,
    make: async () => pngChunks([pngHead(9_000, 9_000, 1, 0), pngChunk('IDAT', oneBit(9_000, 9_000))]),
  },
  {
    name: 'PNG that says 2,147,483,647 x 2,147,483,647',
    extension: '.png',
    make: async () => pngChunks([pngHead(0x7fffffff, 0x7fffffff, 8, 2), pngChunk('IDAT', zeros(1))]),
  },
  {
    name: 'PNG of 1 x 2,000,000',
    extension: '.png',
    make: async () => pngChunks([pngHead(1, 2_000_000, 8, 0), pngChunk('IDAT', zeros(4))]),
  },
  {
    name: 'PNG without size',
    extension: '.png',
    make: async () => pngChunks([pngHead(0, 0, 8, 2), pngChunk('IDAT', zeros(1))]),
  },
  {
    name: 'PNG with a profile of 500 MB in 500 KB',
    extension: '.png',
    isWhole: true,
    isHeavy: true,
    make: async (n) =>
      withPngChunk(await png(n), 'iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), zeros(500)])),
  },
  {
    name: 'PNG with words of 1 GB in 1 MB',
    extension: '.png',
    isWhole: true,
    isHeavy: true,
    make: async (n) =>
      withPngChunk(await png(n), 'zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), zeros(1000)])),
  },
  {
    name: 'PNG with XMP of 300 MB in 300 KB',
    extension: '.png',
    isWhole: true,
    isHeavy: true,
    make: async (n) =>
      withPngChunk(
        await png(n),
        'iTXt',
        Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0', 'latin1'), zeros(300)]),
      ),
  },
  {
    name: 'PNG with 50,000 words',
    extension: '.png',
    isWhole: true,
    make: async (n) => {
      const word = pngChunk('tEXt', Buffer.from('Comment\0word', 'latin1'));
      const bytes = await png(n);
      return Buffer.concat([bytes.subarray(0, 33), ...Array.from({ length: 50_000 }, () => word), bytes.subarray(33)]);
    },
  },
  {
    name: 'PNG that says a chunk has 4 GB',
    extension: '.png',
    make: async (n) => {
      const bytes = Buffer.from(await png(n));
      bytes.writeUInt32BE(0xffffffff, 33);
      return bytes;
    },
  },
  {
    name: 'JPEG with XMP of 100 MB',
    extension: '.jpg',
    isWhole: true,
    isHeavy: true,
    make: async (n) => withSegments(await jpeg(n), extendedXmp(100)),
  },
  {
    name: 'JPEG with a profile in 255 pieces',
    extension: '.jpg',
    isWhole: true,
    isHeavy: true,
    make: async (n) =>
      withSegments(
        await jpeg(n),
        Array.from({ length: 255 }, (_, piece) => {
          const head = Buffer.from([...Buffer.from('ICC_PROFILE\0', 'latin1'), piece + 1, 255]);
          return [0xe2, Buffer.concat([head, Buffer.alloc(65_000, 0x41)])] as const;
        }),
      ),
  },
  {
    name: 'JPEG with Exif that leads in circles',
    extension: '.jpg',
    isWhole: true,
    make: async (n) => {
      const circle = tiff([{ tags: [long(0x8769, 8), long(0x8825, 8)], next: 8 }]);
      return withSegments(await jpeg(n), [[0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), circle])]]);
    },
  },
  {
    name: 'JPEG with Exif of billions of values',
    extension: '.jpg',
    isWhole: true,
    make: async (n) => {
      const tags = [{ tag: 0x9286, type: 12, count: 0xfffffff0, value: 26 }, long(0x0110, 26, 0x7fffffff)];
      const exif = tiff([{ tags, next: 0xfffffff0 }]);
      return withSegments(await jpeg(n), [[0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif])]]);
    },
  },
  {
    name: 'JPEG with 30,000 comments',
    extension: '.jpg',
    isWhole: true,
    make: async (n) =>
      withSegments(
        await jpeg(n),
        Array.from({ length: 30_000 }, () => [0xfe, Buffer.from('word')] as const),
      ),
  },
  {
    name: 'JPEG that says 65,500 x 65,500',
    extension: '.jpg',
    make: async (n) => jpegOfSize(await jpeg(n), 65_500, 65_500),
  },
  {
    name: 'JPEG that says 9,000 x 9,000',
    extension: '.jpg',
    isHeavy: true,
    make: async (n) => jpegOfSize(await jpeg(n), 9_000, 9_000),
  },
  {
    name: 'TIFF whose directories lead in circles',
    extension: '.tif',
    make: async () => tiff([{ tags: gray(200, 200, 40_000).slice(0, 9), next: 8 }], Buffer.alloc(40_000, 90)),
  },
  {
    name: 'TIFF of 60,000 directories',
    extension: '.tif',
    make: async () => {
      const size = 2 + 9 * 12 + 4;
      const count = 60_000;
      const directories = Array.from({ length: count }, (_, nth) => ({
        tags: gray(16, 16, 256),
        next: nth === count - 1 ? 0 : 8 + size * (nth + 1),
      }));
      return tiff(directories, Buffer.alloc(256));
    },
  },
  {
    name: 'TIFF that says 200,000 x 200,000',
    extension: '.tif',
    make: async () => tiff([{ tags: gray(200_000, 200_000, 64), next: 0 }]),
  },
  {
    name: 'TIFF with strips of 4 GB',
    extension: '.tif',
    make: async () => tiff([{ tags: gray(2000, 2000, 0xfffffff0), next: 0 }]),
  },
  {
    name: 'TIFF with a billion strips',
    extension: '.tif',
    make: async () => {
      const tags = gray(200, 200, 64).map((each) =>
        each.tag === 273 || each.tag === 279 ? { ...each, count: 1_000_000_000, value: 122 } : each,
      );
      return tiff([{ tags, next: 0 }]);
    },
  },
  {
    name: 'TIFF with XMP of 4 GB',
    extension: '.tif',
    make: async () =>
      tiff([{ tags: [...gray(20, 20, 400), { tag: 700, type: 1, count: 0xfffffff0, value: 64 }], next: 0 }]),
  },
  { name: 'GIF of 65,535 x 65,535', extension: '.gif', make: async () => gif(65_535, 65_535, 1) },
  { name: 'GIF of 20,000 x 20,000', extension: '.gif', isHeavy: true, make: async () => gif(20_000, 20_000, 2) },
  { name: 'GIF of 50,000 frames', extension: '.gif', make: async () => gif(300, 300, 50_000) },
  {
    name: 'BMP of 20,000 x 20,000 in runs',
    extension: '.bmp',
    isHeavy: true,
    make: async () => runLengthBitmap(20_000, 20_000),
  },
  {
    name: 'BMP that says 2,000,000,000 x 2,000,000,000',
    extension: '.bmp',
    make: async () => {
      const file = Buffer.alloc(2000);
      bitmapHead(file, { width: 2_000_000_000, height: 2_000_000_000, bits: 24, compression: 0 });
      return file;
    },
  },
  { name: 'SVG of a billion words as JPEG', extension: '.jpg', make: async () => Buffer.from(entities) },
  { name: 'SVG of a billion words', extension: '.svg', make: async () => Buffer.from(entities) },
  {
    name: 'gzip of 1 GB as JPEG',
    extension: '.jpg',
    isHeavy: true,
    make: async () => gzipSync(Buffer.alloc(1000 * megabyte), { level: 1 }),
  },
  {
    name: 'WebP that says 16,383 x 16,383',
    extension: '.webp',
    make: async (n) => {
      const webp = Buffer.from((await imageFormats['WebP lossy']?.make(n)) ?? '');
      // "VP8 " keeps 14 bits of width and height after its start code.
      const at = webp.indexOf(Buffer.from([0x9d, 0x01, 0x2a])) + 3;
      webp.writeUInt16LE(16_383, at);
      webp.writeUInt16LE(16_383, at + 2);
      return webp;
    },
  },
  {
    name: 'AVIF that says 60,000 x 60,000',
    extension: '.avif',
    make: async (n) => {
      const avif = Buffer.from((await imageFormats.AVIF?.make(n)) ?? '');
      const at = avif.indexOf('ispe', 0, 'latin1');
      avif.writeUInt32BE(60_000, at + 8);
      avif.writeUInt32BE(60_000, at + 12);
      return avif;
    },
  },
];
