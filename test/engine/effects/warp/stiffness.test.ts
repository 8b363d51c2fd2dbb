import { expect, test } from 'vitest';
import { extentOf } from '../../../../engine/effects/warp/face-shape.ts';
import { createStiffness } from '../../../../engine/effects/warp/stiffness.ts';
import { findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { decodePhoto } from '../../../../engine/vision/photo/decode.ts';
import { segmentPeople } from '../../../../engine/vision/skin/segment-people.ts';
import { astronautsFace } from '../../../helpers/face/faces.ts';

test('skin next to a face is stiff, hair is softer, and the background is softest', async () => {
  const photo = await decodePhoto(await astronautsFace());
  const [face] = await findFaces(photo, 1);
  const { mesh } = face!;
  const stiffness = createStiffness(photo, face!, await segmentPeople(photo, [face!], async () => {}));
  expect(stiffness(mesh[50]!.x, mesh[50]!.y)).toBeGreaterThan(10);
  const hair = stiffness(mesh[10]!.x, mesh[10]!.y - 0.25 * extentOf(face!));
  expect(hair).toBeGreaterThan(1);
  expect(hair).toBeLessThan(4);
  expect(stiffness(10, 10)).toBeLessThan(0.2);
});
