import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createFaceChart } from '../../../../../engine/vision/analysis/chart/skin-chart.ts';
import { meanOpenness, measureEyes } from '../../../../../engine/vision/analysis/features/eye-openness.ts';
import { faceParts } from '../../../../../engine/vision/face/mesh.ts';
import { decodePhoto, type Photo } from '../../../../../engine/vision/photo/decode.ts';
import { type CloseUp, closeUp, found, type Somebody } from '../../../../helpers/face/closeups.ts';
import { drawnOn } from '../../../../helpers/face/draw-accessories.ts';
import { group, mirrored } from '../../../../helpers/face/faces.ts';
import { leftFold, lid } from '../../../../helpers/face/shut-eyes.ts';

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

async function expectOpen(who: Somebody): Promise<void> {
  const { left, right } = await eyesOn(await closeUp(who));
  expect(Math.min(left!.open, right!.open)).toBeGreaterThan(0.9);
}

test('woman looks at the camera with both eyes open', () => expectOpen('woman'));
test.each(['leaning', 'pouting'] as const)('%s looks at the camera too', { tags: ['long'] }, (who) => expectOpen(who));

test('eyes cast down under lashes and eyeshadow are closed', { tags: ['long'] }, async () => {
  for (const photo of [await head(1, 800, 410, 280, 280), await head(2, 1400, 140, 300, 300)]) {
    const { left, right } = await eyesOn(await found(photo));
    expect(Math.max(left!.open, right!.open)).toBeLessThan(0.1);
  }
});

/** Closes the eye at the left. */
const withBareLid = ({ photo, face }: CloseUp): Promise<Photo> =>
  drawnOn(photo, lid(photo, face, faceParts.leftLids, leftFold), 1);

describe('bare lids', async () => {
  const shut = await found(await withBareLid(await closeUp('woman')));

  test('without lashes are closed too, and do not affect the other eye', async () => {
    const { left, right } = await eyesOn(shut);
    expect(left!.open).toBeLessThan(0.3);
    expect(right!.open).toBeGreaterThan(0.9);
  });

  test('match the other eye in a mirror', { tags: ['long'] }, async () => {
    const { left, right } = await eyesOn(await found(mirrored(shut.photo)));
    expect(right!.open).toBeLessThan(0.3);
    expect(left!.open).toBeGreaterThan(0.9);
  });
});

test('an eye behind hair is ignored, and only the other one counts', { tags: ['long'] }, async () => {
  const eyes = await eyesOn(await found(await head(2, 850, 230, 280, 280)));
  expect(eyes.right).toBeNull();
  expect(meanOpenness(eyes)).toBe(eyes.left!.open);
  expect(meanOpenness({ left: null, right: null })).toBe(0.5);
});
