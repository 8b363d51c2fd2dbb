import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enlarge } from '../../../../../engine/pixels/plane.ts';
import { fuse } from '../../../../../engine/vision/matting/fusion/fusion.ts';
import { twoPassObjectMatte } from '../../../../../engine/vision/matting/networks/object-matte.ts';
import { decodePhoto } from '../../../../../engine/vision/photo/decode.ts';
import { composite, errorsOf } from '../../../../helpers/photograph/ground-truth-alpha.ts';
import { sample } from '../../../../helpers/photograph/photographs.ts';

const street = join(import.meta.dirname, '../../../../photos/backgrounds/street.jpg');

test('opens a lattice that the wide look fills', { tags: ['long'] }, async () => {
  const [width, height] = [640, 520];
  const bars = [0, 1, 2, 3, 4, 5, 6].map((n) => `M${140 + n * 60} 80V440 M140 ${80 + n * 60}H500`).join(' ');
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <path d="${bars}" stroke="#7a2415" stroke-width="12" stroke-linecap="square"/></svg>`;
  const { photo, alpha } = await composite(drawing, street);
  const looks = (await twoPassObjectMatte(photo, new AbortController().signal))!;
  const before = errorsOf(enlarge(looks.far, width, height), alpha).all;
  const after = errorsOf(await fuse(photo, looks, width, height), alpha).all;
  expect(before).toBeGreaterThan(0.1);
  expect(after).toBeLessThan(before / 10);
});

test.each([
  { area: 'the reflections of a spoon', name: 'coffee', size: [300, 200], x: [180, 188], y: [136, 146] },
  {
    area: 'the face of a cat of which a close look finds only the eyes',
    name: 'chelsea',
    size: [384, 256],
    x: [200, 240],
    y: [195, 225],
  },
  { area: 'a black helmet against black', name: 'astronaut', size: [512, 512], x: [320, 440], y: [400, 480] },
] as const)('does not treat $area as gaps', { tags: ['long'] }, async ({ name, size: [width, height], x, y }) => {
  const photo = await decodePhoto(await readFile(sample(name)));
  const looks = (await twoPassObjectMatte(photo, new AbortController().signal))!;

  const { data } = await fuse(photo, looks, width, height);

  let lowest = 1;
  for (let row = y[0]; row < y[1]; row++) {
    for (let column = x[0]; column < x[1]; column++) lowest = Math.min(lowest, data[row * width + column]!);
  }
  expect(lowest).toBeGreaterThan(0.8);
});
