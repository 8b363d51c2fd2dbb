import { expect, test } from 'vitest';
import { lightenUnderEyes } from '../../../../engine/effects/skin/under-eye.ts';
import { findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { maskOf, outlineOf } from '../../../../engine/vision/face/mesh.ts';
import { faceRect, segmentPeople } from '../../../../engine/vision/skin/segment-people.ts';
import { readSkinRegion } from '../../../../engine/vision/skin/skin-region.ts';
import { photoOf } from '../../../helpers/face/faces.ts';
import { copyOf } from '../../../helpers/face/skin.ts';
import { sample } from '../../../helpers/photograph/photographs.ts';

test('dark circles become more like the cheeks; cheeks and eyes are unchanged', async () => {
  const photo = await photoOf(sample('astronaut'));
  const [face] = await findFaces(photo, 1);
  const segmentations = await segmentPeople(photo, [face!], async () => {});
  const fineness = { faceSize: 400, maxPixels: 1_000_000 };
  const region = await readSkinRegion(photo, faceRect(photo, face!), [face!], segmentations, fineness);
  const circle = maskOf([outlineOf(face!.mesh, 'leftUnderEye')], region.place, 0);
  // Dark circles are painted on: the photograph has none.
  for (let i = 0; i < circle.data.length; i++) region.lab.L.data[i]! -= 12 * circle.data[i]! * region.skin.data[i]!;
  const now = copyOf(region);
  lightenUnderEyes(region, now, face!, 0.7);

  const meanLift = (mask: typeof circle) => {
    const [sum, weight] = mask.data.reduce(
      ([total, weights], value, i) => {
        const share = value * region.skin.data[i]!;
        return [total + share * (now.L.data[i]! - region.lab.L.data[i]!), weights + share];
      },
      [0, 0],
    );
    return sum! / weight!;
  };
  expect(meanLift(circle)).toBeGreaterThan(3);
  expect(meanLift(maskOf([outlineOf(face!.mesh, 'leftCheek', 0.6)], region.place, 0))).toBeLessThan(0.3);
  const eye = Math.round(101 - region.place.y) * region.place.width + Math.round(204 - region.place.x);
  expect(now.L.data[eye]).toBe(region.lab.L.data[eye]);
});
