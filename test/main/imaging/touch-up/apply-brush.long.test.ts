import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { strokeMask } from '../../../../contract/touch-up/stroke-mask.ts';
import { brushResult } from '../../../../main/imaging/touch-up/apply-brush.ts';
import { type Pixels, readPixels, strokeOf, writePixels } from '../../../helpers/photograph/damaged-cutout.ts';
import { portrait, scratchFolder } from '../../../helpers/photograph/photographs.ts';

const folder = scratchFolder();
const to = join(folder, 'to');
mkdirSync(to);
const at = (name: string) => join(folder, name);
const { signal } = new AbortController();

/** A picture with the colors of `from` and the given alpha. */
function picture(
  size: { width: number; height: number },
  from: Pixels,
  alpha: (x: number, y: number) => number,
): Pixels {
  const deep = from.data instanceof Uint16Array;
  const data = deep ? new Uint16Array(size.width * size.height * 4) : new Uint8Array(size.width * size.height * 4);
  for (let y = 0, index = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, index++) {
      const value = alpha(x, y);
      if (value === 0) continue;
      for (let c = 0; c < 3; c++) data[index * 4 + c] = from.data[index * from.channels + c]!;
      data[index * 4 + 3] = value;
    }
  }
  return { ...size, channels: 4, data };
}

describe('a cutout of 24 megapixels', () => {
  const size = { width: 6000, height: 4000 };
  let own: Pixels;
  beforeAll(async () => {
    await sharp(portrait).resize(size).png({ compressionLevel: 0 }).toFile(at('large.png'));
    own = await readPixels(at('large.png'));
  });

  it('is restored at full size, with no seam between tiles', async () => {
    const intactCutout = picture(size, own, (x) => (x < 4800 ? 255 : 0));
    const inHole = (x: number, y: number) => Math.hypot(x - 2048, y - 2048) < 700;
    await writePixels(
      at('hole.png'),
      picture(size, own, (x, y) => (x < 4800 && !inHole(x, y) ? 255 : 0)),
    );
    const strokes = [strokeOf('1900,1900 2200,2100', 900, { softness: 0.1 })];
    const request = { photograph: at('large.png'), box: null, quality: 92, to, signal };
    const { path } = await brushResult({ ...request, result: at('hole.png'), strokes });
    const mended = await readPixels(path);
    expect(Buffer.compare(mended.data as Uint8Array, intactCutout.data as Uint8Array)).toBe(0);
  });

  it('shows a soft stroke exactly as its mask, across all of it', async () => {
    await writePixels(
      at('empty.png'),
      picture(size, own, () => 0),
    );
    const stroke = strokeOf('300,200 3000,2500 5900,300', 400, { softness: 1 });
    const request = { photograph: at('large.png'), box: null, quality: 92, to, signal };
    const { path } = await brushResult({ ...request, result: at('empty.png'), strokes: [stroke] });
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
    const request = { photograph: at('large.png'), box: null, quality: 92, to, signal };
    const { path } = await brushResult({ ...request, result: at('empty.png'), strokes: [stroke] });
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

  it('with 16 bits keeps full precision', async () => {
    const deep = new Uint16Array(own.data.length);
    for (let index = 0; index < deep.length; index++) deep[index] = own.data[index]! * 257 - ((index * 31) % 100);
    const source = await writePixels(at('deep.tif'), { ...size, channels: own.channels, data: deep });
    const from = { ...size, channels: own.channels, data: deep };
    const result = await writePixels(
      at('deep-cut.png'),
      picture(size, from, (x) => (x < 3000 ? 65535 : 0)),
    );
    const strokes = [strokeOf('2900,2000 3300,2000', 300)];
    const { path } = await brushResult({ photograph: source, result, box: null, strokes, quality: 92, to, signal });
    const { data } = await readPixels(path);
    for (const [x, y] of [
      [100, 100],
      [2999, 1999],
      [3001, 2001],
      [3500, 2100],
    ] as const) {
      const index = y * size.width + x;
      expect([...data.subarray(index * 4, index * 4 + 4)]).toEqual([...deep.subarray(index * 3, index * 3 + 3), 65535]);
    }
  });
});
