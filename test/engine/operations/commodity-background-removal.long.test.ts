import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { commodityBackgroundRemoval } from '../../../engine/operations/commodity-background-removal.ts';
import { callOf } from '../../helpers/face/faces.ts';
import { alphaAt, alphaPlane, cutoutOf, softPart } from '../../helpers/operation/cutouts.ts';
import { composite, errorsOf, mug, tableWithShadow } from '../../helpers/photograph/ground-truth-alpha.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

const cut = async (upload: Uint8Array, params = {}) =>
  cutoutOf(await commodityBackgroundRemoval(callOf('commodity-background-removal', upload, params)));

const [photoWidth, photoHeight] = [1400, 1100];

test.each([
  ['blue', ['#2b5a9c', '#6f9fdd', '#1d3d70']],
  ['white', ['#e9e6e0', '#fdfcfa', '#b9b4ac']],
  ['black', ['#1a1a1c', '#55555a', '#0c0c0e']],
] as const)('a %s mug is cut out: crisp, its handle open, without its shadow', async (_, colors) => {
  const { photo, alpha } = await composite(
    mug(photoWidth, photoHeight, colors),
    await tableWithShadow(photoWidth, photoHeight),
  );
  const upload = await sharp(photo.rgb, { raw: { width: photoWidth, height: photoHeight, channels: 3 } })
    .jpeg({ quality: 93 })
    .toBuffer();
  const cutout = await cut(upload);
  expect([cutout.width, cutout.height]).toEqual([photoWidth, photoHeight]);
  expect(alphaAt(cutout, 640 / 1400, 600 / 1100)).toBe(255);
  expect(alphaAt(cutout, 970 / 1400, 585 / 1100)).toBe(255);
  expect(alphaAt(cutout, 895 / 1400, 590 / 1100)).toBe(0);
  expect(alphaAt(cutout, 900 / 1400, 830 / 1100)).toBe(0);
  const errors = errorsOf(alphaPlane(cutout), alpha);
  expect(errors.all).toBeLessThan(0.004);
  expect(errors.edge).toBeLessThan(0.12);
  expect(softPart(cutout)).toBeLessThan(0.012);
});

test('whiteBK lays it on white', async () => {
  const cutout = await cut(await readFile(sample('coffee')), { return_form: 'whiteBK' });
  expect(cutout.channels).toBe(3);
  expect([...cutout.data.subarray(0, 3)]).toEqual([255, 255, 255]);
});
