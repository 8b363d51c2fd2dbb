import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { alignResult, extractMatte, shrinkForInspection } from '../../../../main/imaging/inspection/result-matte.ts';
import { readPicture, UnmeasurableImage } from '../../../../main/imaging/measure/measured-image.ts';
import { sample, scratchFolder } from '../../../helpers/photograph/photographs.ts';

const folder = scratchFolder();
const { signal } = new AbortController();
const [width, height] = [512, 512];
const circle = Buffer.from(`<svg width="512" height="512"><circle cx="256" cy="256" r="128"/></svg>`);

/** The astronaut, cut out as a circle. */
async function cutout() {
  return sharp(sample('astronaut'))
    .ensureAlpha()
    .composite([{ input: circle, blend: 'dest-in' }])
    .png()
    .toBuffer();
}
const photograph = async () => shrinkForInspection((await readPicture(sample('astronaut'), signal)).picture);
const share = (values: Uint8Array) => values.reduce((sum, value) => sum + value / 255, 0) / values.length;
const round = (Math.PI * 128 ** 2) / (width * height);

test('a cutout has the matte of its file, in 16 bits and in other formats too', async () => {
  const cut = await cutout();
  const frame = await photograph();
  const files = {
    'a.png': sharp(cut),
    'deep.png': sharp(cut).toColourspace('rgb16').png(),
    'a.tiff': sharp(cut).tiff({ compression: 'lzw' }),
    'a.webp': sharp(cut).webp({ lossless: true }),
  };
  for (const [name, image] of Object.entries(files)) {
    const path = join(folder, name);
    await image.toFile(path);
    const result = await alignResult(path, frame, null, signal);
    expect(share(extractMatte(result, 'cutout', frame, null).values), name).toBeCloseTo(round, 2);
  }
});

test('a cutout on white has one, except in white parts of the photograph, and so has a mask', async () => {
  const frame = await photograph();
  const white = join(folder, 'white.jpg');
  await sharp(await cutout())
    .flatten({ background: '#fff' })
    .jpeg({ quality: 95 })
    .toFile(white);
  const result = await alignResult(white, frame, null, signal);
  const unknown = { width, height, values: new Uint8Array(width * height) };
  expect(share(extractMatte(result, 'whiteBK', frame, unknown).values)).toBeCloseTo(round, 1);
  const mask = join(folder, 'mask.png');
  await sharp(await cutout())
    .extractChannel(3)
    .png()
    .toFile(mask);
  const drawn = await alignResult(mask, frame, null, signal);
  expect(share(extractMatte(drawn, 'mask', frame, null).values)).toBeCloseTo(round, 2);
});

test('a cropped cutout is at its location, with nothing around it', async () => {
  const frame = await photograph();
  const path = join(folder, 'crop.png');
  await sharp(await cutout())
    .extract({ left: 128, top: 128, width: 256, height: 256 })
    .toFile(path);
  const result = await alignResult(path, frame, { x: 0.25, y: 0.25, width: 0.5, height: 0.5 }, signal);
  const { values } = extractMatte(result, 'crop', frame, null);
  expect(share(values)).toBeCloseTo(round, 2);
  expect([values[0], values[256 * width + 256], values[256 * width + 100]]).toEqual([0, 255, 0]);
});

test('a truncated file, or one that is no picture, cannot be measured', async () => {
  const frame = await photograph();
  const path = join(folder, 'short.png');
  await writeFile(path, (await cutout()).subarray(0, 20_000));
  await expect(alignResult(path, frame, null, signal)).rejects.toBeInstanceOf(UnmeasurableImage);
  await expect(alignResult(path, frame, { x: 2, y: 2, width: 1, height: 1 }, signal)).rejects.toBeInstanceOf(
    UnmeasurableImage,
  );
});
