import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { strokeMask } from '../../../../contract/touch-up/stroke-mask.ts';
import { readPixels, strokeOf, writePixels } from '../../../helpers/photograph/damaged-cutout.ts';
import { portrait } from '../../../helpers/photograph/photographs.ts';
import { openTouchUpStage } from '../../../helpers/photograph/touch-up-stage.ts';

const { at, brush } = openTouchUpStage();

describe('a cutout of 24 megapixels', () => {
  const size = { width: 6000, height: 4000 };
  beforeAll(async () => {
    await sharp(portrait).resize(size).png({ compressionLevel: 0 }).toFile(at('large.png'));
    const data = new Uint8Array(size.width * size.height * 4);
    await writePixels(at('empty.png'), { ...size, channels: 4, data });
  });

  it('shows a soft stroke exactly as its mask, across all of it', async () => {
    const stroke = strokeOf('300,200 3000,2500 5900,300', 400, { softness: 1 });
    const { path } = await brush(at('large.png'), at('empty.png'), [stroke]);
    const { data } = await readPixels(path);
    const rows = 500;
    for (let top = 0; top < size.height; top += rows) {
      const mask = strokeMask(stroke, { left: 0, top, width: size.width, height: rows });
      for (let index = 0; index < mask.length; index++) {
        const alpha = data[(top * size.width + index) * 4 + 3]!;
        if (Math.abs(alpha - 255 * mask[index]!) > 0.51) throw new Error(`${alpha} at ${index} below ${top}`);
      }
    }
  });

  it('has no seam from an edge-aware stroke, and no change beyond the stroke', async () => {
    const stroke = strokeOf('700,600 2000,1500 3400,1300', 120, { edgeAware: true });
    const { path } = await brush(at('large.png'), at('empty.png'), [stroke]);
    const { data } = await readPixels(path);
    const alpha = (x: number, y: number) => data[(y * size.width + x) * 4 + 3]!;
    // The mean step between neighbors is no larger at the borders of tiles (1024 x 64 px) than right next to them.
    const meanStep = (off: number) => {
      let [sum, count] = [0, 0];
      const note = (a: number, b: number) => {
        if (a === 0 && b === 0) return;
        sum += Math.abs(a - b);
        count++;
      };
      for (const x of [1024, 2048, 3072].map((border) => border + off)) {
        for (let y = 0; y < size.height; y++) note(alpha(x - 1, y), alpha(x, y));
      }
      for (let y = 64 + off; y < size.height; y += 64) {
        for (let x = 0; x < size.width; x++) note(alpha(x, y - 1), alpha(x, y));
      }
      return sum / count;
    };
    expect(meanStep(0)).toBeLessThan(meanStep(1) + 0.5);
    const outside = strokeMask(stroke, { left: 0, top: 0, ...size });
    let painted = 0;
    for (let index = 0; index < outside.length; index++) {
      const value = data[index * 4 + 3]!;
      if (value > 255 * outside[index]! + 1) throw new Error('more than the stroke was painted');
      if (value > 0) painted++;
    }
    expect(painted).toBeGreaterThan(100_000);
  });
});
