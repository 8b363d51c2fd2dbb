import { describe, expect, test } from 'vitest';
import { createFaceChart } from '../../../../../engine/vision/analysis/chart/skin-chart.ts';
import { findSkinType, measureSkin } from '../../../../../engine/vision/analysis/findings/skin-type.ts';
import { closeUp } from '../../../../helpers/face/closeups.ts';
import { at, dot, drawnOn, sizeOf } from '../../../../helpers/face/draw-accessories.ts';

describe('a matt face', async () => {
  const { photo, face } = await closeUp('woman');
  const size = sizeOf(face);
  const matt = await createFaceChart(photo, face);
  const shiny = async (...places: number[]) => {
    const lights = places.map((index) => dot(at(face, index), size * 0.04, '#ffffff', 0.7));
    return createFaceChart(await drawnOn(photo, lights.join(''), size * 0.012), face);
  };
  const forehead = [151, 108, 337, 69, 299];
  const tZone = [...forehead, 4, 195, 5, 199];
  const cheeks = [50, 280, 205, 425, 118, 347];

  test('is neutral', () => {
    expect(findSkinType(matt).skin_type).toBe(2);
  });

  test('with a shiny T zone is combination', async () => {
    const chart = await shiny(...tZone);
    expect(measureSkin(chart).shineT).toBeGreaterThan(measureSkin(matt).shineT + 0.5);
    expect(findSkinType(chart).skin_type).toBe(3);
  });

  test('that shines everywhere is oily', { tags: ['long'] }, async () => {
    expect(findSkinType(await shiny(...tZone, ...cheeks)).skin_type).toBe(0);
  });

  test('with rough cheeks is dry', { tags: ['long'] }, async () => {
    const flakes = cheeks.flatMap((index) =>
      Array.from({ length: 60 }, (_, i) => {
        const { x, y } = at(face, index);
        const [angle, away] = [i * 2.4, Math.sqrt(i / 60) * size * 0.07];
        const place = { x: x + Math.cos(angle) * away, y: y + Math.sin(angle) * away };
        return dot(place, 1, i % 2 ? '#fff' : '#5a3a2a', 0.4);
      }),
    );
    const chart = await createFaceChart(await drawnOn(photo, flakes.join('')), face);
    expect(measureSkin(chart).roughness).toBeGreaterThan(measureSkin(matt).roughness * 2);
    expect(findSkinType(chart).skin_type).toBe(1);
  });
});
