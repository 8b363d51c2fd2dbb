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

test('does not treat the reflections of a spoon as gaps', { tags: ['long'] }, async () => {
  const photo = await decodePhoto(await readFile(sample('coffee')));
  const looks = (await twoPassObjectMatte(photo, new AbortController().signal))!;
  const { data } = await fuse(photo, looks, 300, 200);
  for (let y = 136; y < 146; y++) for (let x = 180; x < 188; x++) expect(data[y * 300 + x]).toBeGreaterThan(0.8);
});
