import { describe, expect, test } from 'vitest';
import { cutPhoto } from '../../../../main/engine/vision/photo.ts';
import { cut, enlarge } from '../../../../main/engine/vision/plane.ts';
import { HAIR_EDGE, refineMatte, SOLID_EDGE } from '../../../../main/engine/vision/refine.ts';
import { coarseOf, composite, errorsOf, hairyHead, mug } from '../../../helpers/known-alpha.ts';
import { sample } from '../../../helpers/photographs.ts';

const open = new AbortController().signal;

describe('refineMatte', () => {
  test.each(['chelsea', 'coffee', 'astronaut'] as const)('finds strands again before %s', async (background) => {
    const { photo, alpha } = await composite(hairyHead(800, 600), sample(background));
    const coarse = coarseOf(alpha, 0.4);
    const blownUp = errorsOf(enlarge(coarse, 800, 600), alpha);
    const refined = errorsOf(await refineMatte(photo, coarse, HAIR_EDGE, open), alpha);
    expect(refined.edge).toBeLessThan(blownUp.edge * 0.75);
    expect(refined.gradient).toBeLessThan(blownUp.gradient * 0.8);
  });

  test('makes the edge of a thing crisp, from a matte six times smaller', async () => {
    const { photo, alpha } = await composite(mug(1400, 1100, ['#2b5a9c', '#6f9fdd', '#1d3d70']), sample('coffee'));
    const coarse = coarseOf(alpha, 1 / 6);
    const refined = await refineMatte(photo, coarse, SOLID_EDGE, open);
    expect([refined.width, refined.height]).toEqual([1400, 1100]);
    expect(errorsOf(refined, alpha).edge).toBeLessThan(errorsOf(enlarge(coarse, 1400, 1100), alpha).edge * 0.5);
    expect(errorsOf(refined, alpha).all).toBeLessThan(0.002);
  });

  test('touches nothing away from edges', async () => {
    const { photo, alpha } = await composite(mug(700, 550, ['#2b5a9c', '#6f9fdd', '#1d3d70']), sample('chelsea'));
    const refined = await refineMatte(photo, coarseOf(alpha, 0.5), HAIR_EDGE, open);
    expect(refined.data[20 * 700 + 20]).toBe(0);
    expect(refined.data[280 * 700 + 320]).toBe(1);
  });

  test('shows no seam, wherever the borders of the tiles fall', async () => {
    const { photo, alpha } = await composite(hairyHead(900, 700), sample('chelsea'));
    const whole = await refineMatte(photo, coarseOf(alpha, 0.5), HAIR_EDGE, open);
    // The same picture without its left 100 px: every border falls elsewhere.
    const rect = { x: 100, y: 0, width: 800, height: 700 };
    const part = await refineMatte(cutPhoto(photo, rect), coarseOf(cut(alpha, rect), 0.5), HAIR_EDGE, open);
    let [sum, worst] = [0, 0];
    for (let y = 0; y < 700; y++) {
      for (let x = 60; x < 800; x++) {
        const off = Math.abs(part.data[y * 800 + x]! - whole.data[y * 900 + x + 100]!);
        sum += off;
        worst = Math.max(worst, off);
      }
    }
    expect(sum / (740 * 700)).toBeLessThan(0.0005);
    expect(worst).toBeLessThan(0.25);
  });

  test('stops when it is told to', async () => {
    const { photo, alpha } = await composite(mug(700, 550, ['#2b5a9c', '#6f9fdd', '#1d3d70']), sample('chelsea'));
    const refining = refineMatte(photo, coarseOf(alpha, 0.5), HAIR_EDGE, AbortSignal.abort());
    await expect(refining).rejects.toMatchObject({ name: 'AbortError' });
  });
});
