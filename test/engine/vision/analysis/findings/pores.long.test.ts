import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createFaceChart } from '../../../../../engine/vision/analysis/chart/skin-chart.ts';
import { findPores, measurePores } from '../../../../../engine/vision/analysis/findings/pores.ts';
import type { Photo } from '../../../../../engine/vision/photo/decode.ts';
import { closeUp, found, headOf } from '../../../../helpers/face/closeups.ts';
import { at, dot, drawnOn } from '../../../../helpers/face/draw-accessories.ts';
import { mirrored } from '../../../../helpers/face/faces.ts';

/** Twice as large, so that pores have enough pixels. */
const head = await headOf('woman', (image) => image.resize({ width: 900 }));
const { face } = await found(head);
const chartOf = (photo: Photo) => createFaceChart(photo, face);

/** Dots around a mesh point, in an irregular grid. */
function dots(index: number, count: number, apart: number, radius: number, opacity: number): string {
  const center = at(face, index);
  return Array.from({ length: count * count }, (_, i) => {
    const [row, column] = [Math.floor(i / count), i % count];
    const jitter = (seed: number) => (((seed * 7919) % 13) / 13 - 0.5) * apart * 0.5;
    const place = {
      x: center.x + (column - (count - 1) / 2) * apart + jitter(i + 1),
      y: center.y + (row - (count - 1) / 2) * apart + jitter(i + 5),
    };
    return dot(place, radius, '#4a2a1c', opacity);
  }).join('');
}

describe('pores', async () => {
  const plain = findPores(await chartOf(head));

  test('are not found on smooth skin', () => {
    expect(Object.values(plain).map(({ value }) => value)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('are found on the affected cheek, with left and right as the person names them', async () => {
    // Mesh point 50 is on the cheek at the left of the picture, the person's right one.
    const photo = await drawnOn(head, dots(50, 7, 11, 2, 0.45), 0.5);
    const porous = findPores(await chartOf(photo));
    expect([porous.pores_right_cheek.value, porous.pores_left_cheek.value, porous.pores.value]).toEqual([1, 0, 1]);
    const mirror = await found(mirrored(photo));
    const mirroredPores = findPores(await createFaceChart(mirror.photo, mirror.face));
    expect([mirroredPores.pores_right_cheek.value, mirroredPores.pores_left_cheek.value]).toEqual([0, 1]);
  });

  test('are fewer after smoothing', async () => {
    const photo = await drawnOn(head, dots(50, 7, 11, 2, 0.45), 0.5);
    const { width, height, rgb } = photo;
    const smooth = await sharp(rgb, { raw: { width, height, channels: 3 } })
      .blur(4)
      .raw()
      .toBuffer();
    const before = measurePores(await chartOf(photo)).pores_right_cheek!;
    const after = measurePores(await chartOf({ ...photo, rgb: smooth })).pores_right_cheek!;
    expect(after).toBeLessThan(before / 4);
  });

  test('exclude lines', async () => {
    const { x, y } = at(face, 50);
    const lines = [-16, -8, 0, 8, 16].map(
      (dy) =>
        `<path d="M${x - 35},${y + dy} L${x + 35},${y + dy}" stroke="#4a2a1c" stroke-opacity="0.45" stroke-width="3"/>`,
    );
    const photo = await drawnOn(head, lines.join(''), 0.5);
    expect(findPores(await chartOf(photo)).pores_right_cheek.value).toBe(0);
  });
});

test('blackheads are darker dots on the nose', async () => {
  const photo = await drawnOn(head, dots(4, 4, 10, 2.4, 0.75), 0.4);
  const { blackhead, pores_left_cheek } = findPores(await chartOf(photo));
  expect([blackhead.value, pores_left_cheek.value]).toEqual([1, 0]);
});

test('are uncertain if hair covers the forehead', async () => {
  const { photo, face: covered } = await closeUp('warm');
  const chart = await createFaceChart(photo, covered);
  chart.region.skin.data.fill(0);
  expect(findPores(chart).pores_forehead).toEqual({ value: 0, confidence: 0.5 });
});
