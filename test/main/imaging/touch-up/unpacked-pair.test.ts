import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Box } from '../../../../contract/jobs/result.ts';
import { brushResult } from '../../../../main/imaging/touch-up/apply-brush.ts';
import { type Pixels, readPixels, strokeOf, writePixels } from '../../../helpers/photograph/damaged-cutout.ts';
import { fields, heicPath } from '../../../helpers/photograph/heic.ts';
import { mosaicDng } from '../../../helpers/photograph/mosaic-dng.ts';
import { grainyPixels, scratchFolder } from '../../../helpers/photograph/photographs.ts';

const folder = scratchFolder();
const to = join(folder, 'to');
mkdirSync(to);
const at = (name: string) => join(folder, name);
const size = { width: 240, height: 160 };
const own = grainyPixels(size.width, size.height);
const photograph: Pixels = { ...size, channels: 3, data: own };
const clear: Pixels = { ...size, channels: 4, data: new Uint8Array(size.width * size.height * 4) };

/** Restores around (120, 80) of the photograph. */
const restored = async (from: string, result: string, box: Box | null = null) => {
  const strokes = [strokeOf('120,80', 30)];
  const request = { photograph: from, result, box, strokes, quality: 100, to, signal: new AbortController().signal };
  return readPixels((await brushResult(request)).path);
};

function pixelAt({ width, channels, data }: Pixels, x: number, y: number): number[] {
  return [...data.subarray((y * width + x) * channels, (y * width + x + 1) * channels)];
}

const places = [
  [120, 80],
  [110, 90],
  [135, 70],
] as const;

const asSeen = (x: number, y: number) => pixelAt(photograph, x, y);

describe('a restored area', () => {
  it('has the photograph’s own numbers, whatever their profile', async () => {
    for (const icc of [undefined, 'p3']) {
      const source = await writePixels(at(`source-${icc}.png`), photograph, icc);
      const numbers = await readPixels(source);
      const done = await restored(source, await writePixels(at(`clear-${icc}.png`), clear, icc));
      expect(pixelAt(done, 120, 80)).toEqual([...pixelAt(numbers, 120, 80), 255]);
      expect(pixelAt(done, 100, 70)).toEqual([...pixelAt(numbers, 100, 70), 255]);
      expect(pixelAt(done, 80, 80)).toEqual([0, 0, 0, 0]);
    }
  });

  it('is from the developed photograph if its file must be developed: upright, with its own numbers', async () => {
    const result = await writePixels(at('clear-heic.png'), { ...clear, width: 160, height: 240 });
    const strokes = [strokeOf('80,60', 30)];
    const signal = new AbortController().signal;
    const { path } = await brushResult({
      photograph: heicPath('irot'),
      result,
      box: null,
      strokes,
      quality: 100,
      to,
      signal,
    });
    const [red = 0, green = 0, blue = 0, alpha] = pixelAt(await readPixels(path), 70, 50);
    expect(Math.max(...fields.blue.map((value, k) => Math.abs(value - [red, green, blue][k]!)))).toBeLessThan(6);
    expect(alpha).toBe(255);
  });

  it('is converted to the result’s color profile if that differs', async () => {
    const source = await writePixels(at('wide.png'), photograph, 'p3');
    const inSrgb = await restored(source, await writePixels(at('clear-srgb.png'), clear));
    const srgb = await sharp(source).withIccProfile('srgb', { attach: false }).raw().toBuffer();
    const inWide = await restored(
      await writePixels(at('plain.png'), photograph),
      await writePixels(at('clear-wide.png'), clear, 'p3'),
    );
    const wide = await readPixels(source);
    for (const [x, y] of places) {
      pixelAt(inSrgb, x, y)
        .slice(0, 3)
        .forEach((value, c) => {
          expect(Math.abs(value - srgb[(y * size.width + x) * 3 + c]!)).toBeLessThanOrEqual(1);
        });
      pixelAt(inWide, x, y)
        .slice(0, 3)
        .forEach((value, c) => {
          expect(Math.abs(value - pixelAt(wide, x, y)[c]!)).toBeLessThanOrEqual(1);
        });
    }
  });

  it('has its upright location in a photograph that is stored rotated', async () => {
    await sharp(own, { raw: { ...size, channels: 3 } })
      .rotate(270)
      .withMetadata({ orientation: 6 })
      .png()
      .toFile(at('turned.png'));
    const done = await restored(at('turned.png'), await writePixels(at('clear-turned.png'), clear));
    expect(pixelAt(done, 120, 80)).toEqual([...asSeen(120, 80), 255]);
    expect(pixelAt(done, 130, 95)).toEqual([...asSeen(130, 95), 255]);
  });

  it('is at the location of an element, and ends with it', async () => {
    const element: Pixels = { width: 50, height: 70, channels: 4, data: new Uint8Array(50 * 70 * 4) };
    const box = { x: 109.6, y: 40.3, width: 50.2, height: 69.7 };
    const source = await writePixels(at('of-element.png'), photograph);
    const done = await restored(source, await writePixels(at('element.png'), element), box);
    expect(done).toMatchObject({ width: 50, height: 70 });
    expect(pixelAt(done, 10, 40)).toEqual([...asSeen(120, 80), 255]);
    expect(pixelAt(done, 0, 30)).toEqual([...asSeen(110, 70), 255]);
    expect(pixelAt(done, 48, 40)).toEqual([0, 0, 0, 0]);
  });

  it('keeps the photograph’s own transparency', async () => {
    const half = new Uint8Array(size.width * size.height * 4).fill(255);
    for (let index = 0; index < size.width * size.height; index++) {
      half.set(own.subarray(index * 3, index * 3 + 3), index * 4);
      half[index * 4 + 3] = index % size.width < 120 ? 255 : 90;
    }
    const source = await writePixels(at('half.png'), { ...size, channels: 4, data: half });
    const done = await restored(source, await writePixels(at('clear-half.png'), clear));
    expect(pixelAt(done, 110, 80)[3]).toBe(255);
    expect(pixelAt(done, 130, 80)[3]).toBe(90);
  });

  it('of a gray photograph is gray', async () => {
    const gray: Pixels = { ...size, channels: 1, data: own.filter((_, index) => index % 3 === 0) };
    const done = await restored(
      await writePixels(at('grey.png'), gray),
      await writePixels(at('clear-grey.png'), clear),
    );
    const [value] = pixelAt(gray, 120, 80);
    expect(pixelAt(done, 120, 80)).toEqual([value, value, value, 255]);
  });
});

describe('with 16 bits', () => {
  const deep = new Uint16Array(own.length).map((_, index) => own[index]! * 257 + ((index * 37) % 200) - 100);
  const deepClear: Pixels = { ...size, channels: 4, data: new Uint16Array(size.width * size.height * 4) };

  it.each([undefined, 'p3'])('the precision is that of the photograph (profile: %s)', async (icc) => {
    const source = await writePixels(at(`deep-${icc}.png`), { ...size, channels: 3, data: deep }, icc);
    const done = await restored(source, await writePixels(at(`deep-clear-${icc}.png`), deepClear, icc));
    expect(done.data).toBeInstanceOf(Uint16Array);
    const numbers = await readPixels(source);
    expect(pixelAt(done, 120, 80)).toEqual([...pixelAt(numbers, 120, 80), 65535]);
    expect(pixelAt(done, 80, 80)).toEqual([0, 0, 0, 0]);
  });

  it('a photograph with 8 bits is scaled up, and one with 16 is rounded for a result with 8', async () => {
    const lifted = await restored(
      await writePixels(at('eight.png'), photograph),
      await writePixels(at('deep-clear.png'), deepClear),
    );
    expect(pixelAt(lifted, 120, 80)).toEqual([...asSeen(120, 80).map((value) => value * 257), 65535]);
    const source = await writePixels(at('sixteen.png'), { ...size, channels: 3, data: deep });
    const lowered = await restored(source, await writePixels(at('clear-low.png'), clear));
    pixelAt(lowered, 120, 80)
      .slice(0, 3)
      .forEach((value, c) => {
        expect(Math.abs(value - asSeen(120, 80)[c]!)).toBeLessThanOrEqual(1);
      });
  });

  it('colors are converted from one profile to another', async () => {
    const wide = await writePixels(at('deep-wide.png'), { ...size, channels: 3, data: deep }, 'p3');
    const inSrgb = await restored(wide, await writePixels(at('deep-clear-srgb.png'), deepClear));
    const srgb = await sharp(wide).withIccProfile('srgb', { attach: false }).raw().toBuffer();
    const plain = await writePixels(at('deep-plain.png'), { ...size, channels: 3, data: deep });
    const inWide = await restored(plain, await writePixels(at('deep-clear-wide.png'), deepClear, 'p3'));
    const p3 = await readPixels(await writePixels(at('wide-8.png'), photograph, 'p3'));
    for (const [x, y] of places) {
      for (let c = 0; c < 3; c++) {
        const meant = srgb[(y * size.width + x) * 3 + c]!;
        expect(Math.abs(pixelAt(inSrgb, x, y)[c]! / 257 - meant)).toBeLessThanOrEqual(1.5);
        expect(Math.abs(pixelAt(inWide, x, y)[c]! / 257 - pixelAt(p3, x, y)[c]!)).toBeLessThanOrEqual(1.5);
      }
    }
  });
});

describe('a raw file', () => {
  const raw = async (name: string) => {
    const [red, green, blue] = fields.red;
    const source = await sharp({ create: { ...size, channels: 3, background: { r: red, g: green, b: blue } } })
      .png()
      .toBuffer();
    const preview = await sharp(source).resize(120).negate().jpeg({ quality: 98 }).toBuffer();
    writeFileSync(at(name), await mosaicDng({ source, preview }));
    return at(name);
  };
  const near = async (width: number, name: string) => {
    const height = (width * 2) / 3;
    const blank = { width, height, channels: 4, data: new Uint8Array(width * height * 4) } as const;
    await writePixels(at(`${name}.png`), blank);
    const request = { photograph: await raw(name), result: at(`${name}.png`), box: null, quality: 100, to };
    const strokes = [strokeOf(`${width / 2},${height / 2}`, 10)];
    const { path } = await brushResult({ ...request, strokes, signal: new AbortController().signal });
    return pixelAt(await readPixels(path), width / 2, height / 2);
  };

  it('provides its developed copy to a result of its full size, and its preview to one of that size', async () => {
    const developed = await near(240, 'whole.dng');
    fields.red.forEach((value, k) => void expect(Math.abs((developed[k] as number) - value)).toBeLessThan(4));
    const preview = await near(120, 'preview.dng');
    fields.red.forEach((value, k) => void expect(Math.abs((preview[k] as number) - (255 - value))).toBeLessThan(6));
  });
});
