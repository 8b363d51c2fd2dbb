import { describe, expect, test } from 'vitest';
import { oneHundredFivePoints } from '../../../../engine/vision/landmarks/landmark105.ts';
import { closeUp, found } from '../../../helpers/face/closeups.ts';
import { mirrored } from '../../../helpers/face/faces.ts';

describe('the 105 points', async () => {
  const { photo, face } = await closeUp('woman');
  const points = oneHundredFivePoints(face.mesh);
  /** Number of points of each part, in order. */
  const counts = {
    leftBrow: 12,
    rightBrow: 12,
    leftEye: 16,
    rightEye: 16,
    nose: 6,
    outerLips: 18,
    innerLips: 16,
    outline: 9,
  };
  const parts = Object.fromEntries(
    Object.entries(counts).map(([name, count], i, all) => {
      const start = all.slice(0, i).reduce((sum, [, before]) => sum + before, 0);
      return [name, points.slice(start, start + count)];
    }),
  ) as Record<keyof typeof counts, { x: number; y: number }[]>;
  const center = (part: { x: number; y: number }[]) => ({
    x: part.reduce((sum, { x }) => sum + x, 0) / part.length,
    y: part.reduce((sum, { y }) => sum + y, 0) / part.length,
  });

  test('are brows 24, eyes 32, nose 6, mouth 34, outline 9', () => {
    expect(points).toHaveLength(105);
    expect(parts.outline).toHaveLength(9);
    expect(center(parts.leftBrow).y).toBeLessThan(center(parts.leftEye).y);
    expect(center(parts.rightBrow).y).toBeLessThan(center(parts.rightEye).y);
    expect(center(parts.leftEye).x).toBeLessThan(center(parts.nose).x);
    expect(center(parts.rightEye).x).toBeGreaterThan(center(parts.nose).x);
    expect(center(parts.nose).y).toBeLessThan(center(parts.outerLips).y);
  });

  test('go around their rings from the left over the top', () => {
    for (const ring of [parts.leftBrow, parts.rightBrow, parts.leftEye, parts.rightEye, parts.outerLips]) {
      const upper = ring.slice(1, ring.length / 2);
      const lower = ring.slice(ring.length / 2 + 1);
      expect(ring[0]!.x).toBeLessThan(ring[ring.length / 2]!.x);
      expect(center(upper).y).toBeLessThan(center(lower).y);
      expect(upper.every(({ x }, i) => i === 0 || x > upper[i - 1]!.x)).toBe(true);
    }
  });

  test('follow the outline from ear to ear over the chin', () => {
    const { outline } = parts;
    const middle = center(parts.nose);
    // Angles around the nose, from the left (180 degrees) over the bottom to the right.
    const angles = outline.map(({ x, y }) => (Math.atan2(y - middle.y, x - middle.x) + 2 * Math.PI) % (2 * Math.PI));
    const turned = angles.map((angle) => (angle > 1.5 * Math.PI ? angle - 2 * Math.PI : angle));
    expect(turned.every((angle, i) => i === 0 || angle < turned[i - 1]!)).toBe(true);
    expect(turned[0]! - turned.at(-1)!).toBeGreaterThan(Math.PI * 0.9);
    expect(Math.max(...outline.map(({ y }) => y))).toBe(outline[4]!.y);
  });

  test('are mirrored on a mirrored face', async () => {
    const mirror = await found(mirrored(photo));
    const mirroredPoints = oneHundredFivePoints(mirror.face.mesh);
    // The tip of the nose, and the leftmost point of the left eye, which is the rightmost of the right one.
    const eyeDistance = center(parts.rightEye).x - center(parts.leftEye).x;
    const gap = (a: { x: number; y: number }, b: { x: number; y: number }) =>
      Math.hypot(photo.width - a.x - b.x, a.y - b.y) / eyeDistance;
    expect(gap(points[58]!, mirroredPoints[58]!)).toBeLessThan(0.03);
    expect(gap(points[24]!, mirroredPoints[48]!)).toBeLessThan(0.04);
    expect(gap(points[96]!, mirroredPoints[104]!)).toBeLessThan(0.05);
  });
});
