import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createFaceChart } from '../../../../../engine/vision/analysis/chart/skin-chart.ts';
import { measureUnevenness } from '../../../../../engine/vision/analysis/features/appeal.ts';
import { findFaces } from '../../../../../engine/vision/face/find-faces.ts';
import { decodePhoto, type Photo } from '../../../../../engine/vision/photo/decode.ts';
import { group } from '../../../../helpers/face/faces.ts';

async function unevennessOf(photo: Photo): Promise<number> {
  const [face] = await findFaces(photo, 1);
  return measureUnevenness(await createFaceChart(photo, face!))!;
}

test('blotches on the cheeks count, but a darker exposure and light from the side hardly do', {
  timeout: 240_000,
}, async () => {
  const photo = await decodePhoto(await readFile(group(6)));
  const [face] = await findFaces(photo, 1);
  const plain = await unevennessOf(photo);
  const changed = (of: (value: number, x: number, y: number, channel: number) => number): Photo => ({
    ...photo,
    rgb: photo.rgb.map((value, i) => {
      const [x, y] = [Math.floor(i / 3) % photo.width, Math.floor(i / 3 / photo.width)];
      return Math.max(0, Math.min(255, Math.round(of(value, x, y, i % 3))));
    }),
  });
  const { left, width, height } = face!.box;
  const size = (width + height) / 2;
  const blotched = changed((value, x, y, channel) => {
    const wave = Math.sin((x / size) * 70) * Math.sin((y / size) * 70);
    return value * (1 + (channel === 0 ? 0.04 : -0.14) * wave);
  });
  expect(await unevennessOf(blotched)).toBeGreaterThan(plain * 1.3);
  const lit = changed((value, x) => value * (0.85 + (0.3 * (x - left)) / width));
  expect(Math.abs((await unevennessOf(lit)) - plain)).toBeLessThan(plain * 0.25);
  expect(Math.abs((await unevennessOf(changed((value) => value * 0.8))) - plain)).toBeLessThan(plain * 0.3);
});
