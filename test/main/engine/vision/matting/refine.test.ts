import { describe, expect, test } from 'vitest';
import { hairEdge, refineMatte, solidEdge } from '../../../../../main/engine/vision/matting/refine.ts';
import { enlarge } from '../../../../../main/engine/vision/pixels/plane.ts';
import { coarseOf, composite, errorsOf, mug } from '../../../../helpers/known-alpha.ts';
import { sample } from '../../../../helpers/photographs.ts';
import { expectStrandsFound } from '../../../../helpers/strands.ts';

const open = new AbortController().signal;

describe('refineMatte', () => {
  test('finds strands again before a photograph', () => expectStrandsFound('chelsea'));

  test('makes the edge of a thing crisp, from a matte six times smaller', async () => {
    const { photo, alpha } = await composite(mug(1400, 1100, ['#2b5a9c', '#6f9fdd', '#1d3d70']), sample('coffee'));
    const coarse = coarseOf(alpha, 1 / 6);
    const refined = await refineMatte(photo, coarse, solidEdge, open);
    expect([refined.width, refined.height]).toEqual([1400, 1100]);
    expect(errorsOf(refined, alpha).edge).toBeLessThan(errorsOf(enlarge(coarse, 1400, 1100), alpha).edge * 0.5);
    expect(errorsOf(refined, alpha).all).toBeLessThan(0.002);
  });

  test('touches nothing away from edges', async () => {
    const { photo, alpha } = await composite(mug(700, 550, ['#2b5a9c', '#6f9fdd', '#1d3d70']), sample('chelsea'));
    const refined = await refineMatte(photo, coarseOf(alpha, 0.5), hairEdge, open);
    expect(refined.data[20 * 700 + 20]).toBe(0);
    expect(refined.data[280 * 700 + 320]).toBe(1);
  });

  test('stops when it is told to', async () => {
    const { photo, alpha } = await composite(mug(700, 550, ['#2b5a9c', '#6f9fdd', '#1d3d70']), sample('chelsea'));
    const refining = refineMatte(photo, coarseOf(alpha, 0.5), hairEdge, AbortSignal.abort());
    await expect(refining).rejects.toMatchObject({ name: 'AbortError' });
  });
});
