import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CutoutForm } from '../../../../../contract/operations/cutout.ts';
import { type RestoreRequest, restoreToSource } from '../../../../../main/imaging/restore/index.ts';
import { numbersOf, scratchFolder } from '../../../../helpers/photograph/photographs.ts';
import { openScratchFiles } from '../../../../helpers/photograph/scratch-files.ts';

const { at } = openScratchFiles();
const to = scratchFolder();
/** A pipeline of raw pixels. */
const raw = (pixels: Buffer, size: { width: number; height: number }, channels: 1 | 3 | 4 = 3) =>
  sharp(pixels, { raw: { ...size, channels } });

/** A red ball with bristles of 2 to 6 px on a grainy blue-green ground, whose exact matte and colors are known. */
const full = { width: 1200, height: 800 };
const small = { width: 400, height: 267 };
let alpha: Buffer;
let photograph: Buffer;

const foreground = (x: number, y: number) => [190 - (x % 200) / 10, 50 + (y % 160) / 8, 40] as const;
const background = (x: number, y: number) => [30 + x / 30, 120 - y / 20, 140] as const;

beforeAll(async () => {
  const bristles = Array.from({ length: 30 }, (_, i) => {
    const angle = (i / 30) * 2 * Math.PI;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return `<line x1="${600 + c * 200}" y1="${400 + s * 200}" x2="${600 + c * 325}" y2="${400 + s * 325}" stroke-width="${2 + (i % 5)}"/>`;
  });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><g stroke="#fff">${bristles.join('')}</g><circle cx="600" cy="400" r="225" fill="#fff"/></svg>`;
  alpha = await sharp(Buffer.from(drawing)).extractChannel(3).raw().toBuffer();
  photograph = Buffer.alloc(full.width * full.height * 3);
  const own = Buffer.alloc(photograph.length);
  let state = 5;
  for (let i = 0; i < alpha.length; i++) {
    const [x, y] = [i % full.width, Math.floor(i / full.width)];
    const share = alpha[i]! / 255;
    const [over, under] = [foreground(x, y), background(x, y)];
    for (let c = 0; c < 3; c++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const grain = (state >>> 24) / 64 - 2;
      own[i * 3 + c] = over[c]!;
      photograph[i * 3 + c] = share * over[c]! + (1 - share) * under[c]! + grain;
    }
  }
  await raw(photograph, full).tiff({ compression: 'none' }).toFile(at('source.tif'));
  await raw(photograph, full).resize(small).png().toFile(at('upload.png'));
  // Result of a perfect service: the matte at its size, colors free of the background.
  const fitted = { ...small, fit: 'fill' } as const;
  const matte = await raw(alpha, full, 1).resize(fitted).extractChannel(0).raw().toBuffer();
  const colors = await raw(own, full).resize(fitted).raw().toBuffer();
  const result = raw(colors, small).joinChannel(matte, { raw: { ...small, channels: 1 } });
  await result.png().toFile(at('result.png'));
  await raw(matte, small, 1).toColourspace('b-w').png().toFile(at('matte.png'));
});

const restore = (form: CutoutForm, change: Partial<RestoreRequest> = {}) =>
  restoreToSource({
    source: at('source.tif'),
    uploaded: { path: at('upload.png'), ...small },
    result: at('result.png'),
    method: 'alpha',
    form,
    to,
    signal: new AbortController().signal,
    ...change,
  });

describe('a cutout at full size', () => {
  it('has the original pixels inside, nothing outside, and a far more accurate edge than an enlarged one', async () => {
    const done = await restore('cutout');
    expect(done).toMatchObject({ ...full, box: null });
    const { data, channels } = await numbersOf(done.path);
    expect(channels).toBe(4);
    const enlarged = await sharp(await sharp(at('result.png')).extractChannel(3).png().toBuffer())
      .resize({ ...full, fit: 'fill', kernel: 'cubic' })
      .extractChannel(0)
      .raw()
      .toBuffer();
    let off = 0;
    let offEnlarged = 0;
    let colorOff = 0;
    let colorWeight = 0;
    for (let i = 0; i < alpha.length; i++) {
      const [x, y] = [i % full.width, Math.floor(i / full.width)];
      const distance = Math.hypot(x - 600, y - 400);
      const value = data[i * 4 + 3]!;
      if (distance < 205) {
        // Well inside, the pixels are exactly those of the photograph.
        for (let c = 0; c < 3; c++)
          if (data[i * 4 + c] !== photograph[i * 3 + c]) throw new Error(`changed at ${x}, ${y}`);
        if (value !== 255) throw new Error(`a hole at ${x}, ${y}`);
      }
      if (distance > 345 && value !== 0) throw new Error(`a speck at ${x}, ${y}`);
      off += Math.abs(value - alpha[i]!);
      offEnlarged += Math.abs(enlarged[i]! - alpha[i]!);
      if (value > 30 && value < 225) {
        const meant = foreground(x, y);
        for (let c = 0; c < 3; c++) colorOff += value * Math.abs(data[i * 4 + c]! - meant[c]!);
        colorWeight += 3 * value;
      }
    }
    expect(off).toBeLessThan(offEnlarged * 0.45);
    // The background differs by 100 levels or more, so little of it remains in the edge.
    expect(colorOff / colorWeight).toBeLessThan(12);
  });

  it('is made from a mask as well, and becomes mask, white background or crop', async () => {
    const own = await restore('mask');
    const mask = await numbersOf(own.path);
    const fromMask = await numbersOf((await restore('mask', { result: at('matte.png') })).path);
    expect(mask).toMatchObject({ ...full });
    const gray = await sharp(own.path).metadata();
    expect(gray).toMatchObject({ channels: 1, ...full });
    expect(fromMask.data.equals(mask.data)).toBe(true);

    const white = await numbersOf((await restore('whiteBK')).path);
    expect(white.channels).toBe(3);
    expect([...white.data.subarray(0, 3)]).toEqual([255, 255, 255]);
    const middle = (400 * full.width + 600) * 3;
    expect([...white.data.subarray(middle, middle + 3)]).toEqual([...photograph.subarray(middle, middle + 3)]);

    const crop = await restore('crop');
    expect(crop.box).toEqual({ x: expect.any(Number), y: expect.any(Number), width: crop.width, height: crop.height });
    expect(Math.abs(crop.width - 650)).toBeLessThan(12);
    expect(Math.abs(crop.height - 650)).toBeLessThan(12);
    const cropped = await numbersOf(crop.path);
    expect(cropped).toMatchObject({ width: crop.width, height: crop.height, channels: 4 });
    const inside = ((400 - crop.box!.y) * crop.width + (600 - crop.box!.x)) * 4;
    expect([...cropped.data.subarray(inside, inside + 3)]).toEqual([...photograph.subarray(middle, middle + 3)]);
  });

  it('leaves no temporary file but the finished one', async () => {
    const before = new Set(readdirSync(to));
    const { path } = await restore('crop');
    expect(readdirSync(to).filter((name) => !before.has(name))).toEqual([path.slice(to.length + 1)]);
  });

  it("keeps the photograph's own transparency", async () => {
    const half = Buffer.alloc(full.width * full.height, 255);
    half.fill(0, 0, full.width * 400);
    await raw(photograph, full)
      .joinChannel(half, { raw: { ...full, channels: 1 } })
      .tiff({ compression: 'none' })
      .toFile(at('half.tif'));
    const { data } = await numbersOf((await restore('cutout', { source: at('half.tif') })).path);
    expect(data[(350 * full.width + 600) * 4 + 3]).toBe(0);
    expect(data[(450 * full.width + 600) * 4 + 3]).toBe(255);
  });

  it('keeps the numbers and the profile of a photograph in another color space', async () => {
    await raw(photograph, full).withIccProfile('p3').tiff({ compression: 'none' }).toFile(at('p3.tif'));
    const done = await restore('cutout', { source: at('p3.tif') });
    const [source, cut] = [await numbersOf(at('p3.tif')), await numbersOf(done.path)];
    for (const [x, y] of [
      [600, 400],
      [450, 350],
      [700, 500],
    ] as const) {
      const i = y * full.width + x;
      expect([...cut.data.subarray(i * 4, i * 4 + 3)]).toEqual([...source.data.subarray(i * 3, i * 3 + 3)]);
    }
    expect((await sharp(done.path).metadata()).icc?.equals((await sharp(at('p3.tif')).metadata()).icc!)).toBe(true);
  });

  it('is upright if the photograph was stored rotated', async () => {
    await raw(photograph, full)
      .rotate(270)
      .withMetadata({ orientation: 6 })
      .tiff({ compression: 'none' })
      .toFile(at('turned.tif'));
    const done = await restore('cutout', { source: at('turned.tif') });
    expect(done).toMatchObject(full);
    const { data } = await numbersOf(done.path);
    const i = 350 * full.width + 550;
    expect([...data.subarray(i * 4, i * 4 + 3)]).toEqual([...photograph.subarray(i * 3, i * 3 + 3)]);
  });
});

describe('elements', () => {
  it('cuts each out of the original, at its box', async () => {
    const box = { x: 125, y: 58, width: 150, height: 150 };
    await sharp(at('result.png')).extract({ left: 125, top: 58, width: 150, height: 150 }).png().toFile(at('head.png'));
    const done = await restore('cutout', { method: 'boxes', result: at('head.png'), box });
    expect(done).toMatchObject({ width: 450, height: 449, box: { x: 375, y: 174, width: 450, height: 449 } });
    const { data } = await numbersOf(done.path);
    const inside = ((400 - 174) * 450 + (600 - 375)) * 4;
    const there = (400 * full.width + 600) * 3;
    expect([...data.subarray(inside, inside + 4)]).toEqual([...photograph.subarray(there, there + 3), 255]);
  });

  it('stays inside the photograph if a box does not', async () => {
    await sharp({ create: { width: 100, height: 100, channels: 4, background: '#f00' } })
      .png()
      .toFile(at('out.png'));
    const done = await restore('cutout', {
      method: 'boxes',
      result: at('out.png'),
      box: { x: 350, y: 225, width: 100, height: 100 },
    });
    expect(done.box).toEqual({ x: 1050, y: 674, width: 150, height: 126 });
  });
});

describe('rejected results', () => {
  it.each<[string, Partial<RestoreRequest>, string]>([
    ['a result of another shape', { result: at('square.png') }, 'BAD_RESULT'],
    ['a result without transparency', { result: at('upload.png') }, 'BAD_RESULT'],
    ['a missing result', { result: at('missing.png') }, 'BAD_RESULT'],
    ['a missing source', { source: at('missing.png') }, 'BAD_SOURCE'],
  ])('reports %s', async (_, change, code) => {
    await raw(Buffer.alloc(400 * 400 * 4, 200), { width: 400, height: 400 }, 4)
      .png()
      .toFile(at('square.png'));

    await expect(restore('cutout', change)).rejects.toMatchObject({ code });
  });

  it('stops if it is canceled, and leaves nothing open', async () => {
    const stop = new AbortController();
    const work = restore('cutout', { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('stopped')), 5);
    await expect(work).rejects.toThrow('stopped');
    expect(readdirSync(to).filter((name) => name.endsWith('.v') || name.endsWith('.icc'))).toEqual([]);
  });
});

describe('a translucent photograph', () => {
  /** Three stripes of different alpha. The service keeps the left four fifths. */
  const size = { width: 600, height: 60 };
  const half = { width: 300, height: 30 };
  const stripes = [255, 128, 40] as const;
  const own = (x: number, width: number) => stripes[Math.floor((x * 3) / width)] ?? 0;
  const kept = (x: number, width: number) => x < width * 0.8;

  const write = async (name: string, { width, height }: typeof size, alphaAt: (x: number, width: number) => number) => {
    const pixels = Buffer.alloc(width * height * 4);
    for (let i = 0; i < width * height; i++) pixels.set([200, 90, 40, alphaAt(i % width, width)], i * 4);
    await raw(pixels, { width, height }, 4).png().toFile(at(name));
    return at(name);
  };

  it.each([
    ['takes its alpha into account', true, (x: number, width: number) => (kept(x, width) ? own(x, width) : 0)],
    ['answers with alpha of its own', true, (x: number, width: number) => (kept(x, width) ? 255 : 0)],
    ['received it on white', false, (x: number, width: number) => (kept(x, width) ? 255 : 0)],
  ])('keeps exactly its translucency if the service %s', async (behavior, isAlphaSent, alphaAt) => {
    const name = behavior.replaceAll(' ', '-');
    const sent = sharp(await write(`sent-${name}.png`, half, own));
    const upload = isAlphaSent ? sent : sent.flatten({ background: '#ffffff' });
    await upload.png().toFile(at(`upload-${name}.png`));

    const done = await restore('cutout', {
      source: await write(`translucent-${name}.png`, size, own),
      uploaded: { path: at(`upload-${name}.png`), ...half },
      result: await write(`returned-${name}.png`, half, alphaAt),
    });

    const { data } = await numbersOf(done.path);
    expect([100, 300, 450, 540].map((x) => data[(30 * size.width + x) * 4 + 3])).toEqual([255, 128, 40, 0]);
  });
});
