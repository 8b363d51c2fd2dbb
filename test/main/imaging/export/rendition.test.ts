import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { defaultRendering } from '../../../../contract/delivery/export.ts';
import type { Rendering } from '../../../../contract/recipes/output.ts';
import { profileOf } from '../../../../formats/icc-profiles.ts';
import { readResources, resourceId } from '../../../../main/imaging/container/image-resources.ts';
import { makeRendition } from '../../../../main/imaging/export/rendition.ts';
import { xmpPacket } from '../../../helpers/photograph/metadata-parts.ts';
import { openScratchFiles } from '../../../helpers/photograph/scratch-files.ts';

const { folder, at } = openScratchFiles();

const exif = { IFD0: { Artist: 'Ann' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' } };
const as = { rendering: defaultRendering, xmp: {}, signal: new AbortController().signal };
const withLook = (rendering: Partial<Rendering>) => ({ ...as, rendering: { ...defaultRendering, ...rendering } });
const side = (px: number) => ({ kind: 'longest', px, enlarge: false }) as const;
const withPlace = withLook({ metadata: { ...defaultRendering.metadata, without: [] } });
async function drawn(
  name: string,
  format: 'jpeg' | 'avif' | 'png',
  exifFields: typeof exif | { IFD0: { Artist: string } } = exif,
) {
  const source = at(name);
  const picture = sharp({ create: { width: 400, height: 200, channels: 3, background: '#c0713a' } });
  await picture.withExif(exifFields).withIccProfile('p3').toFormat(format).toFile(source);
  return source;
}

test('another format and size keep profile and metadata, and lose the location', async () => {
  const source = await drawn('one.jpg', 'jpeg');
  const before = readFileSync(source);
  const made = await makeRendition({
    ...withLook({ format: 'webp', size: side(100) }),
    ...{ source, to: folder, xmp: { rating: 2 } },
  });
  const { width, height, icc, exif: block, xmp } = await sharp(made.path).metadata();
  expect([made.extension, width, height]).toEqual(['.webp', 100, 50]);
  expect(icc).toEqual((await sharp(source).metadata()).icc);
  expect(block!.includes('Ann')).toBe(true);
  expect(block!.includes(Buffer.from([0x25, 0x88]))).toBe(false);
  expect(xmp!.toString()).toContain('xmp:Rating="2"');
  expect(readFileSync(source)).toEqual(before);
});

test('is never enlarged', async () => {
  const source = await drawn('one.png', 'png');
  const made = await makeRendition({ ...withLook({ format: 'png', size: side(2000) }), source, to: folder });
  expect(await sharp(made.path).metadata()).toMatchObject({ width: 400, height: 200 });
});

test('a format with unchangeable metadata is copied only if it contains no location', async () => {
  const located = await drawn('located.avif', 'avif');
  await expect(makeRendition({ ...as, source: located, to: folder })).rejects.toMatchObject({
    sentence: { key: 'imaging.result.saysWhere' },
  });
  const kept = await makeRendition({ ...withPlace, source: located, to: folder });
  expect(readFileSync(kept.path)).toEqual(readFileSync(located));
  const bare = await drawn('bare.avif', 'avif', { IFD0: { Artist: 'Ann' } });
  const made = await makeRendition({ ...as, source: bare, to: folder });
  expect(readFileSync(made.path)).toEqual(readFileSync(bare));
});

const source16 = async (): Promise<string> => {
  const path = at('deep.tif');
  const numbers = Uint16Array.from({ length: 60 * 40 * 3 }, (_, i) => i * 9);
  await sharp(numbers, { raw: { width: 60, height: 40, channels: 3 } })
    .toColourspace('rgb16')
    .withXmp(packet)
    .tiff()
    .toFile(path);
  return path;
};
const machine = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia';
const names = { e: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/', photoshop: 'http://ns.adobe.com/photoshop/1.0/' };
const packet = xmpPacket(names, `e:DigitalSourceType="${machine}" photoshop:City="Ghent" photoshop:Headline="Bride"`);

test.each([
  [{ format: 'jpeg', colour: 'adobe-rgb' }, { format: 'jpeg', depth: 'uchar', width: 60 }, 'adobe-rgb'],
  [{ format: 'tiff', depth: 16, colour: 'srgb' }, { format: 'tiff', depth: 'ushort', width: 60 }, 'srgb'],
  [{ format: 'png', depth: 16, colour: 'display-p3' }, { format: 'png', depth: 'ushort', width: 60 }, 'display-p3'],
  [{ format: 'avif', colour: 'srgb', size: side(30) }, { format: 'heif', width: 30 }, 'srgb'],
] as const)('looks like %j', async (rendering, expected, space) => {
  const source = await source16();

  const made = await makeRendition({ ...withLook(rendering), source, to: folder, xmp: { title: 'T' } });

  const meta = await sharp(made.path).metadata();
  expect(meta).toMatchObject(expected);
  expect(meta.icc).toEqual(profileOf(space));
  const xmp = meta.xmp!.toString();
  expect(xmp).toContain(machine);
  expect(xmp).toContain('Bride');
  expect(xmp).toContain('>T<');
  expect(xmp).not.toContain('Ghent');
});

test('an exact size, a maximum file size, and no metadata except the mark of generated content', async () => {
  const size = { kind: 'exact', width: 50, height: 50, background: '#112233', enlarge: false } as const;
  const metadata = { ...defaultRendering.metadata, keep: 'none' } as const;
  const rendering = withLook({ format: 'jpeg', size, metadata, mostKilobytes: 10 });
  const made = await makeRendition({ ...rendering, source: await source16(), to: folder });
  expect(made.bytes).toBeLessThan(10 * 1024);
  const meta = await sharp(made.path).metadata();
  expect([meta.width, meta.height]).toEqual([50, 50]);
  expect(meta.xmp!.toString()).toContain(machine);
  expect(meta.xmp!.toString()).not.toContain('Bride');
  const { data } = await sharp(made.path).raw().toBuffer({ resolveWithObject: true });
  for (const [at, level] of [0x11, 0x22, 0x33].entries()) expect(Math.abs(data[at]! - level)).toBeLessThan(4);
});

test('a Photoshop file has the result alone or above the layer below, and contains the XMP', async () => {
  const source = await source16();
  const rendering = withLook({ format: 'psd' });
  const alone = await makeRendition({ ...rendering, source, to: folder, xmp: { rating: 4, title: 'T' } });
  const two = await makeRendition({ ...rendering, source, to: folder, originalLayer: { path: source, box: null } });
  for (const [{ path, extension }, layers] of [
    [alone, 1],
    [two, 2],
  ] as const) {
    expect(extension).toBe('.psd');
    const bytes = readFileSync(path);
    const resources = bytes.subarray(34, 34 + bytes.readUInt32BE(30));
    const at = 34 + resources.length;
    expect(Math.abs(bytes.readInt16BE(at + 8))).toBe(layers);
    const xmp = readResources(resources).find(({ id }) => id === resourceId.xmp);
    expect(Buffer.from(xmp!.data).toString().includes('xmp:Rating="4"')).toBe(layers === 1);
    expect(Buffer.from(xmp!.data).toString()).toContain(machine);
  }
});
