/** Files whose content is not what it should be: cut off, damaged, empty, or something else than their name says. */
import { appendFile, copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SeededRandom } from '../../helpers/seeded-random.ts';
import { type BadFile, counted, doneOrRefused, fine, type Item, type Making, passed, refused } from './bad-file.ts';
import { withPngChunk } from './png-chunks.ts';
import { colorCodes, imageFormats, jpeg, png } from './whole-images.ts';

/** A file of `bytes`, and what may become of it. */
async function put(
  { folder }: Making,
  name: string,
  bytes: Buffer | string,
  item: (path: string) => Item,
): Promise<Item[]> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return [item(path)];
}

/** Where a file ends too early, as a share of it or bytes from one of its ends. */
const cuts: Readonly<Record<string, (size: number, chance: SeededRandom) => number>> = {
  'after a byte': () => 1,
  'in its header': (_size, chance) => chance.between(3, 60),
  'early on': (size, chance) => Math.floor(size * (0.02 + chance.next() * 0.2)),
  'in the middle': (size, chance) => Math.floor(size * (0.3 + chance.next() * 0.5)),
  'near its end': (size, chance) => Math.floor(size * (0.9 + chance.next() * 0.09)),
  'a few bytes before its end': (size, chance) => size - chance.between(1, 12),
};

const flavours = Object.entries(imageFormats);

const completeFiles: BadFile[] = flavours.map(([name, { extension, make }]) => ({
  group: 'whole',
  name,
  async make(making) {
    const content = making.newContent();
    return put(making, `whole${extension}`, await make(content), (path) => fine(path, content));
  },
}));

const cut: BadFile[] = flavours.flatMap(([name, { extension, make }]) =>
  Object.entries(cuts).map(([where, at]) => ({
    group: 'cut off',
    name: `${name}, ${where}`,
    async make(making) {
      const content = making.newContent();
      const bytes = await make(content);
      const cutOff = bytes.subarray(0, at(bytes.length, making.chance));
      return put(making, `cut${extension}`, cutOff, (path) => doneOrRefused(path, content));
    },
  })),
);

/** So many bytes between two places (shares of the file) get other values. */
function flip(bytes: Buffer, chance: SeededRandom, count: number, from: number, to: number): Buffer {
  const flipped = Buffer.from(bytes);
  for (let nth = 0; nth < count; nth += 1) {
    const at = from + chance.below(Math.max(1, to - from));
    flipped[at] = (flipped[at] ?? 0) ^ chance.between(1, 255);
  }
  return flipped;
}

const flipped: BadFile[] = flavours.flatMap(([name, { extension, make }]) => [
  {
    group: 'flipped bytes',
    name: `${name}, in its header`,
    async make(making) {
      const bytes = await make(making.newContent());
      const bad = flip(bytes, making.chance, making.chance.between(1, 4), 0, Math.min(bytes.length, 200));
      return put(making, `flipped${extension}`, bad, (path) => doneOrRefused(path, null));
    },
  },
  {
    group: 'flipped bytes',
    name: `${name}, in its data`,
    async make(making) {
      const bytes = await make(making.newContent());
      const bad = flip(bytes, making.chance, making.chance.between(1, 60), 200, bytes.length);
      return put(making, `flipped${extension}`, bad, (path) => doneOrRefused(path, null));
    },
  },
]);

/** Photographs under the extension of another format are photographs. */
const misnamed: BadFile[] = (
  [
    ['JPEG baseline', 'a.png'],
    ['PNG 8 bit', 'a.jpg'],
    ['TIFF LZW', 'a.jpeg'],
    ['WebP lossy', 'a.JPG'],
    ['AVIF', 'a.webp'],
    ['GIF', 'a.bmp'],
    ['BMP', 'a.gif'],
    ['JPEG progressive', 'a.heic'],
    ['JPEG baseline', 'no extension'],
    ['PNG 16 bit', 'a.jfif'],
    ['JPEG with a second picture', 'a.mpo'],
  ] as const
).map(([flavour, name]) => ({
  group: 'wrong extension',
  name: `${flavour} as ${name}`,
  async make(making) {
    const content = making.newContent();
    const bytes = (await imageFormats[flavour]?.make(content)) ?? '';
    return put(making, name, bytes, (path) => fine(path, content));
  },
}));

const box = (type: string, brand: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`${type}${brand}\0\0\0\0${brand}mif1`, 'latin1')]);
const raw = (head: string) => Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(20_000, 7)]);

/** Contents that are no photograph Burnish could open, by the names they come under. */
const nonPhotographs: BadFile[] = (
  [
    ['text as JPEG', 'letter.jpg', 'Dear Anna,\nthe prints are ready.\n'],
    ['a page as PNG', 'sign-in.png', '<!DOCTYPE html><html><body>Sign in</body></html>'],
    ['a PDF as JPEG', 'scan.jpg', '%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n'],
    ['a zip as JPEG', 'archive.jpg', Buffer.concat([Buffer.from('504b0304140000000800', 'hex'), Buffer.alloc(4000)])],
    ['a program as TIFF', 'program.tif', Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(4000)])],
    ['a video as JPEG', 'film.jpg', Buffer.concat([box('ftyp', 'isom'), Buffer.alloc(4000)])],
    ['HEIC', 'IMG_1.heic', Buffer.concat([box('ftyp', 'heic'), Buffer.alloc(9000, 3)])],
    ['HEIC as JPEG', 'IMG_2.jpg', Buffer.concat([box('ftyp', 'heic'), Buffer.alloc(9000, 3)])],
    ['JPEG XL', 'a.jxl', raw('\xff\x0a\x10\x40')],
    ['Photoshop', 'a.psd', raw('8BPS\0\x01\0\0\0\0\0\0')],
    ['CR2', 'a.cr2', raw('II*\0\x10\0\0\0CR\x02\0')],
    ['CR2 as TIFF', 'a.tif', raw('II*\0\x10\0\0\0CR\x02\0')],
    ['CR3 as JPEG', 'a.jpg', Buffer.concat([box('ftyp', 'crx '), Buffer.alloc(9000, 3)])],
    ['RAF', 'a.raf', raw('FUJIFILMCCD-RAW ')],
    ['ORF as JPEG', 'a.jpg', raw('IIRO\x08\0\0\0')],
    ['RW2', 'a.rw2', raw('IIU\0\x18\0\0\0')],
    ['noise', 'noise.jpg', Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 251))],
    ['zeros, as after a crash', 'zeros.jpg', Buffer.alloc(200_000)],
    ['a drawing', 'drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['a drawing as JPEG', 'drawing.jpg', '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>'],
    ['a JPEG as text', 'picture.txt', 'not looked into'],
    ['nothing', 'empty.jpg', ''],
    ['nothing as TIFF', 'empty.tif', ''],
    ['nothing as HEIC', 'empty.heic', ''],
    ['a byte order mark', 'bom.png', '\ufeff'],
  ] as const
).map(([what, name, bytes]) => ({
  group: 'no photograph',
  name: what,
  make: (making) => put(making, name, Buffer.from(bytes as string), /\.(svg|txt)$/.test(name) ? counted : refused),
}));

/** Nothing is said of what nobody takes for a photograph. */
const silent: BadFile[] = (
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
).map(([what, name, bytes]) => ({
  group: 'passed over',
  name: what,
  make: (making) => put(making, name, bytes, passed),
}));

/** Photographs with something behind their end, without an end, of more than can be shown, or twice under two names. */
const odd: BadFile[] = [
  {
    group: 'whole',
    name: 'JPEG with a film behind it',
    async make(making) {
      const content = making.newContent();
      const items = await put(making, 'motion.jpg', await jpeg(content), (path) => fine(path, content));
      await appendFile(join(making.folder, 'motion.jpg'), Buffer.concat([box('ftyp', 'mp42'), Buffer.alloc(50_000)]));
      return items;
    },
  },
  {
    group: 'whole',
    name: 'JPEG without its end mark',
    async make(making) {
      const content = making.newContent();
      return put(making, 'endless.jpg', (await jpeg(content)).subarray(0, -2), (path) => fine(path, content));
    },
  },
  {
    group: 'no photograph',
    name: 'PNG of more light than a screen has',
    async make(making) {
      const bytes = withPngChunk(await png(making.newContent()), 'cICP', colorCodes.hdr);
      return put(making, 'hdr.png', bytes, refused);
    },
  },
  {
    group: 'whole',
    name: 'the same content twice',
    async make(making) {
      const content = making.newContent();
      const items = await put(making, 'one.jpg', await jpeg(content), (path) => fine(path, content));
      const copyPath = join(making.folder, 'two.jpg');
      await copyFile(join(making.folder, 'one.jpg'), copyPath);
      return [...items, fine(copyPath, content)];
    },
  },
];

export const badContents: readonly BadFile[] = [
  ...completeFiles,
  ...cut,
  ...flipped,
  ...misnamed,
  ...nonPhotographs,
  ...silent,
  ...odd,
];
