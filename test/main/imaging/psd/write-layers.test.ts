/** Layered files, read back by another library, and by ImageMagick and exiftool if installed. */

import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { initializeCanvas, type Layer, readPsd } from 'ag-psd';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readResources } from '../../../../main/imaging/container/image-resources.ts';
import { tracePath } from '../../../../main/imaging/path/trace-path.ts';
import { type LayeredRequest, writeLayers } from '../../../../main/imaging/psd/write-layers.ts';
import { mug } from '../../../helpers/photograph/ground-truth-alpha.ts';
import { outputOf } from '../../../helpers/photograph/installed-tool.ts';
import { xmpPacket } from '../../../helpers/photograph/metadata-parts.ts';
import { parsePathResource } from '../../../helpers/photograph/path-resources.ts';
import { grainyPixels, scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { openScratchFiles } from '../../../helpers/photograph/scratch-files.ts';

// The reader needs no canvas if it returns raw pixels.
initializeCanvas(
  () => {
    throw new Error('no canvas here');
  },
  (width, height) => ({ width, height, data: new Uint8ClampedArray(width * height * 4), colorSpace: 'srgb' }),
);

const [width, height] = [301, 203];
const photo = (seed: number) => sharp(grainyPixels(width, height, seed), { raw: { width, height, channels: 3 } });
const { folder, at: file } = openScratchFiles();

await photo(1)
  .withMetadata({ density: 300 })
  .withExif({ IFD0: { Copyright: 'Somebody', Model: 'Camera' } })
  .withXmp(xmpPacket({}, ''))
  .withIccProfile('p3')
  .png()
  .toFile(file('photo.png'));
const numbers = async (path: string, channels: 3 | 4) => {
  const image = sharp(path, { ignoreIcc: true });
  return (channels === 4 ? image.ensureAlpha() : image.removeAlpha()).raw().toBuffer();
};
const photoRgb = await numbers(file('photo.png'), 3);
const icc = (await sharp(file('photo.png')).metadata()).icc!;

/** Writes a picture in the photograph's color profile, as the restorer returns it. */
async function tagged(name: string, pixels: Buffer, channels: 3 | 4, size = { width, height }): Promise<string> {
  await sharp(pixels, { raw: { ...size, channels } })
    .png()
    .toFile(file(`plain-${name}`));
  await sharp(file(`plain-${name}`))
    .keepIccProfile()
    .png()
    .toFile(file(name));
  return file(name);
}

const alpha = await sharp(Buffer.from(mug(width, height, ['#a33', '#e66', '#722'])))
  .ensureAlpha()
  .extractChannel(3)
  .raw()
  .toBuffer();
const edge = Buffer.alloc(width * height * 4);
for (let i = 0; i < alpha.length; i++) {
  for (let c = 0; c < 3; c++) edge[i * 4 + c] = alpha[i] === 255 ? photoRgb[i * 3 + c]! : 120;
  edge[i * 4 + 3] = alpha[i]!;
}

async function written(request: Partial<LayeredRequest> & { result: string }) {
  const { signal } = new AbortController();
  const own = { original: file('untagged.png'), box: null, path: null, to: folder, signal };
  const done = await writeLayers({ ...own, ...request });
  const psd = readPsd(await readFile(done.path), { useImageData: true, skipThumbnail: true });
  return { done, psd, layers: psd.children ?? [] };
}

await sharp(photoRgb, { raw: { width, height, channels: 3 } })
  .png()
  .toFile(file('untagged.png'));

const rgbOf = (layer: Pick<Layer, 'imageData'>) => {
  const data = layer.imageData!.data;
  const rgb = Buffer.alloc((data.length / 4) * 3);
  for (let i = 0; i < data.length / 4; i++) for (let c = 0; c < 3; c++) rgb[i * 3 + c] = data[i * 4 + c]!;
  return rgb;
};

describe('a retouched photograph', () => {
  it('is above the original, with every pixel unchanged', async () => {
    const retouchedPixels = grainyPixels(width, height, 5);
    const { done, psd, layers } = await written({ result: await tagged('retouched.png', retouchedPixels, 3) });
    expect([done.extension, done.width, done.height]).toEqual(['.psd', width, height]);
    expect(layers.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['Original', false],
      ['Retouched', false],
    ]);
    expect(rgbOf(layers[0]!).equals(photoRgb)).toBe(true);
    expect(rgbOf(layers[1]!).equals(retouchedPixels)).toBe(true);
    expect(rgbOf(psd).equals(retouchedPixels)).toBe(true);
    expect(psd.channels).toBe(3);
  });

  it('that is cropped is at its location', async () => {
    const part = grainyPixels(80, 60, 9);
    const box = { x: 33, y: 101, width: 80, height: 60 };
    const result = await tagged('part.png', part, 3, { width: 80, height: 60 });

    const { psd, layers } = await written({ result, box });

    expect([layers[1]!.left, layers[1]!.top, layers[1]!.right, layers[1]!.bottom]).toEqual([33, 101, 113, 161]);
    const at = (101 * width + 33) * 3;
    expect([...rgbOf(psd).subarray(at, at + 3)]).toEqual([...part.subarray(0, 3)]);
    expect([...rgbOf(psd).subarray(at - 3, at)]).toEqual([...photoRgb.subarray(at - 3, at)]);
  });

  it('of another size is the only layer', async () => {
    const result = await tagged('small.png', grainyPixels(50, 40, 3), 3, { width: 50, height: 40 });

    const { psd, layers } = await written({ result });

    expect([psd.width, psd.height, layers.length, layers[0]!.name]).toEqual([50, 40, 1, 'Retouched']);
  });
});

describe('a cutout', () => {
  it('has the photograph’s pixels under the matte, and hidden, clean edges', async () => {
    const path = await tracePath(alpha, { width, height });
    const { done, psd, layers } = await written({ result: await tagged('cutout.png', edge, 4), path });
    expect(layers.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['Original', true],
      ['Cutout', false],
      ['Clean edges', true],
    ]);
    const [, cutout, clean] = layers as [Layer, Layer, Layer];
    expect(rgbOf(cutout).equals(photoRgb)).toBe(true);
    const mask = cutout.mask!.imageData!;
    expect([mask.width, mask.height, cutout.mask!.defaultColor]).toEqual([width, height, 0]);
    expect(alpha.every((level, i) => mask.data[i * 4] === level)).toBe(true);
    expect(Buffer.from(clean.imageData!.data).equals(edge)).toBe(true);
    // On white, as Photoshop saves it, with alpha as the fourth channel.
    expect(psd.channels).toBe(4);
    expect([...psd.imageData!.data.subarray(0, 4)]).toEqual([255, 255, 255, 0]);
    const resources = readResources((await readFile(done.path)).subarray(34));
    const found = resources.find(({ id }) => id === 2000);
    expect(parsePathResource(found!.data, { width, height }).map(({ hole }) => hole)).toEqual([false, true]);
    expect(resources.map(({ id }) => id)).toContain(2999);
  });
});

it('carries profile, EXIF, XMP and resolution, and leaves no temporary file', async () => {
  const to = scratchFolder();
  const { done } = await written({ original: file('photo.png'), result: file('photo.png'), to });
  const resources = readResources((await readFile(done.path)).subarray(34));
  const data = (id: number) => Buffer.from(resources.find((each) => each.id === id)?.data ?? []);
  expect(data(1039).equals(icc)).toBe(true);
  expect(data(1058).toString('latin1')).toContain('Somebody');
  expect(data(1060).toString()).toContain('xmpmeta');
  expect(data(1005).readUInt32BE(0) / 65536).toBe(300);
  expect(readdirSync(to)).toEqual([done.path.split('/').at(-1)]);
  const bytes = await readFile(done.path);
  expect(rgbOf(readPsd(bytes, { useImageData: true })).equals(photoRgb)).toBe(true);
});

it('brings a result in sRGB into the photograph’s own profile', async () => {
  const { layers } = await written({ original: file('photo.png'), result: file('untagged.png') });
  const expected = await sharp(photoRgb, { raw: { width, height, channels: 3 } })
    .withIccProfile('p3')
    .raw()
    .toBuffer();
  const got = rgbOf(layers[1]!);
  expect(got.equals(photoRgb)).toBe(false);
  expect(got.every((level, i) => Math.abs(level - expected[i]!) <= 1)).toBe(true);
});

it('reports sizes too large for the format', async () => {
  const long = file('long.png');
  await sharp({ create: { width: 30_001, height: 2, channels: 3, background: '#123' } })
    .png()
    .toFile(long);
  await expect(written({ original: long, result: long })).rejects.toMatchObject({
    code: 'CANNOT_WRITE',
    sentence: { key: 'imaging.psd.tooLarge' },
  });
});

it('stops if it is canceled, and leaves no file', async () => {
  const signal = AbortSignal.abort(new Error('over'));
  const to = scratchFolder();

  await expect(written({ result: file('photo.png'), to, signal })).rejects.toThrow('over');

  expect(readdirSync(to)).toEqual([]);
});

it('is read by ImageMagick and exiftool, if installed', async () => {
  const { done } = await written({ original: file('untagged.png'), result: await tagged('again.png', edge, 4) });
  const layers = outputOf('convert', done.path, '-format', '%wx%h %l\n', 'info:');
  if (layers !== null) expect(layers).toMatch(/Original[\s\S]*Cutout[\s\S]*Clean edges/);
  const names = outputOf('exiftool', '-s3', '-LayerNames', '-Warning', done.path);
  if (names !== null) expect(names.trim()).toBe('Original, Cutout, Clean edges');
});
