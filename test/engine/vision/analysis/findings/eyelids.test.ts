import { expect, test } from 'vitest';
import { createFaceChart } from '../../../../../engine/vision/analysis/chart/skin-chart.ts';
import { sideLines } from '../../../../../engine/vision/analysis/chart/zones.ts';
import { findEyelids } from '../../../../../engine/vision/analysis/findings/eyelids.ts';
import { found, headOf } from '../../../../helpers/face/closeups.ts';
import { at, drawnOn } from '../../../../helpers/face/draw-accessories.ts';

const { photo, face } = await found(await headOf('woman', (image) => image.resize({ width: 900 })));
const width = Math.abs(at(face, 33).x - at(face, 133).x);

/** Draws a crease above the lid at the left of the picture. Its heights at both corners are in eye widths. */
async function withCrease(inner: number, outer: number) {
  const line = sideLines.upperLid.left;
  const points = line.map((index, i) => {
    const height = inner + (outer - inner) * Math.min(1, (i / (line.length - 1)) * 2);
    return `${at(face, index).x},${at(face, index).y - height * width}`;
  });
  const crease = `<polyline points="${points.join(' ')}" fill="none" stroke="#3a241a" stroke-opacity="0.75" stroke-width="${width * 0.035}"/>`;
  return findEyelids(await createFaceChart(await drawnOn(photo, crease, 0.8), face));
}

test('lids without a crease are single, with low confidence', async () => {
  const { left_eyelids, right_eyelids } = findEyelids(await createFaceChart(photo, face));
  expect([left_eyelids.value, right_eyelids.value]).toEqual([0, 0]);
  expect(Math.max(left_eyelids.confidence, right_eyelids.confidence)).toBeLessThanOrEqual(0.75);
});

test("a crease at an even height is parallel; the eye at the left is the person's right one", async () => {
  const { left_eyelids, right_eyelids } = await withCrease(0.24, 0.24);
  expect([right_eyelids.value, left_eyelids.value]).toEqual([1, 0]);
});

test('a crease that runs towards the inner corner is scalloped', { tags: ['long'] }, async () => {
  expect((await withCrease(0.02, 0.26)).right_eyelids.value).toBe(2);
});
