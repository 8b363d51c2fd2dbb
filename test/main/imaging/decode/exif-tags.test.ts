import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import exifr from 'exifr';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { exifTagsIn, exifTagsOf } from '../../../../main/imaging/decode/exif-tags.ts';
import { heicPath } from '../../../helpers/photograph/heic.ts';
import { grainy, scratchFolder } from '../../../helpers/photograph/photographs.ts';

const folder = scratchFolder();
const facts = {
  IFD0: { Make: 'Canon', Model: 'EOS R5' },
  IFD2: { DateTimeOriginal: '2024:05:31 14:05:09', SubSecTimeOriginal: '25', BodySerialNumber: '0123456789' },
};
const expected = { ...facts.IFD0, ...facts.IFD2 };

describe('the tags of a file', () => {
  it.each(['jpeg', 'png', 'avif'] as const)('are read from %s', async (format) => {
    const path = join(folder, `a.${format}`);
    await grainy(20, 20).withExif(facts).toFormat(format).toFile(path);
    expect(await exifTagsOf(path)).toMatchObject(expected);
  });

  it('are read from TIFF, which has the structure of a block', async () => {
    const path = join(folder, 'a.tiff');
    const { exif } = await sharp(await grainy(20, 20).withExif(facts).jpeg().toBuffer()).metadata();
    await writeFile(path, exif!.subarray(6));
    expect(await exifTagsOf(path)).toMatchObject(expected);
  });

  it('are read from HEIC', async () => {
    expect(await exifTagsOf(heicPath('plain'))).toMatchObject({
      Make: 'Burnish',
      DateTimeOriginal: '2024:05:31 14:05:09',
    });
  });

  it.each([
    ['a WEBP, which no camera writes', () => grainy(20, 20).withExif(facts).webp().toBuffer()],
    ['an empty file', async () => Buffer.alloc(0)],
    ['a text', async () => Buffer.from('II and nothing else')],
    ['a JPEG cut short', async () => (await grainy(20, 20).withExif(facts).jpeg().toBuffer()).subarray(0, 40)],
    ['a HEIC cut short', async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
  ] as const)('are none for %s', async (_title, make) => {
    const path = join(folder, 'none');
    await writeFile(path, await make());
    expect(await exifTagsOf(path)).toEqual({});
  });

  it('of a missing file are an error', async () => {
    await expect(exifTagsOf(join(folder, 'missing.jpg'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('the tags of a block', () => {
  const block = async () => (await sharp(await grainy(20, 20).withExif(facts).jpeg().toBuffer()).metadata()).exif!;

  it('are the same as in another reader, with and without the prefix', async () => {
    const tags = await exifTagsIn(await block());
    expect(tags).toEqual(await exifTagsIn((await block()).subarray(6)));
    const { SerialNumber, ...others } = await exifr.parse((await block()).subarray(6), {
      pick: ['Make', 'Model', 'DateTimeOriginal', 'SubSecTimeOriginal', 'SerialNumber', 'ColorSpace'],
      translateValues: false,
      reviveValues: false,
    });
    expect(tags).toEqual({ ...others, BodySerialNumber: SerialNumber });
  });

  it('are read even if the value of another field is damaged', async () => {
    const bytes = Buffer.from(await block());
    // The offset of the XResolution's value, a rational behind the directory.
    const field = bytes.indexOf(Buffer.from([0x1a, 0x01, 0x05, 0x00]));
    bytes.writeUInt32LE(0xfffffff0, field + 8);
    expect(await exifTagsIn(bytes)).toMatchObject(expected);
  });

  it('end at a link that leads outside', async () => {
    const bytes = Buffer.from(await block());
    bytes.writeUInt32LE(0xfffffff0, bytes.indexOf(Buffer.from([0x69, 0x87, 0x04, 0x00])) + 8);
    expect(await exifTagsIn(bytes)).toEqual({ Make: 'Canon', Model: 'EOS R5' });
  });
});
