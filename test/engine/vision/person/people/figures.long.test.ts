import { expect, test } from 'vitest';
import { findFaces } from '../../../../../engine/vision/face/find-faces.ts';
import { findFigures } from '../../../../../engine/vision/person/people/figures.ts';
import { group, photoOf } from '../../../../helpers/face/faces.ts';

test('each of four women has a separate figure below her face', async () => {
  const photo = await photoOf(group(4));
  const faces = await findFaces(photo, 10);
  const figures = await findFigures(photo, faces, new AbortController().signal);
  expect(figures).toHaveLength(4);
  for (const [i, figure] of figures.entries()) {
    const { left, top, width, height } = faces[i]!.box;
    expect(figure!.shoulders.y).toBeGreaterThan(top + height / 2);
    expect(figure!.hips.y).toBeGreaterThan(figure!.shoulders.y);
    expect(Math.abs(figure!.shoulders.x - left - width / 2)).toBeLessThan(width * 1.2);
    expect(figure!.torso).toBeGreaterThan(height * 1.5);
  }
  const order = (values: number[]) => values.map((_, i) => i).sort((a, b) => values[a]! - values[b]!);
  expect(order(figures.map((figure) => figure!.hips.x))).toEqual(order(faces.map(({ box }) => box.left)));
});
