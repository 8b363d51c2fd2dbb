import { describe, expect, test } from 'vitest';
import type { Displacement } from '../../../../engine/effects/warp/displacement-field.ts';
import { enlargeEyes } from '../../../../engine/effects/warp/eyes.ts';
import { extentOf } from '../../../../engine/effects/warp/face-shape.ts';
import { findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { photoOf } from '../../../helpers/face/faces.ts';
import { sample } from '../../../helpers/photograph/photographs.ts';

const out = new Float64Array(2);
const at = (displacement: Displacement, { x, y }: { x: number; y: number }) => {
  displacement(x, y, out);
  return { x: out[0]!, y: out[1]! };
};

describe('the astronaut', async () => {
  const [face] = await findFaces(await photoOf(sample('astronaut')), 1);
  const { mesh } = face!;
  const size = extentOf(face!);

  test('an iris stays round when its eye grows', () => {
    const larger = enlargeEyes(face!, 1);
    const iris = mesh[468]!;
    const radius = Math.hypot(mesh[469]!.x - iris.x, mesh[469]!.y - iris.y);
    const middle = at(larger, iris);
    const radii = Array.from({ length: 12 }, (_, i) => {
      const angle = (i * Math.PI) / 6;
      const rim = { x: iris.x + Math.cos(angle) * radius, y: iris.y + Math.sin(angle) * radius };
      const { x, y } = at(larger, rim);
      return Math.hypot(rim.x + x - iris.x - middle.x, rim.y + y - iris.y - middle.y) / radius;
    });
    // Sources are closer together, so the eye appears larger.
    for (const share of radii) expect(share).toBeCloseTo(1 / 1.24, 2);
  });

  test('an eye grows with the strength, its brow hardly moves, the mouth not at all', () => {
    const moves = [0, 0.5, 1].map((strength) => Math.abs(at(enlargeEyes(face!, strength), mesh[33]!).x));
    expect(moves[0]).toBe(0);
    expect(moves[2]).toBeGreaterThan(moves[1]! * 1.5);
    const brow = at(enlargeEyes(face!, 1), mesh[105]!);
    expect(Math.hypot(brow.x, brow.y)).toBeLessThan(0.02 * size);
    expect(at(enlargeEyes(face!, 1), mesh[13]!)).toEqual({ x: 0, y: 0 });
  });
});
