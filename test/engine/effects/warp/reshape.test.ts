import { describe, expect, test } from 'vitest';
import { extentOf } from '../../../../engine/effects/warp/face-shape.ts';
import { reshape } from '../../../../engine/effects/warp/reshape.ts';
import { findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { photoOf } from '../../../helpers/face/faces.ts';
import { sample } from '../../../helpers/photograph/photographs.ts';

describe('the astronaut’s face on a ramp whose red and green identify the source of each pixel', async () => {
  const photograph = await photoOf(sample('astronaut'));
  const { width, height } = photograph;
  const [face] = await findFaces(photograph, 1);
  const { mesh } = face!;
  const size = extentOf(face!);
  const ramp = () => {
    const rgb = new Uint8Array(width * height * 3);
    for (let i = 0; i < width * height; i++) rgb.set([(i % width) / 2, Math.floor(i / width) / 2, 0], i * 3);
    return { width, height, rgb, alpha: null };
  };

  test('the background follows the jaw and stretches, without a break', () => {
    const before = ramp().rgb;
    const photo = ramp();

    reshape(photo, face!, [], { slim: 1.3, shrink: 0, eyes: 0 });

    const after = photo.rgb;
    for (const index of [172, 397]) {
      const isLeft = index === 172;
      const outside = Math.round(mesh[index]!.x + (isLeft ? -0.04 : 0.04) * size);
      const at = (Math.round(mesh[index]!.y) * width + outside) * 3;
      expect((after[at]! - before[at]!) * (isLeft ? -1 : 1)).toBeGreaterThan(0.01 * size);
    }
    const steps: number[] = [];
    for (let y = Math.round(mesh[234]!.y); y < mesh[152]!.y; y++) {
      for (let i = y * width + 1; i < (y + 1) * width; i++) steps.push(after[i * 3]! - after[i * 3 - 3]!);
    }
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(-1);
    expect(Math.max(...steps)).toBeLessThanOrEqual(2);
  });
});
