import { expect, test } from 'vitest';
import { leftEye, mirrorOf, rightEye } from '../../../../engine/vision/face/topology.ts';

test('mirroring twice is the identity, and every point except the 28 on the middle line has a partner', () => {
  expect(mirrorOf).toHaveLength(468);
  expect(mirrorOf.map((mirror) => mirrorOf[mirror])).toEqual([...mirrorOf.keys()]);
  expect(mirrorOf.filter((mirror, i) => mirror === i)).toHaveLength(28);
});

test('the two eyes are mirror images', () => {
  expect(leftEye.lids.map((index) => mirrorOf[index])).toEqual([...rightEye.lids]);
  expect([leftEye.outer, leftEye.inner].map((index) => mirrorOf[index])).toEqual([rightEye.outer, rightEye.inner]);
});
