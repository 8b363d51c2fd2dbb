import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createFaceChart } from '../../../../../engine/vision/analysis/chart/skin-chart.ts';
import { measureEyes } from '../../../../../engine/vision/analysis/features/eye-openness.ts';
import { decodePhoto, type Photo } from '../../../../../engine/vision/photo/decode.ts';
import { type CloseUp, closeUp, found } from '../../../../helpers/face/closeups.ts';
import { group } from '../../../../helpers/face/faces.ts';

const eyesOn = async ({ photo, face }: CloseUp) => measureEyes(await createFaceChart(photo, face));

/** Part of a group photograph with one head. */
async function head(
  of: 1 | 2 | 3 | 4 | 5 | 6,
  left: number,
  top: number,
  width: number,
  height: number,
): Promise<Photo> {
  return decodePhoto(await sharp(group(of)).extract({ left, top, width, height }).png().toBuffer());
}

describe.each(['leaning', 'pouting'] as const)('%s looks at the camera', async (who) => {
  const there = await closeUp(who);
  test('with both eyes open', async () => {
    const { left, right } = await eyesOn(there);
    expect(Math.min(left!.open, right!.open)).toBeGreaterThan(0.9);
  });
});

test('eyes cast down under lashes and eyeshadow are closed', async () => {
  for (const photo of [await head(1, 800, 410, 280, 280), await head(2, 1400, 140, 300, 300)]) {
    const { left, right } = await eyesOn(await found(photo));
    expect(Math.max(left!.open, right!.open)).toBeLessThan(0.1);
  }
});
