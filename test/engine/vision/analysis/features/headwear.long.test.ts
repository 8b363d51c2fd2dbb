import { describe, expect, test } from 'vitest';
import { createFaceChart } from '../../../../../engine/vision/analysis/chart/skin-chart.ts';
import { detectHeadwear } from '../../../../../engine/vision/analysis/features/headwear.ts';
import type { Face } from '../../../../../engine/vision/face/find-faces.ts';
import { closeUp, found, type Somebody } from '../../../../helpers/face/closeups.ts';
import { drawnOn, glassesOn, hatOn, maskOn } from '../../../../helpers/face/draw-accessories.ts';

describe.each<Somebody>(['woman', 'pouting', 'warm'])('a bare head (%s)', async (who) => {
  const { photo, face } = await closeUp(who);
  /** Draws something on the head, finds the face again and detects headwear. */
  const wearing = async (dress: (face: Face) => string) => {
    const dressed = await found(await drawnOn(photo, dress(face)));
    return detectHeadwear(await createFaceChart(dressed.photo, dressed.face));
  };
  const types = ({ glasses, hat, mask }: ReturnType<typeof detectHeadwear>) => [glasses.type, hat.type, mask.type];

  test('is recognized as bare', async () => {
    expect(types(await wearing(() => ''))).toEqual([0, 0, 0]);
  });

  test('with glasses', async () => {
    expect(types(await wearing((each) => glassesOn(each, '#ffffff', 0.08)))).toEqual([1, 0, 0]);
  });

  test('with sunglasses', async () => {
    expect(types(await wearing((each) => glassesOn(each, '#0a0a0a', 0.93)))).toEqual([2, 0, 0]);
  });

  test('with a hat', async () => {
    expect(types(await wearing(hatOn))).toEqual([0, 1, 0]);
  });

  test('with a mask', async () => {
    const masked = await wearing((each) => maskOn(each, true));
    expect(types(masked)).toEqual([0, 0, 1]);
    expect(masked.covered.lower).toBeGreaterThan(0.7);
    expect(masked.covered.upper).toBeLessThan(0.5);
  });

  test('with a mask below the nose', async () => {
    expect(types(await wearing((each) => maskOn(each, false)))).toEqual([0, 0, 2]);
  });
});
