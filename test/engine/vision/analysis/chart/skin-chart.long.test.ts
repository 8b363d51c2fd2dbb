import { expect, test } from 'vitest';
import { createFaceChart } from '../../../../../engine/vision/analysis/chart/skin-chart.ts';
import { closeUp, found, headOf } from '../../../../helpers/face/closeups.ts';

test('a small face is trusted less than a large one, and a turned one less than a straight one', async () => {
  const large = await closeUp('woman');
  const small = await found(await headOf('woman', (image) => image.resize({ width: 250 })));
  const trustOf = async ({ photo, face }: typeof large) => (await createFaceChart(photo, face)).trust;
  const turned = { ...large, face: { ...large.face, pose: { ...large.face.pose, yaw: 45 } } };
  expect(await trustOf(small)).toBeLessThan(await trustOf(large));
  expect(await trustOf(turned)).toBeLessThan(await trustOf(large));
});
