import { expect, test } from 'vitest';
import { type ExifField, readTree, writeBlock } from '../../../../../main/imaging/container/exif-tree.ts';
import { hasMakerNotes } from '../../../../../main/imaging/metadata/blocks/exif-block.ts';
import { fitToJpeg } from '../../../../../main/imaging/metadata/formats/jpeg-metadata-limit.ts';

const field = (tag: number, value: Buffer): ExifField => ({ tag, type: 7, count: value.length, value });
const artist = { ...field(315, Buffer.from('Anna\0')), type: 2 };
const makerNote = (bytes: number) => field(37500, Buffer.alloc(bytes, 'n'));
const comment = (bytes: number) => field(37510, Buffer.alloc(bytes, 'c'));

const room = async (exif: Buffer) => {
  const { carried, lost } = await fitToJpeg({ exif, icc: null, xmp: null, iptc: null, density: null });
  const tree = await readTree(async (at, length) => carried.exif!.subarray(at, at + length));
  return {
    exif: carried.exif!,
    lost: lost.map(({ key }) => key),
    tags: [...tree.image, ...tree.exif].map((each) => each.tag),
  };
};

test('a block that is too long only because of its preview keeps everything else, including maker’s notes', async () => {
  const block = writeBlock({ image: [artist], exif: [makerNote(40_000)], gps: [] });
  const { exif, lost } = await room(Buffer.concat([block, Buffer.alloc(30_000)]));
  expect(exif.equals(block)).toBe(true);
  expect(hasMakerNotes(exif)).toBe(true);
  expect(lost).toEqual([]);
});

test('loses the maker’s notes before anything else, and reports it', async () => {
  const { exif, lost, tags } = await room(
    writeBlock({ image: [artist], exif: [makerNote(70_000), comment(900)], gps: [] }),
  );
  expect(hasMakerNotes(exif)).toBe(false);
  expect(tags).toEqual([315, 37510]);
  expect(lost).toEqual(['imaging.data.makerNotes']);
});

test('loses its longest fields if that is not enough', async () => {
  const { lost, tags } = await room(writeBlock({ image: [artist], exif: [comment(70_000)], gps: [] }));
  expect(tags).toEqual([315]);
  expect(lost).toEqual(['imaging.data.longExif']);
});

test('a packet that cannot be split is dropped and reported', async () => {
  const xmp = Buffer.from('<no xml'.repeat(10_000));
  const { carried, lost } = await fitToJpeg({ exif: null, icc: null, xmp, iptc: null, density: null });
  expect(carried.xmp).toBeNull();
  expect(lost).toEqual([{ key: 'imaging.data.longXmp' }]);
});
