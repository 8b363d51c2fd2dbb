import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { commodityBackgroundRemoval } from '../../../engine/operations/commodity-background-removal.ts';
import { callOf } from '../../helpers/face/faces.ts';
import { alphaPlane, cutoutOf, softPart } from '../../helpers/operation/cutouts.ts';
import { expectSubject } from '../../helpers/operation/subject-places.ts';
import { composite, errorsOf, mug, tableWithShadow } from '../../helpers/photograph/ground-truth-alpha.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

const cut = async (upload: Uint8Array, params = {}) =>
  cutoutOf(await commodityBackgroundRemoval(callOf('commodity-background-removal', upload, params)));

test('a cup, its saucer and its spoon are one product', async () => {
  expectSubject(await cut(await readFile(sample('coffee'))), {
    kept: { cup: [0.45, 0.5], rim: [0.35, 0.15], saucer: [0.2, 0.6], spoon: [0.6, 0.72] },
    gone: { upperLeft: [0.02, 0.02], lowerRight: [0.97, 0.95], table: [0.9, 0.2], lowerLeft: [0.03, 0.9] },
  });
});

const [photoWidth, photoHeight] = [1400, 1100];

test.each([
  ['blue', ['#2b5a9c', '#6f9fdd', '#1d3d70']],
  ['white', ['#e9e6e0', '#fdfcfa', '#b9b4ac']],
  ['black', ['#1a1a1c', '#55555a', '#0c0c0e']],
] as const)(
  'a %s mug is cut out: crisp, its handle open, without its shadow',
  { tags: ['long'], timeout: 900_000 },
  async (_, colors) => {
    const table = await tableWithShadow(photoWidth, photoHeight);
    const { photo, alpha } = await composite(mug(photoWidth, photoHeight, colors), table);
    const upload = await sharp(photo.rgb, { raw: { width: photoWidth, height: photoHeight, channels: 3 } })
      .jpeg({ quality: 93 })
      .toBuffer();

    const cutout = await cut(upload);

    expect([cutout.width, cutout.height]).toEqual([photoWidth, photoHeight]);
    expectSubject(cutout, {
      kept: { body: [640 / 1400, 600 / 1100], handle: [970 / 1400, 585 / 1100] },
      gone: { insideTheHandle: [895 / 1400, 590 / 1100], shadow: [900 / 1400, 830 / 1100] },
    });
    const errors = errorsOf(alphaPlane(cutout), alpha);
    expect(errors.all).toBeLessThan(0.004);
    expect(errors.edge).toBeLessThan(0.12);
    expect(softPart(cutout)).toBeLessThan(0.012);
  },
);

test('whiteBK lays it on white', { tags: ['long'] }, async () => {
  const cutout = await cut(await readFile(sample('coffee')), { return_form: 'whiteBK' });

  expect(cutout.channels).toBe(3);
  expect([...cutout.data.subarray(0, 3)]).toEqual([255, 255, 255]);
});
