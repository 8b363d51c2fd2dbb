import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { defaultRendering } from '../../../../contract/delivery/export.ts';
import { type ExifField, writeBlock } from '../../../../main/imaging/container/exif-tree.ts';
import { rewriteFile } from '../../../../main/imaging/container/file-pieces.ts';
import { photoshopPrefix, resourceBlock } from '../../../../main/imaging/container/image-resources.ts';
import { chunk as pngChunk } from '../../../../main/imaging/container/png-chunks.ts';
import { chunk as webpChunk } from '../../../../main/imaging/container/webp-chunks.ts';
import { makeRendition } from '../../../../main/imaging/export/rendition.ts';
import { hasMakerNotes } from '../../../../main/imaging/metadata/blocks/exif-block.ts';
import { changeDirectories } from '../../../../main/imaging/metadata/formats/tiff-metadata.ts';
import { stripLocation } from '../../../../main/imaging/metadata/strip-location.ts';
import {
  iptcRecord,
  segment,
  type WrittenFormat,
  withSegments,
  writtenFormats,
  xmpPacket,
} from '../../../helpers/photograph/metadata-parts.ts';
import { numbersOf, scratchFolder } from '../../../helpers/photograph/photographs.ts';

const folder = scratchFolder();
/** Reveals the location in any field. */
const place = Buffer.from('Ghent, Kouter 3');
const xmp = xmpPacket({ ps: 'http://ns.adobe.com/photoshop/1.0/' }, `ps:City="${place}" ps:Headline="Bride"`);
const field = (tag: number, value: Buffer, type = 7): ExifField => ({ tag, type, count: value.length, value });
const tree = {
  image: [field(315, Buffer.from('Anna\0'), 2), field(700, place, 1)],
  exif: [field(37500, place), field(34855, Buffer.from('ISO 400\0'), 2)],
  gps: [field(28, place)],
};
const resources = resourceBlock([
  { id: 2000, name: 'Path 1', data: Buffer.from('a path of curves') },
  { id: 1028, name: '', data: Buffer.concat([iptcRecord(90, place), iptcRecord(120, 'A caption.')]) },
  { id: 1058, name: '', data: place },
]);
const picture = () =>
  sharp({ create: { width: 48, height: 32, channels: 3, background: '#c0713a' } }).withIccProfile('p3');

const written: Readonly<Record<WrittenFormat, (path: string) => Promise<void>>> = {
  async jpeg(path) {
    const plain = await picture().jpeg().toBuffer();
    const exif = Buffer.concat([Buffer.from('Exif\0\0'), writeBlock(tree)]);
    const more = [
      segment(0xe1, exif),
      segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${xmp}`)),
      segment(0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xmp/extension/\0'), Buffer.alloc(40, '0'), place])),
      segment(0xe2, Buffer.concat([Buffer.from('MPF\0'), place])),
      segment(0xe7, place),
      segment(0xed, Buffer.concat([photoshopPrefix, resources])),
    ];
    writeFileSync(path, Buffer.concat([withSegments(plain, ...more), plain, place]));
  },
  async png(path) {
    const plain = await picture().withXmp(xmp).png().toBuffer();
    const more = [
      pngChunk('eXIf', writeBlock(tree)),
      pngChunk('tEXt', Buffer.from('Raw profile type exif\0'), place),
      pngChunk('cuSt', place),
    ];
    writeFileSync(path, Buffer.concat([plain.subarray(0, 33), ...more, plain.subarray(33), place]));
  },
  async webp(path) {
    const plain = await picture()
      .withXmp(xmp)
      .withExif({ IFD0: { Artist: 'Anna' } })
      .webp()
      .toBuffer();
    const webpFile = Buffer.concat([plain, webpChunk('OWN ', place)]);
    webpFile.writeUInt32LE(webpFile.length - 8, 4);
    writeFileSync(path, webpFile);
  },
  async tiff(path) {
    await picture().tiff().toFile(path);
    await rewriteFile(path, (file) =>
      changeDirectories(file, (own) => ({
        ...tree,
        image: [
          ...own.image,
          field(700, Buffer.from(xmp), 1),
          field(315, Buffer.from('Anna\0'), 2),
          field(34377, resources),
          field(50740, place),
        ],
      })),
    );
  },
};

test.each(writtenFormats)('a %s exported without its location contains it nowhere', async (format) => {
  const source = join(folder, `located.${format}`);
  await written[format](source);
  const { signal } = new AbortController();
  const { path } = await makeRendition({ source, rendering: defaultRendering, xmp: {}, to: folder, signal });
  const bytes = readFileSync(path);
  expect(bytes.includes(place)).toBe(false);
  expect(bytes.includes('Bride')).toBe(true);
  expect(bytes.includes('Anna')).toBe(true);
  expect((await numbersOf(path)).data.equals((await numbersOf(source)).data)).toBe(true);
  expect((await sharp(path).metadata()).icc).toEqual((await sharp(source).metadata()).icc);
  if (format === 'jpeg' || format === 'tiff') expect(bytes.includes('a path of curves')).toBe(true);
  if (format === 'jpeg') expect(bytes.includes('A caption.')).toBe(true);
});

test('a block with neither location nor makers’ notes is unchanged; one with makers’ notes only loses them', async () => {
  const plain = writeBlock({ ...tree, image: tree.image.slice(0, 1), exif: tree.exif.slice(1), gps: [] });
  expect(await stripLocation({ exif: plain, xmp: null, iptc: null })).toEqual({});
  const noted = writeBlock({ ...tree, image: tree.image.slice(0, 1), gps: [] });
  const { exif } = await stripLocation({ exif: noted, xmp: null, iptc: null });
  expect(hasMakerNotes(exif!)).toBe(false);
  expect(exif!.includes('ISO 400')).toBe(true);
});

test('records after a very long one are checked too', async () => {
  const long = Buffer.concat([Buffer.from([0x1c, 2, 202, 0x80, 4, 0, 0, 0x90, 0]), Buffer.alloc(0x9000, 'p')]);
  const { iptc } = await stripLocation({ exif: null, xmp: null, iptc: Buffer.concat([long, iptcRecord(90, place)]) });
  expect(iptc!.equals(long)).toBe(true);
});
