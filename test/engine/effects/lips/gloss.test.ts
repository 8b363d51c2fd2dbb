import { describe, expect, test } from 'vitest';
import { glossOf } from '../../../../engine/effects/lips/gloss.ts';
import { type Direction, normalize } from '../../../../engine/effects/lips/light-direction.ts';
import { lipMask } from '../../../../engine/effects/lips/lip-mask.ts';
import { readMouth } from '../../../../engine/effects/lips/mouth.ts';
import { findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { photoOf } from '../../../helpers/face/faces.ts';
import { sample } from '../../../helpers/photograph/photographs.ts';

describe('gloss on the astronaut', async () => {
  const photo = await photoOf(sample('astronaut'));
  const face = (await findFaces(photo, 1))[0]!;
  const mouth = (await readMouth(photo, face))!;
  const mask = lipMask(mouth);
  const under = (light: Direction, level = 70) => glossOf(mouth, mask, face, normalize(light), level);
  const middle = (light: Direction) => {
    const { data, width } = under(light);
    const sum = data.reduce((all, value) => all + value, 0);
    return data.reduce((all, value, i) => all + value * (i % width), 0) / sum;
  };

  test('moves to the side of the light', () => {
    expect(middle({ x: -0.6, y: -0.4, z: -0.7 })).toBeLessThan(middle({ x: 0.6, y: -0.4, z: -0.7 }) - 2);
  });

  test('is weaker in a dark room', () => {
    const [bright, dark] = [under({ x: 0, y: -0.5, z: -0.8 }), under({ x: 0, y: -0.5, z: -0.8 }, 30)];
    expect(Math.max(...dark.data)).toBeLessThan(Math.max(...bright.data) * 0.6);
  });
});
