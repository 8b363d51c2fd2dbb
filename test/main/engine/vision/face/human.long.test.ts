import { describe, expect, test } from 'vitest';
import { findFaces } from '../../../../../main/engine/vision/face/human.ts';
import { headOf } from '../../../../helpers/closeups.ts';

/** Degrees by which the woman on the photograph leans her head. */
const leaning = 45;

describe('a head that fills its photograph and leans', () => {
  test.each([0, 45, 90, 150, 180, 270])('turned by %i degrees is never taken for one upside down', async (degrees) => {
    const [face] = await findFaces(await headOf('leaning', (image) => image.rotate(degrees)), 1);
    const apart = (face!.pose.roll - leaning - degrees) % 360;
    expect(Math.abs(apart < -180 ? apart + 360 : apart)).toBeLessThan(10);
  });
});
