/** Small files that expand to a huge size, or send a reader in circles. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { gray, long, tiff } from '../../helpers/photograph/tiff-file.ts';
import { type BadFile, doneOrRefused, fine } from './bad-file.ts';
import { extendedXmp, gif, jpegOfSize, runLengthBitmap, withSegments } from './bomb-parts.ts';
import { pngChunk, pngChunks, pngHead, withPngChunk } from './png-chunks.ts';
import { bitmapHead, imageFormats, jpeg, png } from './whole-images.ts';

export interface Bomb {
  readonly name: string;
  readonly extension: string;
  /** Whether it has a complete image, which must be finished. */
  readonly isWhole?: boolean;
  readonly isHeavy?: boolean;
  make(photograph: number): Promise<Buffer>;
}

const megabyte = 1024 * 1024;
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const zeros = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * megabyte), { level: 9 });

const pngOf = (head: Buffer, megabytes: number) => pngChunks([head, pngChunk('IDAT', zeros(megabytes))]);
/** A PNG of 1 bit with equal rows. */
const oneBitPng = (width: number, height: number) =>
  pngOf(pngHead(width, height, 1, 0), Math.ceil(((Math.ceil(width / 8) + 1) * height) / megabyte));
const pngWith = async (n: number, type: string, head: string, megabytes: number) =>
  withPngChunk(await png(n), type, Buffer.concat([latin1(head), zeros(megabytes)]));
const jpegWithExif = async (n: number, exif: Buffer) =>
  withSegments(await jpeg(n), [[0xe1, Buffer.concat([latin1('Exif\0\0'), exif])]]);

const entities = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY ${String.fromCharCode(98 + level)} "${`&${String.fromCharCode(97 + level)};`.repeat(10)}">`,
).join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="60000" height="60000"><text>&j;</text></svg>`;

type Make = (photograph: number) => Buffer | Promise<Buffer>;
type Kind = 'whole' | 'heavy' | 'whole and heavy';

const table: readonly (readonly [name: string, extension: string, make: Make, kind?: Kind])[] = [
  ['PNG of 60,000 x 60,000', '.png', () => oneBitPng(60_000, 60_000), 'heavy'],
  ['PNG of 9,000 x 9,000', '.png', () => oneBitPng(9_000, 9_000), 'heavy'],
  ['PNG that says 2,147,483,647 x 2,147,483,647', '.png', () => pngOf(pngHead(0x7fffffff, 0x7fffffff, 8, 2), 1)],
  ['PNG of 1 x 2,000,000', '.png', () => pngOf(pngHead(1, 2_000_000, 8, 0), 4)],
  ['PNG without size', '.png', () => pngOf(pngHead(0, 0, 8, 2), 1)],
  ['PNG with a profile of 500 MB in 500 KB', '.png', (n) => pngWith(n, 'iCCP', 'icc\0\0', 500), 'whole and heavy'],
  ['PNG with words of 1 GB in 1 MB', '.png', (n) => pngWith(n, 'zTXt', 'Comment\0\0', 1000), 'whole and heavy'],
  [
    'PNG with XMP of 300 MB in 300 KB',
    '.png',
    (n) => pngWith(n, 'iTXt', 'XML:com.adobe.xmp\0\x01\0\0\0', 300),
    'whole and heavy',
  ],
  [
    'PNG with 50,000 words',
    '.png',
    async (n) => {
      const word = pngChunk('tEXt', latin1('Comment\0word'));
      const bytes = await png(n);
      return Buffer.concat([bytes.subarray(0, 33), ...Array.from({ length: 50_000 }, () => word), bytes.subarray(33)]);
    },
    'whole',
  ],
  [
    'PNG that says a chunk has 4 GB',
    '.png',
    async (n) => {
      const bytes = Buffer.from(await png(n));
      bytes.writeUInt32BE(0xffffffff, 33);
      return bytes;
    },
  ],
  ['JPEG with XMP of 100 MB', '.jpg', async (n) => withSegments(await jpeg(n), extendedXmp(100)), 'whole and heavy'],
  [
    'JPEG with a profile in 255 pieces',
    '.jpg',
    async (n) => {
      const pieces = Array.from({ length: 255 }, (_, piece) => {
        const head = Buffer.from([...latin1('ICC_PROFILE\0'), piece + 1, 255]);
        return [0xe2, Buffer.concat([head, Buffer.alloc(65_000, 0x41)])] as const;
      });
      return withSegments(await jpeg(n), pieces);
    },
    'whole and heavy',
  ],
  [
    'JPEG with Exif that leads in circles',
    '.jpg',
    (n) => jpegWithExif(n, tiff([{ tags: [long(0x8769, 8), long(0x8825, 8)], next: 8 }])),
    'whole',
  ],
  [
    'JPEG with Exif of billions of values',
    '.jpg',
    (n) => {
      const tags = [{ tag: 0x9286, type: 12, count: 0xfffffff0, value: 26 }, long(0x0110, 26, 0x7fffffff)];
      return jpegWithExif(n, tiff([{ tags, next: 0xfffffff0 }]));
    },
    'whole',
  ],
  [
    'JPEG with 30,000 comments',
    '.jpg',
    async (n) => {
      const comments = Array.from({ length: 30_000 }, () => [0xfe, Buffer.from('word')] as const);
      return withSegments(await jpeg(n), comments);
    },
    'whole',
  ],
  ['JPEG that says 65,500 x 65,500', '.jpg', async (n) => jpegOfSize(await jpeg(n), 65_500, 65_500)],
  ['JPEG that says 9,000 x 9,000', '.jpg', async (n) => jpegOfSize(await jpeg(n), 9_000, 9_000), 'heavy'],
  [
    'TIFF whose directories lead in circles',
    '.tif',
    () => tiff([{ tags: gray(200, 200, 40_000).slice(0, 9), next: 8 }], Buffer.alloc(40_000, 90)),
  ],
  [
    'TIFF of 60,000 directories',
    '.tif',
    () => {
      const [size, count] = [2 + 9 * 12 + 4, 60_000];
      const nextOf = (nth: number) => (nth === count - 1 ? 0 : 8 + size * (nth + 1));
      const directories = Array.from({ length: count }, (_, nth) => ({ tags: gray(16, 16, 256), next: nextOf(nth) }));
      return tiff(directories, Buffer.alloc(256));
    },
  ],
  ['TIFF that says 200,000 x 200,000', '.tif', () => tiff([{ tags: gray(200_000, 200_000, 64), next: 0 }])],
  ['TIFF with strips of 4 GB', '.tif', () => tiff([{ tags: gray(2000, 2000, 0xfffffff0), next: 0 }])],
  [
    'TIFF with a billion strips',
    '.tif',
    () => {
      const tags = gray(200, 200, 64).map((each) =>
        each.tag === 273 || each.tag === 279 ? { ...each, count: 1_000_000_000, value: 122 } : each,
      );
      return tiff([{ tags, next: 0 }]);
    },
  ],
  [
    'TIFF with XMP of 4 GB',
    '.tif',
    () => tiff([{ tags: [...gray(20, 20, 400), { tag: 700, type: 1, count: 0xfffffff0, value: 64 }], next: 0 }]),
  ],
  ['GIF of 65,535 x 65,535', '.gif', () => gif(65_535, 65_535, 1)],
  ['GIF of 20,000 x 20,000', '.gif', () => gif(20_000, 20_000, 2), 'heavy'],
  ['GIF of 50,000 frames', '.gif', () => gif(300, 300, 50_000)],
  ['BMP of 20,000 x 20,000 in runs', '.bmp', () => runLengthBitmap(20_000, 20_000), 'heavy'],
  [
    'BMP that says 2,000,000,000 x 2,000,000,000',
    '.bmp',
    () => {
      const file = Buffer.alloc(2000);
      bitmapHead(file, { width: 2_000_000_000, height: 2_000_000_000, bits: 24, compression: 0 });
      return file;
    },
  ],
  ['SVG of a billion words as JPEG', '.jpg', () => Buffer.from(entities)],
  ['SVG of a billion words', '.svg', () => Buffer.from(entities)],
  ['gzip of 1 GB as JPEG', '.jpg', () => gzipSync(Buffer.alloc(1000 * megabyte), { level: 1 }), 'heavy'],
  [
    'WebP that says 16,383 x 16,383',
    '.webp',
    async (n) => {
      const webp = Buffer.from(await imageFormats['WebP lossy']!.make(n));
      // "VP8 " has 14 bits of width and height after its start code.
      const offset = webp.indexOf(Buffer.from([0x9d, 0x01, 0x2a])) + 3;
      webp.writeUInt16LE(16_383, offset);
      webp.writeUInt16LE(16_383, offset + 2);
      return webp;
    },
  ],
  [
    'AVIF that says 60,000 x 60,000',
    '.avif',
    async (n) => {
      const avif = Buffer.from(await imageFormats.AVIF!.make(n));
      const offset = avif.indexOf('ispe', 0, 'latin1');
      avif.writeUInt32BE(60_000, offset + 8);
      avif.writeUInt32BE(60_000, offset + 12);
      return avif;
    },
  ],
];

export const bombs: readonly Bomb[] = table.map(([name, extension, make, kind = '']) => ({
  ...{ name, extension, isWhole: kind.includes('whole'), isHeavy: kind.includes('heavy') },
  make: async (photograph) => make(photograph),
}));

export const badBombs: readonly BadFile[] = bombs.map(({ name, extension, isWhole, isHeavy = false, make }) => ({
  group: 'bombs',
  name,
  isHeavy,
  async make(making) {
    const content = making.newContent();
    const path = join(making.folder, `bomb${extension}`);
    await writeFile(path, await make(content));
    return [isWhole ? fine(path, content) : doneOrRefused(path)];
  },
}));
