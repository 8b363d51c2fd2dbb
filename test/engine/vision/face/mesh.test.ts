import { describe, expect, test } from 'vitest';
import { findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { type FacePart, faceParts, maskOf, outlineOf } from '../../../../engine/vision/face/mesh.ts';
import { mirrorOf } from '../../../../engine/vision/face/topology.ts';
import { photoOf } from '../../../helpers/face/faces.ts';
import { sample } from '../../../helpers/photograph/photographs.ts';

test('left and right parts are mirror images', () => {
  for (const part of ['Eye', 'Lids', 'Brow', 'Cheek', 'UnderEye'] as const) {
    const left = faceParts[`left${part}`].map((index) => mirrorOf[index]);
    expect(left).toEqual([...faceParts[`right${part}`]]);
  }
});

describe('masks of the astronaut', async () => {
  const photo = await photoOf(sample('astronaut'));
  const [face] = await findFaces(photo, 1);
  const place = { x: 150, y: 40, width: 300, height: 320, scale: 2 };
  const share = (part: FacePart, feather = 0) => {
    const { data } = maskOf([outlineOf(face!.mesh, part)], place, feather);
    return data.reduce((sum, value) => sum + value, 0) / data.length;
  };
  const inside = (part: FacePart, x: number, y: number) => {
    const { data } = maskOf([outlineOf(face!.mesh, part)], place, 0);
    return data[(y - place.y) * place.scale * place.width + (x - place.x) * place.scale];
  };

  test('a part covers its own area and not its neighbors', () => {
    expect(inside('leftEye', 204, 102)).toBe(1);
    expect(inside('rightEye', 204, 102)).toBe(0);
    expect(inside('lips', 224, 153)).toBe(1);
    expect(inside('lips', 224, 125)).toBe(0);
    expect(inside('nose', 224, 125)).toBe(1);
    expect(inside('forehead', 224, 82)).toBe(1);
  });

  test('sizes are plausible for a face, and a soft edge hardly changes them', () => {
    expect(share('oval')).toBeGreaterThan(share('forehead') * 3);
    expect(share('lips')).toBeGreaterThan(share('leftEye'));
    expect(share('oval', 12)).toBeCloseTo(share('oval'), 2);
  });
});
