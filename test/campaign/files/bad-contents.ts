/** Files with unexpected content: cut off, damaged, empty, or of another type than their name. */
import { appendFile, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SeededRandom } from '../../helpers/run/seeded-random.ts';
import {
  type BadFile,
  casesOf,
  doneOrRefused,
  fine,
  type Making,
  passed,
  put,
  refused,
  refusedOrPassed,
} from './bad-file.ts';
import { withPngChunk } from './png-chunks.ts';
import { colorCodes, imageFormats, jpeg, png } from './whole-images.ts';

/** Returns the size of a file that ends early. */
const cuts: Readonly<Record<string, (size: number, chance: SeededRandom) => number>> = {
  'after a byte': () => 1,
  'in its header': (_size, chance) => chance.between(3, 60),
  'early on': (size, chance) => Math.floor(size * (0.02 + chance.next() * 0.2)),
  'in the middle': (size, chance) => Math.floor(size * (0.3 + chance.next() * 0.5)),
  'near its end': (size, chance) => Math.floor(size * (0.9 + chance.next() * 0.09)),
  'a few bytes before its end': (size, chance) => size - chance.between(1, 12),
};

const formats = Object.entries(imageFormats);

/** Puts a photograph that must be finished. */
async function putFine(making: Making, name: string, make: (content: number) => Promise<Buffer>) {
  const content = making.newContent();
  return put(making, name, await make(content), (path) => fine(path, content));
}

const completeFiles = formats.flatMap(([name, { extension, make }]) =>
  casesOf('whole', { [name]: (making) => putFine(making, `whole${extension}`, make) }),
);

const cut = formats.flatMap(([name, { extension, make }]) =>
  Object.entries(cuts).flatMap(([where, endOf]) =>
    casesOf('cut off', {
      [`${name}, ${where}`]: async (making) => {
        const content = making.newContent();
        const bytes = await make(content);
        const cutOff = bytes.subarray(0, endOf(bytes.length, making.chance));
        return put(making, `cut${extension}`, cutOff, (path) => doneOrRefused(path, content));
      },
    }),
  ),
);

/** Changes `count` bytes between two offsets. */
function flip(bytes: Buffer, chance: SeededRandom, count: number, from: number, to: number): Buffer {
  const flipped = Buffer.from(bytes);
  for (let nth = 0; nth < count; nth += 1) {
    const index = from + chance.below(Math.max(1, to - from));
    flipped[index] = (flipped[index] ?? 0) ^ chance.between(1, 255);
  }
  return flipped;
}

const flippedParts = [
  ['header', 4, 0, 200],
  ['data', 60, 200, Number.POSITIVE_INFINITY],
] as const;
const flipped = formats.flatMap(([name, { extension, make }]) =>
  flippedParts.flatMap(([part, maxCount, from, to]) =>
    casesOf('flipped bytes', {
      [`${name}, in its ${part}`]: async (making) => {
        const bytes = await make(making.newContent());
        const count = making.chance.between(1, maxCount);
        const bad = flip(bytes, making.chance, count, from, Math.min(bytes.length, to));
        return put(making, `flipped${extension}`, bad, doneOrRefused);
      },
    }),
  ),
);

/** Photographs under the extension of another format are valid. */
const misnamed = Object.entries({
  'a.png': 'JPEG baseline',
  'a.jpg': 'PNG 8 bit',
  'a.jpeg': 'TIFF LZW',
  'a.JPG': 'WebP lossy',
  'a.webp': 'AVIF',
  'a.bmp': 'GIF',
  'a.gif': 'BMP',
  'a.heic': 'JPEG progressive',
  'no extension': 'JPEG baseline',
  'a.jfif': 'PNG 16 bit',
  'a.mpo': 'JPEG with a second picture',
}).flatMap(([name, format]) =>
  casesOf('wrong extension', {
    [`${format} as ${name}`]: (making) => putFine(making, name, imageFormats[format]!.make),
  }),
);

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const box = (type: string, brand: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), latin1(`${type}${brand}\0\0\0\0${brand}mif1`)]);
const heif = (brand: string) => Buffer.concat([box('ftyp', brand), Buffer.alloc(9000, 3)]);
const raw = (head: string) => Buffer.concat([latin1(head), Buffer.alloc(20_000, 7)]);
const hex = (head: string) => Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(4000)]);

/** Contents that Burnish cannot open. */
const nonPhotographs = (
  [
    ['text as JPEG', 'letter.jpg', 'Dear Anna,\nthe prints are ready.\n'],
    ['a page as PNG', 'sign-in.png', '<!DOCTYPE html><html><body>Sign in</body></html>'],
    ['a PDF as JPEG', 'scan.jpg', '%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n'],
    ['a zip as JPEG', 'archive.jpg', hex('504b0304140000000800')],
    ['a program as TIFF', 'program.tif', hex('7f454c4602010100')],
    ['a video as JPEG', 'film.jpg', Buffer.concat([box('ftyp', 'isom'), Buffer.alloc(4000)])],
    ['HEIC', 'IMG_1.heic', heif('heic')],
    ['HEIC as JPEG', 'IMG_2.jpg', heif('heic')],
    ['JPEG XL', 'a.jxl', raw('\xff\x0a\x10\x40')],
    ['Photoshop', 'a.psd', raw('8BPS\0\x01\0\0\0\0\0\0')],
    ['CR2', 'a.cr2', raw('II*\0\x10\0\0\0CR\x02\0')],
    ['CR2 as TIFF', 'a.tif', raw('II*\0\x10\0\0\0CR\x02\0')],
    ['CR3 as JPEG', 'a.jpg', heif('crx ')],
    ['RAF', 'a.raf', raw('FUJIFILMCCD-RAW ')],
    ['ORF as JPEG', 'a.jpg', raw('IIRO\x08\0\0\0')],
    ['RW2', 'a.rw2', raw('IIU\0\x18\0\0\0')],
    ['noise', 'noise.jpg', Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251))],
    ['zeros, as after a crash', 'zeros.jpg', Buffer.alloc(200_000)],
    ['a drawing', 'drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['a drawing as JPEG', 'drawing.jpg', '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>'],
    ['a JPEG as text', 'picture.txt', 'not looked into'],
    ['nothing', 'empty.jpg', ''],
    ['nothing as TIFF', 'empty.tif', ''],
    ['nothing as HEIC', 'empty.heic', ''],
    ['a byte order mark', 'bom.png', '\ufeff'],
  ] as const
).flatMap(([name, file, bytes]) =>
  casesOf('no photograph', {
    [name]: (making) => put(making, file, bytes, /\.(svg|txt)$/.test(file) ? refusedOrPassed : refused),
  }),
);

const ignored = (
  [
    ['a hidden file', '.hidden.jpg', 'x'],
    ["a Mac's other half", '._IMG_1.jpg', '\0\x05\x16\x07'],
    ['a copy under way', 'copy.jpg.part', 'half'],
    ['a backup', 'a.jpg~', 'x'],
    ['small pictures of Windows', 'Thumbs.db', 'x'],
    ['nothing without extension', 'nothing', ''],
    ['words without extension', 'README', 'words'],
    ["a camera's list", 'M0100.CTG', 'x'],
    ['a small picture of a film', 'MVI_1.THM', 'x'],
    ['a film', 'MVI_1.MOV', 'x'],
    ['changes made on a phone', 'IMG_1.AAE', '<plist/>'],
  ] as const
).flatMap(([name, file, bytes]) => casesOf('passed over', { [name]: (making) => put(making, file, bytes, passed) }));

const odd = [
  ...casesOf('whole', {
    'JPEG with a film behind it': async (making) => {
      const items = await putFine(making, 'motion.jpg', jpeg);
      await appendFile(join(making.folder, 'motion.jpg'), Buffer.concat([box('ftyp', 'mp42'), Buffer.alloc(50_000)]));
      return items;
    },
    'JPEG without its end mark': (making) =>
      putFine(making, 'endless.jpg', async (content) => (await jpeg(content)).subarray(0, -2)),
    'the same content twice': async (making) => {
      const [original] = await putFine(making, 'one.jpg', jpeg);
      const path = join(making.folder, 'two.jpg');
      await copyFile(original!.path, path);
      return [original!, { ...original!, path }];
    },
  }),
  ...casesOf('no photograph', {
    'PNG of more light than a screen has': async (making) => {
      const bytes = withPngChunk(await png(making.newContent()), 'cICP', colorCodes.hdr);
      return put(making, 'hdr.png', bytes, refused);
    },
  }),
];

export const badContents: readonly BadFile[] = [
  ...completeFiles,
  ...cut,
  ...flipped,
  ...misnamed,
  ...nonPhotographs,
  ...ignored,
  ...odd,
];
