import { expect, test } from 'vitest';
import { createFaceChart, skinIn } from '../../../../../engine/vision/analysis/chart/skin-chart.ts';
import { sideLines, sides, sideZones, zones } from '../../../../../engine/vision/analysis/chart/zones.ts';
import { closeUp } from '../../../../helpers/face/closeups.ts';

const chart = await createFaceChart(...(Object.values(await closeUp('woman')) as Parameters<typeof createFaceChart>));
const { mesh } = chart.face;
const [nose, brow, mouth] = [mesh[1]!, mesh[9]!, mesh[14]!];

/** Center and number of pixels of a zone's skin. */
function seen(outline: readonly number[]) {
  const area = skinIn(chart, outline);
  let [x, y, count] = [0, 0, 0];
  for (let i = 0; i < area.data.length; i++) {
    x += area.data[i]! * (i % area.width);
    y += area.data[i]! * Math.floor(i / area.width);
    count += area.data[i]!;
  }
  return { x: x / count, y: y / count, count };
}

test('each zone is skin, at the location of its name', () => {
  for (const outline of Object.values(zones)) expect(seen(outline).count).toBeGreaterThan(700);
  expect(seen(zones.forehead).y).toBeLessThan(brow.y);
  expect(seen(zones.jaw).y).toBeGreaterThan(mouth.y);
  expect(Math.hypot(seen(zones.nose).x - nose.x, seen(zones.nose).y - nose.y)).toBeLessThan(60);
  expect(Math.abs(seen(zones.glabella).x - brow.x)).toBeLessThan(15);
});

test('paired zones are at the left and at the right', () => {
  for (const zone of Object.values(sideZones)) {
    expect(seen(zone.left).x).toBeLessThan(nose.x);
    expect(seen(zone.right).x).toBeGreaterThan(nose.x);
    expect(Math.abs(seen(zone.left).y - seen(zone.right).y)).toBeLessThan(25);
  }
  for (const line of Object.values(sideLines)) {
    for (const side of sides) {
      const xs = line[side].map((index) => mesh[index]!.x - nose.x);
      expect(xs.every((x) => (side === 'left' ? x < 0 : x > 0))).toBe(true);
      // Lines run outwards from the nose.
      expect(Math.abs(xs.at(-1)!)).toBeGreaterThan(Math.abs(xs[0]!));
    }
  }
});
