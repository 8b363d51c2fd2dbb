import { describe, expect, test } from 'vitest';
import { findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { headOf } from '../../../helpers/face/closeups.ts';
import { group, madeOf, photoOf } from '../../../helpers/face/faces.ts';
import { sample } from '../../../helpers/photograph/photographs.ts';

/** Tilt of the woman's head in the photograph, in degrees. */
const leaning = 45;

describe('a tilted head that fills its photograph', () => {
  test.each([0, 45, 90, 150, 180, 270])('turned by %i degrees, is never considered upside down', async (degrees) => {
    const [face] = await findFaces(await headOf('leaning', (image) => image.rotate(degrees)), 1);
    const apart = (face!.pose.roll - leaning - degrees) % 360;
    expect(Math.abs(apart < -180 ? apart + 360 : apart)).toBeLessThan(10);
  });
});

test('group 5: 5 faces, the largest first, none twice', async () => {
  const faces = await findFaces(await photoOf(group(5)), 20);
  expect(faces).toHaveLength(5);
  const areas = faces.map(({ box }) => box.width * box.height);
  expect(areas).toEqual(areas.toSorted((a, b) => b - a));
});

describe('one face', async () => {
  const [face] = await findFaces(await photoOf(sample('astronaut')), 1);

  test.each([180, 270])('turned by %i degrees, it is found with that roll', async (degrees) => {
    const turned = await madeOf(sample('astronaut'), (image) => image.rotate(degrees));
    const [found] = await findFaces(turned, 1);
    const apart = (found!.pose.roll - face!.pose.roll - degrees) % 360;
    // Measurements of one face differ by a few degrees.
    expect(Math.abs(apart < -180 ? apart + 360 : apart)).toBeLessThan(6);
  });
});
