import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { createFaceChart } from '../../../../../engine/vision/analysis/chart/skin-chart.ts';
import { detectHeadwear } from '../../../../../engine/vision/analysis/features/headwear.ts';
import { judgeQuality } from '../../../../../engine/vision/analysis/features/quality.ts';
import type { Face } from '../../../../../engine/vision/face/find-faces.ts';
import type { Photo } from '../../../../../engine/vision/photo/decode.ts';
import { closeUp } from '../../../../helpers/face/closeups.ts';

async function judged(photo: Photo, face: Face) {
  const chart = await createFaceChart(photo, face);
  return judgeQuality(photo, face, chart, detectHeadwear(chart));
}

describe('a good portrait', async () => {
  const { photo, face } = await closeUp('woman');
  const { width, height } = photo;
  const good = await judged(photo, face);
  const changed = async (change: (image: Sharp) => Sharp) => {
    const rgb = await change(sharp(photo.rgb, { raw: { width, height, channels: 3 } }))
      .raw()
      .toBuffer();
    return judged({ ...photo, rgb }, face);
  };

  test('is suitable for recognition in every respect', () => {
    for (const value of Object.values(good)) expect(value).toBeGreaterThan(85);
  });

  test('loses sharpness with a blur, and more with a stronger one', async () => {
    const [some, more] = [await changed((image) => image.blur(2.5)), await changed((image) => image.blur(6))];
    expect(some.blur).toBeLessThan(good.blur);
    expect(more.blur).toBeLessThan(40);
    expect(more.score).toBeLessThan(good.score - 20);
  });

  test('has a lower light score if it is too dark or too bright', async () => {
    expect((await changed((image) => image.linear(0.18, 0))).illu).toBeLessThan(50);
    expect((await changed((image) => image.linear(1.2, 120))).illu).toBeLessThan(50);
  });

  test('has a lower light score in a dim room, measured at the whites of the eyes', async () => {
    expect((await changed((image) => image.gamma(1, 2.2).linear(0.25, 0).gamma(2.2, 1))).illu).toBeLessThan(good.illu);
  });

  test('has a lower score with noise', async () => {
    let state = 7;
    const grainy = photo.rgb.map((value) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.min(255, Math.max(0, value + ((state >>> 16) / 65536 - 0.5) * 110));
    });
    const noisy = await judged({ ...photo, rgb: grainy }, face);
    expect(noisy.noise).toBeLessThan(50);
    expect(noisy.blur).toBeGreaterThanOrEqual(good.blur - 1);
  });

  test('has a lower score if the head is turned', async () => {
    const turned = await judged(photo, { ...face, pose: { ...face.pose, yaw: 50 } });
    expect(turned.pose).toBeLessThan(50);
    expect(turned.blur).toBe(good.blur);
  });
});
