import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Box } from '../../../../contract/jobs/result.ts';
import { type Pixels, readPixels, strokeOf, writePixels } from '../../../helpers/photograph/damaged-cutout.ts';
import { fields, heicPath } from '../../../helpers/photograph/heic.ts';
import { mosaicDng } from '../../../helpers/photograph/mosaic-dng.ts';
import { grainyPixels } from '../../../helpers/photograph/photographs.ts';
import { openTouchUpStage } from '../../../helpers/photograph/touch-up-stage.ts';

const { at, brush } = openTouchUpStage();
const size = { width: 240, height: 160 };
const own = grainyPixels(size.width, size.height);
const photograph: Pixels = { ...size, channels: 3, data: own };
const clear: Pixels = { ...size, channels: 4, data: new Uint8Array(size.width * size.height * 4) };

/** Restores around (120, 80) of the photograph. */
const restored = async (from: string, result: string, box: Box | null = null) => {
  const { path } = await brush(from, result, [strokeOf('120,80', 30)], { box, quality: 100 });
  return readPixels(path);
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

/** Converts a file to sRGB, 8 bits, with the image library. */
const inSrgbOf = async (path: string): Promise<Pixels> => {
  const data = await sharp(path).withIccProfile('srgb', { attach: false }).raw().toBuffer();
  return { ...size, channels: 3, data };
};

/** Expects the colors of a pixel within `levels` of 255. */
function expectNear(done: Pixels, x: number, y: number, meant: readonly number[], levels = 1): void {
  const scale = done.data instanceof Uint16Array ? 257 : 1;
  const off = pixelAt(done, x, y)
    .slice(0, 3)
    .map((value, c) => Math.abs(value / scale - meant[c]!));
  expect(Math.max(...off)).toBeLessThanOrEqual(levels);
}

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
    const { path } = await brush(heicPath('irot'), result, [strokeOf('80,60', 30)], { quality: 100 });
    const done = await readPixels(path);
    expectNear(done, 70, 50, fields.blue, 6);
    expect(pixelAt(done, 70, 50)[3]).toBe(255);
  });

  it('is converted to the result’s color profile if that differs', async () => {
    const source = await writePixels(at('wide.png'), photograph, 'p3');
    const inSrgb = await restored(source, await writePixels(at('clear-srgb.png'), clear));
    const inWide = await restored(
      await writePixels(at('plain.png'), photograph),
      await writePixels(at('clear-wide.png'), clear, 'p3'),
    );

    const srgb = await inSrgbOf(source);
    const wide = await readPixels(source);
    for (const [x, y] of places) {
      expectNear(inSrgb, x, y, pixelAt(srgb, x, y));
      expectNear(inWide, x, y, pixelAt(wide, x, y));
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
    expectNear(lowered, 120, 80, asSeen(120, 80));
  });

  it('colors are converted from one profile to another', async () => {
    const wide = await writePixels(at('deep-wide.png'), { ...size, channels: 3, data: deep }, 'p3');
    const inSrgb = await restored(wide, await writePixels(at('deep-clear-srgb.png'), deepClear));
    const srgb = await inSrgbOf(wide);
    const plain = await writePixels(at('deep-plain.png'), { ...size, channels: 3, data: deep });
    const inWide = await restored(plain, await writePixels(at('deep-clear-wide.png'), deepClear, 'p3'));
    const p3 = await readPixels(await writePixels(at('wide-8.png'), photograph, 'p3'));
    for (const [x, y] of places) {
      expectNear(inSrgb, x, y, pixelAt(srgb, x, y), 1.5);
      expectNear(inWide, x, y, pixelAt(p3, x, y), 1.5);
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
    const strokes = [strokeOf(`${width / 2},${height / 2}`, 10)];
    const { path } = await brush(await raw(name), at(`${name}.png`), strokes, { quality: 100 });
    return pixelAt(await readPixels(path), width / 2, height / 2);
  };

  it('provides its developed copy to a result of its full size, and its preview to one of that size', async () => {
    const developed = await near(240, 'whole.dng');
    fields.red.forEach((value, k) => void expect(Math.abs((developed[k] as number) - value)).toBeLessThan(4));
    const preview = await near(120, 'preview.dng');
    fields.red.forEach((value, k) => void expect(Math.abs((preview[k] as number) - (255 - value))).toBeLessThan(6));
  });
});
