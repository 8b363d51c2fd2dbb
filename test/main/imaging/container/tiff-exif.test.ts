import { expect, it } from 'vitest';
import { readTree } from '../../../../main/imaging/container/exif-tree.ts';
import { sliceExactly } from '../../../../main/imaging/container/file-pieces.ts';
import { tiffExifBlock } from '../../../../main/imaging/container/tiff-exif.ts';
import { tag } from '../../../../main/imaging/container/tiff-tags.ts';
import { gray, long, tiff } from '../../../helpers/photograph/tiff-file.ts';

/** Text of three letters, which is stored in its entry. */
const text = (number: number, value: string) => ({
  ...{ tag: number, type: 2, count: 4 },
  value: Buffer.from(`${value}\0`).readUInt32LE(0),
});

async function readExifTexts(file: Buffer): Promise<Record<number, string>> {
  const block = await tiffExifBlock(file);
  if (block === null) return {};
  const { image } = await readTree(async (position, length) => sliceExactly(block, position, length));
  return Object.fromEntries(
    image.filter(({ type }) => type === 2).map((field) => [field.tag, field.value.toString('latin1', 0, 3)]),
  );
}

it("uses fields of the thumbnail before the photograph, but prefers the photograph's own", async () => {
  const thumbnail = [long(tag.newSubfileType, 1), ...gray(20, 10, 200), text(tag.artist, 'Ann'), text(271, 'Old')];
  const photograph = [...gray(20, 10, 200), text(tag.copyright, 'Ben'), text(271, 'New')];
  const file = tiff([
    { tags: thumbnail, next: 8 + 2 + thumbnail.length * 12 + 4 },
    { tags: photograph, next: 0 },
  ]);

  expect(await readExifTexts(file)).toEqual({ [tag.artist]: 'Ann', [tag.copyright]: 'Ben', 271: 'New' });
});

it('ignores the fields of additional pages', async () => {
  const page = gray(20, 10, 200);
  const first = [...page, text(tag.artist, 'Ann')];
  const file = tiff([
    { tags: first, next: 8 + 2 + first.length * 12 + 4 },
    { tags: [...page, text(tag.copyright, 'Ben')], next: 0 },
  ]);

  expect(await readExifTexts(file)).toEqual({ [tag.artist]: 'Ann' });
});
