import { readdirSync } from 'node:fs';
import exifr from 'exifr';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Stroke } from '../../../../contract/touch-up/touch-up.ts';
import { copyMetadata } from '../../../../main/imaging/metadata/copy-metadata.ts';
import { readPixels, strokeOf, writePixels } from '../../../helpers/photograph/damaged-cutout.ts';
import { exifBlock } from '../../../helpers/photograph/metadata-parts.ts';
import { portrait as large } from '../../../helpers/photograph/photographs.ts';
import { openPixels } from '../../../helpers/photograph/read-pixels.ts';
import { openTouchUpStage } from '../../../helpers/photograph/touch-up-stage.ts';

const { at, to, brush: brushOf } = openTouchUpStage();
const portrait = at('portrait.jpg');
const size = { width: 480, height: 320 };
beforeAll(async () => {
  await sharp(large).resize(480).withMetadata().jpeg({ quality: 95 }).toFile(portrait);
});

/** Reads the camera's EXIF data. For WEBP, which the EXIF reader does not support, it reads the block. */
async function cameraOf(path: string): Promise<{ DateTimeOriginal: Date; Model: string }> {
  const { format, exif } = await sharp(path).metadata();
  if (format !== 'webp') return exifr.parse(path);
  return exifr.parse(exifBlock(exif!));
}

const brush = (result: string, strokes: readonly Stroke[]) => brushOf(portrait, result, strokes);

/** The portrait, kept within x 75 to 400, with its metadata. */
async function cutOut(name: string, icc?: string): Promise<string> {
  const { data } = await sharp(portrait).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  for (let index = 0; index < size.width * size.height; index++) {
    const x = index % size.width;
    if (x < 75 || x >= 400) data.fill(0, index * 4, index * 4 + 4);
  }
  const path = await writePixels(at(name), { ...size, channels: 4, data }, icc);
  await copyMetadata(portrait, path, size);
  return path;
}

describe('a touched-up picture', () => {
  it.each(['png', 'webp', 'tif'] as const)('is a %s with the metadata of one', async (extension) => {
    const result = await cutOut(`cut.${extension}`);
    const done = await brush(result, [strokeOf('240,160', 50, { mode: 'erase', softness: 0.5 })]);
    expect(done).toMatchObject({ ...size, extension: `.${extension}` });
    const [before, after] = [await sharp(result).metadata(), await sharp(done.path).metadata()];
    expect(after).toMatchObject({
      format: before.format,
      depth: 'uchar',
      channels: 4,
      hasProfile: before.hasProfile,
    });
    expect(after.density).toBe(before.density);
    const [was, is] = [await cameraOf(result), await cameraOf(done.path)];
    expect(is.DateTimeOriginal).toEqual(was.DateTimeOriginal);
    expect(is.Model).toBe(was.Model);
    expect(is.DateTimeOriginal).toBeInstanceOf(Date);
    const pixels = await openPixels(done.path);
    expect([pixels.at(240, 160), pixels.at(340, 160)[3]]).toEqual([[0, 0, 0, 0], 255]);
  });

  it('keeps its profile', async () => {
    const result = await cutOut('wide.png', 'p3');
    const done = await brush(result, [strokeOf('25,160', 12)]);
    const [before, after] = [await sharp(result).metadata(), await sharp(done.path).metadata()];
    expect(after.icc?.equals(before.icc!)).toBe(true);
    const [was, is] = [await openPixels(result), await openPixels(done.path)];
    expect(is.at(240, 160)).toEqual(was.at(240, 160));
  });

  it('is a mask if the result was one', async () => {
    const mask = new Uint8Array(size.width * size.height).fill(255, 0, size.width * 160);
    const result = await writePixels(at('mask.png'), { ...size, channels: 1, data: mask });
    const strokes = [strokeOf('240,250', 15), strokeOf('240,50', 15, { mode: 'erase' })];
    const { path } = await brush(result, strokes);
    expect(await sharp(path).metadata()).toMatchObject({ channels: 1, space: 'b-w', depth: 'uchar' });
    const { data } = await readPixels(path);
    const alpha = (x: number, y: number) => data[y * size.width + x];
    expect([alpha(240, 250), alpha(240, 50), alpha(175, 50), alpha(175, 250)]).toEqual([255, 0, 255, 0]);
  });

  it('with 16 bits is a mask, and a TIFF, with 16', async () => {
    const mask = new Uint16Array(size.width * size.height).fill(40_000);
    const deepMask = await writePixels(at('deep-mask.png'), { ...size, channels: 1, data: mask });
    const { path } = await brush(deepMask, [strokeOf('240,250', 15)]);
    expect(await sharp(path).metadata()).toMatchObject({ channels: 1, space: 'grey16', depth: 'ushort' });
    const colors = new Uint16Array(size.width * size.height * 4).fill(30_123);
    const deep = await writePixels(at('deep.tif'), { ...size, channels: 4, data: colors });
    const done = await brush(deep, [strokeOf('25,25', 5)]);
    expect(await sharp(done.path).metadata()).toMatchObject({ format: 'tiff', channels: 4, depth: 'ushort' });
    const pixels = await openPixels(done.path, 16);
    expect([pixels.at(240, 160), pixels.at(25, 25)[3]]).toEqual([[30_123, 30_123, 30_123, 30_123], 65535]);
  });

  it('on white stays on white', async () => {
    const result = at('white.jpg');
    await sharp(await cutOut('for-white.png'))
      .flatten({ background: '#fff' })
      .jpeg({ quality: 97 })
      .toFile(result);
    await copyMetadata(portrait, result, size);
    const done = await brush(result, [strokeOf('50,160 70,160', 15), strokeOf('375,160', 15, { mode: 'erase' })]);
    expect(done).toMatchObject({ format: 'jpeg', extension: '.jpg' });
    expect(await cameraOf(done.path)).toEqual(await cameraOf(result));
    const [is, own] = [await openPixels(done.path), await openPixels(portrait)];
    const off = (x: number, meant: readonly number[]) =>
      Math.max(...is.at(x, 160).map((value, c) => Math.abs(value - meant[c]!)));
    expect(off(55, own.at(55, 160))).toBeLessThan(12);
    expect(off(240, own.at(240, 160))).toBeLessThan(12);
    expect(off(375, [255, 255, 255])).toBeLessThan(4);
    expect(off(25, [255, 255, 255])).toBeLessThan(4);
  });

  it('is the only file that is left', async () => {
    const result = await cutOut('alone.png');
    const before = readdirSync(to);
    const { path } = await brush(result, [strokeOf('25,160', 12, { edgeAware: true })]);
    expect(readdirSync(to).filter((name) => !before.includes(name))).toEqual([path.slice(to.length + 1)]);
  });
});
