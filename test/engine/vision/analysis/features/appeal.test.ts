import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createFaceChart } from '../../../../../engine/vision/analysis/chart/skin-chart.ts';
import { measureAppeal, measureUnevenness } from '../../../../../engine/vision/analysis/features/appeal.ts';
import { findFaces } from '../../../../../engine/vision/face/find-faces.ts';
import { decodePhoto, type Photo } from '../../../../../engine/vision/photo/decode.ts';
import { closeUp } from '../../../../helpers/face/closeups.ts';
import { at, dot, drawnOn, sizeOf } from '../../../../helpers/face/draw-accessories.ts';
import { group } from '../../../../helpers/face/faces.ts';

const { photo, face } = await closeUp('woman');
const chart = await createFaceChart(photo, face);
const plain = measureAppeal(chart, face.mesh);

test('is a score from 40 to 100 with parts from 0 to 1', () => {
  expect(plain.score).toBeGreaterThan(60);
  expect(plain.score).toBeLessThanOrEqual(100);
  for (const part of [plain.symmetry, plain.proportions, plain.skin]) expect(part >= 0 && part <= 1).toBe(true);
});

test('falls with symmetry and proportions, but never below 40', () => {
  const bent = face.mesh.map((point, i) => ({
    ...point,
    y: point.y + (point.x > face.mesh[168]!.x ? 25 : 0) + (i % 7) * 8,
  }));
  const worse = measureAppeal(chart, bent);
  expect(worse.symmetry).toBeLessThan(plain.symmetry);
  expect(worse.proportions).toBeLessThan(plain.proportions);
  expect(worse.skin).toBe(plain.skin);
  expect(worse.score).toBeGreaterThanOrEqual(40);
});

test('falls with blotches on the cheeks', async () => {
  const blotches = [50, 205, 280, 425].map((index) => dot(at(face, index), sizeOf(face) * 0.04, '#7a2f28', 0.4));
  const blotchy = await createFaceChart(await drawnOn(photo, blotches.join(''), 2), face);
  expect(measureAppeal(blotchy, face.mesh).skin).toBeLessThan(plain.skin);
});

async function unevennessOf(photo: Photo): Promise<number> {
  const [largest] = await findFaces(photo, 1);
  return measureUnevenness(await createFaceChart(photo, largest!))!;
}

test('blotches on the cheeks count, but a darker exposure and light from the side hardly do', {
  timeout: 240_000,
  tags: ['long'],
}, async () => {
  const people = await decodePhoto(await readFile(group(6)));
  const [largest] = await findFaces(people, 1);
  const even = await unevennessOf(people);
  const changed = (of: (value: number, x: number, y: number, channel: number) => number): Photo => ({
    ...people,
    rgb: people.rgb.map((value, i) => {
      const [x, y] = [Math.floor(i / 3) % people.width, Math.floor(i / 3 / people.width)];
      return Math.max(0, Math.min(255, Math.round(of(value, x, y, i % 3))));
    }),
  });
  const { left, width, height } = largest!.box;
  const size = (width + height) / 2;
  const blotched = changed((value, x, y, channel) => {
    const wave = Math.sin((x / size) * 70) * Math.sin((y / size) * 70);
    return value * (1 + (channel === 0 ? 0.04 : -0.14) * wave);
  });
  expect(await unevennessOf(blotched)).toBeGreaterThan(even * 1.3);
  const lit = changed((value, x) => value * (0.85 + (0.3 * (x - left)) / width));
  expect(Math.abs((await unevennessOf(lit)) - even)).toBeLessThan(even * 0.25);
  expect(Math.abs((await unevennessOf(changed((value) => value * 0.8))) - even)).toBeLessThan(even * 0.3);
});
