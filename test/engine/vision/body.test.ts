import { describe, expect, test } from 'vitest';
import { findBody, type JointPoint } from '../../../engine/vision/body.ts';
import { group, photoOf } from '../../helpers/face/faces.ts';

/** Four women standing side by side, 1920 px wide; heads at 330, 753, 1075 and 1360. */
const photo = await photoOf(group(4));

describe.each([
  ['the one at the left', { x: 330, y: 1000, side: 2000, angle: 0 }, { left: -Infinity, right: 570 }],
  ['the one at the right', { x: 1360, y: 1000, side: 2000, angle: 0 }, { left: 1210, right: Infinity }],
] as const)('%s', async (_, frame, band) => {
  const body = await findBody(photo, frame, band);

  test('is the one between the borders of the band', () => {
    const joints: JointPoint[] = [body.nose, body.leftShoulder, body.rightShoulder, body.leftHip, body.rightHip];
    for (const { x, score } of joints) {
      expect(x > band.left && x < band.right).toBe(true);
      expect(score).toBeGreaterThan(0.25);
    }
  });

  test('is upright', () => {
    expect(body.nose.y).toBeLessThan(body.leftShoulder.y);
    expect(body.leftShoulder.y).toBeLessThan(body.leftHip.y);
    expect(body.leftHip.y).toBeLessThan(body.leftKnee.y);
  });
});
