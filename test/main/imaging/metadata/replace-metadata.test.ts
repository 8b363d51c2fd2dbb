import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { photoshopPrefix, resourceBlock } from '../../../../main/imaging/container/image-resources.ts';
import { copyMetadata } from '../../../../main/imaging/metadata/copy-metadata.ts';
import { replaceMetadata } from '../../../../main/imaging/metadata/replace-metadata.ts';
import { stripLocation } from '../../../../main/imaging/metadata/strip-location.ts';
import { mergeXmp } from '../../../../main/imaging/xmp/merge-xmp.ts';
import { outputOf } from '../../../helpers/photograph/installed-tool.ts';
import {
  iptcRecord,
  segment,
  type WrittenFormat,
  withSegments,
  writtenFormats,
  xmpPacket,
} from '../../../helpers/photograph/metadata-parts.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';

const folder = scratchFolder();
const names = {
  exif: 'http://ns.adobe.com/exif/1.0/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  own: 'urn:own',
};
const xmp = xmpPacket(names, 'exif:GPSLatitude="52,30N" photoshop:City="Berlin" own:Secret="kept"');

/** Writes a picture with its location in EXIF and, twice, in XMP. */
async function located(format: WrittenFormat): Promise<string> {
  const path = join(folder, `located.${format}`);
  if (format === 'tiff') {
    // sharp writes no EXIF there.
    await sharp(await located('jpeg'))
      .keepIccProfile()
      .tiff()
      .toFile(path);
    await copyMetadata(join(folder, 'located.jpeg'), path, { width: 60, height: 40 });
    return path;
  }
  await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c0713a' } })
    .withExif({
      IFD0: { Artist: 'Ann' },
      IFD2: { ISOSpeedRatings: '400' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' },
    })
    .withXmp(xmp)
    .withIccProfile('p3')
    .toFormat(format)
    .toFile(path);
  return path;
}

describe.each(writtenFormats)('a %s', (format) => {
  test('gets a rating, loses its location, and keeps pixels, profile and unknown properties', async () => {
    const path = await located(format);
    const pixels = await sharp(path).raw().toBuffer();
    const before = await sharp(path).metadata();
    await replaceMetadata(path, async (parts) => {
      const bare = await stripLocation(parts);
      return { ...bare, xmp: mergeXmp(bare.xmp ?? parts.xmp, { rating: 4, label: 'Red' }) };
    });
    const meta = await sharp(path).metadata();
    expect(await sharp(path).raw().toBuffer()).toEqual(pixels);
    expect(meta.icc).toEqual(before.icc);
    const packet = meta.xmp!.toString();
    expect(packet).toContain('own:Secret="kept"');
    expect(packet).toContain('xmp:Rating="4"');
    expect(packet).not.toMatch(/GPS|Berlin/);
    expect(readFileSync(path).includes(Buffer.from('Berlin'))).toBe(false);
    const output = outputOf('exiftool', '-j', '-G0', path);
    if (output === null) return;
    const [read] = JSON.parse(output) as [Record<string, unknown>];
    expect(read).toMatchObject({ 'EXIF:Artist': 'Ann', 'EXIF:ISO': 400, 'XMP:Rating': 4, 'XMP:Label': 'Red' });
    expect(Object.keys(read).filter((name) => /GPS|City/.test(name))).toEqual([]);
    expect(read['ExifTool:Warning']).toBeUndefined();
  });

  test('is unchanged, byte for byte, if nothing changes', async () => {
    const path = await located(format);
    const before = readFileSync(path);
    await replaceMetadata(path, () => ({}));
    expect(readFileSync(path)).toEqual(before);
  });

  test('gets its first packet', async () => {
    const path = join(folder, `bare.${format}`);
    await sharp({ create: { width: 8, height: 8, channels: 4, background: '#0000' } })
      .toFormat(format)
      .toFile(path);
    await replaceMetadata(path, ({ xmp }) => ({ xmp: mergeXmp(xmp, { rating: 1 }) }));
    expect((await sharp(path).metadata()).xmp?.toString()).toContain('xmp:Rating="1"');
    expect(await sharp(path).metadata()).toMatchObject({ width: 8, height: 8 });
  });
});

test('a JPEG keeps its extended XMP and its clipping path, and loses the city of its IPTC records', async () => {
  const path = await located('jpeg');
  const iptc = Buffer.concat([iptcRecord(90, 'Rome'), iptcRecord(120, 'A caption.')]);
  const pathData = Buffer.from('a path of curves');
  const extended = segment(0xe1, Buffer.from('http://ns.adobe.com/xmp/extension/\0GUIDGUIDGUIDGUID the rest'));
  const resources = resourceBlock([
    { id: 2000, name: '', data: pathData },
    { id: 1028, name: '', data: iptc },
  ]);
  const photoshop = segment(0xed, Buffer.concat([photoshopPrefix, resources]));
  writeFileSync(path, withSegments(readFileSync(path), extended, photoshop));

  await replaceMetadata(path, async (parts) => ({
    ...(await stripLocation(parts)),
    xmp: mergeXmp(parts.xmp, { rating: 3 }),
  }));
  const after = readFileSync(path);
  expect(after.includes(extended)).toBe(true);
  expect(after.includes(resourceBlock([{ id: 2000, name: '', data: pathData }]))).toBe(true);
  expect(after.includes(Buffer.from('A caption.'))).toBe(true);
  expect(after.includes(Buffer.from('Rome'))).toBe(false);
  await sharp(path).stats();
});

test('a long packet that cannot be split is rejected, and the file is unchanged', async () => {
  const path = await located('jpeg');
  const before = readFileSync(path);
  const long = Buffer.from('<no xml'.repeat(10_000));
  await expect(replaceMetadata(path, () => ({ xmp: long }))).rejects.toMatchObject({ code: 'BAD_RESULT' });
  expect(readFileSync(path)).toEqual(before);
});
