import { readFileSync, writeFileSync } from 'node:fs';
import exifr from 'exifr';
import sharp, { type Metadata } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { copyMetadata } from '../../../../main/imaging/metadata/copy-metadata.ts';
import {
  addIptc,
  exifBlock,
  iptcRecord,
  type WrittenFormat,
  writtenFormats,
  xmpPacket,
} from '../../../helpers/photograph/metadata-parts.ts';
import { bitmapFile, grainy, numbersOf, portrait } from '../../../helpers/photograph/photographs.ts';
import { openScratchFiles } from '../../../helpers/photograph/scratch-files.ts';

const { at } = openScratchFiles();
const size = { width: 90, height: 60 };

const namespaces = { xmp: 'http://ns.adobe.com/xap/1.0/', tiff: 'http://ns.adobe.com/tiff/1.0/' };
const xmp = xmpPacket(namespaces, 'xmp:Rating="4" tiff:Orientation="6"', '<tiff:ImageWidth>400</tiff:ImageWidth>');

/** A photograph with all kinds of metadata: orientation, date, location, rating, caption, Display P3. */
async function full(format: WrittenFormat): Promise<string> {
  const path = at(`source.${format}`);
  const image = grainy(400, 300)
    .withExif({
      IFD0: { Make: 'Burnish', Model: 'Camera 1', Copyright: 'Anna', Orientation: '6' },
      IFD2: {
        DateTimeOriginal: '2024:05:31 14:05:09',
        PixelXDimension: '400',
        PixelYDimension: '300',
        ISOSpeedRatings: '200',
      },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 0/1' },
    })
    .withXmp(xmp)
    .withIccProfile('p3')
    .withDensity(300);
  await (format === 'tiff' ? image.tiff({ compression: 'lzw' }) : image.toFormat(format)).toFile(path);
  if (format === 'jpeg') addIptc(path, iptcRecord(120, 'Anna'));
  return path;
}

async function result(format: WrittenFormat, alpha = false): Promise<string> {
  const path = at(`result.${format}`);
  const image = alpha ? grainy(90, 60, 7).ensureAlpha(0.5) : grainy(90, 60, 7);
  await (format === 'tiff' ? image.tiff({ compression: 'lzw' }) : image.toFormat(format)).toFile(path);
  return path;
}

const exifOf = async (path: string, meta: Metadata) => {
  const how = { gps: true, translateValues: false, reviveValues: false };
  return exifr.parse(meta.format === 'tiff' ? path : exifBlock(meta.exif!), how);
};

describe.each(['jpeg', 'png', 'webp'] as const)('from a %s', (from) => {
  let source: string;
  beforeAll(async () => {
    source = await full(from);
  });

  it.each(writtenFormats)('copies everything to a %s', async (to) => {
    const path = await result(to);
    const before = await numbersOf(path);
    await copyMetadata(source, path, size, 'source');
    const meta = await sharp(path).metadata();
    expect(meta).toMatchObject({ format: to, width: 90, height: 60, hasProfile: true });
    expect(meta.orientation ?? 1).toBe(1);
    if (to !== 'webp') expect(meta.density).toBe(300);
    expect(meta.icc?.equals((await sharp(source).metadata()).icc!)).toBe(true);
    const tags = await exifOf(path, meta);
    expect(tags).toMatchObject({
      Make: 'Burnish',
      Model: 'Camera 1',
      Copyright: 'Anna',
      DateTimeOriginal: '2024:05:31 14:05:09',
      ISO: 200,
      ExifImageWidth: 90,
      ExifImageHeight: 60,
      latitude: 52.5,
      longitude: 13.4,
    });
    expect(tags.Orientation ?? 1).toBe(1);
    const packet = meta.xmp!.toString();
    expect(packet).toContain('xmp:Rating="4"');
    expect(packet).toContain('tiff:Orientation="1"');
    expect(packet).toContain('<tiff:ImageWidth>90</tiff:ImageWidth>');
    if (from === 'jpeg' && (to === 'jpeg' || to === 'tiff')) expect(meta.iptc?.includes('Anna')).toBe(true);
    expect((await numbersOf(path)).data.equals(before.data)).toBe(true);
  });

  it('keeps transparency of PNG, WEBP and TIFF, and gives the same file a second time', async () => {
    for (const to of ['png', 'webp', 'tiff'] as const) {
      const path = await result(to, true);
      const before = await numbersOf(path);
      await copyMetadata(source, path, size);
      const once = to === 'tiff' ? null : readFileSync(path);
      await copyMetadata(source, path, size);
      if (once !== null) expect(readFileSync(path).equals(once), to).toBe(true);
      expect((await numbersOf(path)).data.equals(before.data), to).toBe(true);
      expect((await sharp(path).metadata()).hasAlpha, to).toBe(true);
    }
  });
});

it('reports that XMP data could not be read: damaged, or excessively long', async () => {
  const packets = [
    xmp,
    xmp.replace('</rdf:RDF>', ''),
    xmp.replace('</rdf:Description>', `${'<tiff:x/>'.repeat(210_000)}$&`),
  ];
  const noteKeys = [];
  for (const packet of packets) {
    await grainy(400, 300).withXmp(packet).png().toFile(at('odd.png'));
    noteKeys.push((await copyMetadata(at('odd.png'), await result('png'), size, 'srgb')).map(({ key }) => key));
  }
  expect(noteKeys).toEqual([[], ['imaging.data.unreadXmp'], ['imaging.data.unreadXmp']]);
});

describe('color profiles', () => {
  it("treats a result without profile as sRGB, unless it has the source's numbers", async () => {
    const source = await full('jpeg');
    const path = await result('png');
    await copyMetadata(source, path, size);
    expect((await sharp(path).metadata()).hasProfile).toBe(false);
    await copyMetadata(source, path, size, 'source');
    expect((await sharp(path).metadata()).hasProfile).toBe(true);
  });

  it('never gives a mask the profile of a color photograph', async () => {
    await grainy(90, 60).toColourspace('b-w').png().toFile(at('mask.png'));
    await copyMetadata(await full('jpeg'), at('mask.png'), size, 'source');
    expect(await sharp(at('mask.png')).metadata()).toMatchObject({ channels: 1, hasProfile: false });
  });
});

describe('real files', () => {
  it("keeps the camera's metadata without its preview", async () => {
    const path = await result('jpeg');
    await copyMetadata(portrait, path, size, 'source');
    const [before, after] = await Promise.all([exifr.parse(portrait), exifr.parse(path)]);
    for (const key of ['Make', 'Model', 'FNumber', 'ISO', 'ExposureTime', 'DateTimeOriginal', 'LensModel']) {
      expect(after[key], key).toEqual(before[key]);
    }
    expect(await exifr.thumbnail(path)).toBeUndefined();
  });

  it('copies the metadata of a TIFF, and skips a bitmap, which has none', async () => {
    const tiff = await result('tiff');
    await copyMetadata(await full('jpeg'), tiff, size);
    const path = await result('jpeg');
    await copyMetadata(tiff, path, { width: 90, height: 60 });
    expect(await exifr.parse(path)).toMatchObject({ Make: 'Burnish', ISO: 200 });
    writeFileSync(at('a.bmp'), bitmapFile(8, 8, 24));
    const before = await numbersOf(path);
    await copyMetadata(at('a.bmp'), path, size);
    expect((await numbersOf(path)).data.equals(before.data)).toBe(true);
  });

  it('skips damaged EXIF data and finishes the photograph without it', async () => {
    const source = await full('jpeg');
    const bytes = readFileSync(source);
    const exif = bytes.indexOf('Exif\0\0');
    bytes.fill(0xff, exif + 10, exif + 40);
    writeFileSync(at('damaged.jpg'), bytes);
    const path = await result('png');
    await copyMetadata(at('damaged.jpg'), path, size);
    expect((await sharp(path).metadata()).exif).toBeUndefined();
  });
});
