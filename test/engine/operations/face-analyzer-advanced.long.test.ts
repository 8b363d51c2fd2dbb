import { describe, expect, test } from 'vitest';
import { asJpeg, closeUp, headOf } from '../../helpers/face/closeups.ts';
import { drawnOn, glassesOn } from '../../helpers/face/draw-accessories.ts';
import { mirrored } from '../../helpers/face/faces.ts';
import { ask } from '../../helpers/operation/analysed-faces.ts';

describe('one woman', async () => {
  const head = await headOf('woman');
  const upload = await asJpeg(head, 95);
  const { data } = await ask(upload);

  test('with sunglasses is detected as wearing them', async () => {
    const { photo, face } = await closeUp('woman');
    const dressed = await drawnOn(photo, glassesOn(face, '#0a0a0a', 0.93));
    const { data: now } = await ask(await asJpeg(dressed));
    expect(now.glasses).toEqual([2]);
    expect(now.qualities.glass_list![0]).toBeLessThan(data.qualities.glass_list![0]! - 20);
  });

  test('gets the same result twice', async () => {
    expect((await ask(upload)).data).toEqual(data);
  });

  test('gets nearly the same result from a file of lower quality', async () => {
    const again = (await ask(await asJpeg(head, 85))).data;
    for (const name of ['gender_list', 'expressions', 'glasses', 'hat_list', 'masks']) {
      expect(again[name]).toEqual(data[name]);
    }
    expect(Math.abs(again.age_list![0]! - data.age_list![0]!)).toBeLessThanOrEqual(2);
    expect(Math.abs(again.beauty_list![0]! - data.beauty_list![0]!)).toBeLessThan(2);
    expect(likeness(again.dense_features!, data.dense_features!)).toBeGreaterThan(0.98);
  });

  test('in a mirror is the same person, turned the other way', async () => {
    const mirroredData = (await ask(await asJpeg(mirrored(head), 95))).data;
    expect(likeness(mirroredData.dense_features!, data.dense_features!)).toBeGreaterThan(0.98);
    expect(mirroredData.pose_list![0]).toBeCloseTo(-data.pose_list![0]!, -0.5);
    expect(mirroredData.pupils![0]).toBeCloseTo(head.width - data.pupils![3]!, -0.5);
    expect(Math.abs(mirroredData.beauty_list![0]! - data.beauty_list![0]!)).toBeLessThan(2);
  });

  test('is more similar to herself than to another person', async () => {
    const smaller = (await ask(await asJpeg(await headOf('woman', (image) => image.resize({ width: 300 })), 90))).data;
    const somebody = (await ask(await asJpeg(await headOf('warm'), 95))).data;
    expect(likeness(smaller.dense_features!, data.dense_features!)).toBeGreaterThan(
      likeness(somebody.dense_features!, data.dense_features!),
    );
  });
});

/** Cosine of the angle between two descriptions. */
function likeness(a: readonly number[], b: readonly number[]): number {
  const dot = (p: readonly number[], q: readonly number[]) => p.reduce((sum, value, i) => sum + value * q[i]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}
