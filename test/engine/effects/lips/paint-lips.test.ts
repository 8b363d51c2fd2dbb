import { expect, test } from 'vitest';
import { paintLips } from '../../../../engine/effects/lips/paint-lips.ts';
import { rgbToLab } from '../../../../engine/pixels/lab.ts';
import { findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { cutPhoto } from '../../../../engine/vision/photo/decode.ts';
import { group, photoOf } from '../../../helpers/face/faces.ts';

/** Samples along a lower lip. */
const along = [
  [88, 181],
  [178, 84],
  [87, 17],
  [14, 17],
  [317, 314],
  [402, 405],
  [318, 321],
] as const;

test.each([
  ['light', 6, { x: 600, y: 260, width: 360, height: 440 }],
  ['dark', 5, { x: 280, y: 820, width: 400, height: 440 }],
] as const)('on lips in a %s photograph the paint is red, and shaded as they were', async (_, number, rect) => {
  const photo = cutPhoto(await photoOf(group(number)), rect);
  const face = (await findFaces(photo, 1))[0]!;
  const labs = () =>
    along.map(([inner, outer]) => {
      const [a, b] = [face.mesh[inner]!, face.mesh[outer]!];
      const at = (Math.round((a.y + b.y) / 2) * photo.width + Math.round((a.x + b.x) / 2)) * 3;
      return rgbToLab(photo.rgb[at]!, photo.rgb[at + 1]!, photo.rgb[at + 2]!);
    });
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const before = labs();
  await paintLips(photo, face);
  const after = labs();
  const hue = (Math.atan2(mean(after.map(([, , b]) => b)), mean(after.map(([, a]) => a))) * 180) / Math.PI;
  expect(hue).toBeGreaterThan(0);
  expect(hue).toBeLessThan(45);
  expect(mean(after.map(([, a]) => a))).toBeGreaterThan(mean(before.map(([, a]) => a)) + 4);
  // Lips in the dark stay dark.
  expect(Math.abs(mean(after.map(([L]) => L)) - mean(before.map(([L]) => L)))).toBeLessThan(20);
});
