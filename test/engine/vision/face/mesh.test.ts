import { expect, test } from 'vitest';
import { faceParts } from '../../../../engine/vision/face/mesh.ts';
import { mirrorOf } from '../../../../engine/vision/face/topology.ts';

test('left and right parts are mirror images', () => {
  for (const part of ['Eye', 'Lids', 'Brow', 'Cheek', 'UnderEye'] as const) {
    const left = faceParts[`left${part}`].map((index) => mirrorOf[index]);
    expect(left).toEqual([...faceParts[`right${part}`]]);
  }
});
