import { readdirSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CutoutForm } from '../../../../../contract/operations/cutout.ts';
import { type RestoreRequest, restoreToSource } from '../../../../../main/imaging/restore/index.ts';
import { numbersOf, scratchFolder } from '../../../../helpers/photograph/photographs.ts';
import { openPixels } from '../../../../helpers/photograph/read-pixels.ts';
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

/** The photograph's color at a position. */
const own = (x: number, y: number) => [...photograph.subarray((y * 1200 + x) * 3, (y * 1200 + x + 1) * 3)];

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
  const bare = Buffer.alloc(photograph.length);
  let state = 5;
  for (let i = 0; i < alpha.length; i++) {
    const [x, y] = [i % full.width, Math.floor(i / full.width)];
    const share = alpha[i]! / 255;
    const [over, under] = [foreground(x, y), background(x, y)];
    for (let c = 0; c < 3; c++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const grain = (state >>> 24) / 64 - 2;
      bare[i * 3 + c] = over[c]!;
      photograph[i * 3 + c] = share * over[c]! + (1 - share) * under[c]! + grain;
    }
  }
  await raw(photograph, full).tiff({ compression: 'none' }).toFile(at('source.tif'));
  await raw(photograph, full).resize(small).png().toFile(at('upload.png'));
  // Result of a perfect service: the matte at its size, colors free of the background.
  const fitted = { ...small, fit: 'fill' } as const;
  const matte = await raw(alpha, full, 1).resize(fitted).extractChannel(0).raw().toBuffer();
  const colors = await raw(bare, full).resize(fitted).raw().toBuffer();
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

  it('is made from a mask as well, and becomes a mask', async () => {
    const done = await restore('mask');
    const fromMask = await restore('mask', { result: at('matte.png') });

    expect(await sharp(done.path).metadata()).toMatchObject({ channels: 1, ...full });
    const [mask, other] = [await openPixels(done.path), await openPixels(fromMask.path)];
    expect(Buffer.compare(mask.values as Buffer, other.values as Buffer)).toBe(0);
  });

  it('becomes a white background', async () => {
    const white = await openPixels((await restore('whiteBK')).path);

    expect([white.at(0, 0), white.at(600, 400)]).toEqual([[255, 255, 255], own(600, 400)]);
  });

  it('becomes a crop at its location', async () => {
    const { path, box, width, height } = await restore('crop');

    expect(box).toEqual({ x: expect.any(Number), y: expect.any(Number), width, height });
    expect(Math.max(Math.abs(width - 650), Math.abs(height - 650))).toBeLessThan(12);
    const cropped = await openPixels(path);
    expect(cropped).toMatchObject({ width, height, channels: 4 });
    expect(cropped.at(600 - box!.x, 400 - box!.y).slice(0, 3)).toEqual(own(600, 400));
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
    const cut = await openPixels((await restore('cutout', { source: at('half.tif') })).path);
    expect([cut.at(600, 350)[3], cut.at(600, 450)[3]]).toEqual([0, 255]);
  });

  it('keeps the numbers and the profile of a photograph in another color space', async () => {
    await raw(photograph, full).withIccProfile('p3').tiff({ compression: 'none' }).toFile(at('p3.tif'));
    const done = await restore('cutout', { source: at('p3.tif') });
    const [source, cut] = [await openPixels(at('p3.tif')), await openPixels(done.path)];
    expect(cut.at(600, 400)).toEqual([...source.at(600, 400), 255]);
    expect(cut.at(450, 350)).toEqual([...source.at(450, 350), 255]);
    expect((await sharp(done.path).metadata()).icc).toEqual((await sharp(at('p3.tif')).metadata()).icc);
  });

  it('is upright if the photograph was stored rotated', async () => {
    await raw(photograph, full)
      .rotate(270)
      .withMetadata({ orientation: 6 })
      .tiff({ compression: 'none' })
      .toFile(at('turned.tif'));
    const done = await restore('cutout', { source: at('turned.tif') });
    expect(done).toMatchObject(full);
    expect((await openPixels(done.path)).at(550, 350)).toEqual([...own(550, 350), 255]);
  });
});

describe('elements', () => {
  it('cuts each out of the original, at its box', async () => {
    const box = { x: 125, y: 58, width: 150, height: 150 };
    await sharp(at('result.png')).extract({ left: 125, top: 58, width: 150, height: 150 }).png().toFile(at('head.png'));
    const done = await restore('cutout', { method: 'boxes', result: at('head.png'), box });
    expect(done).toMatchObject({ width: 450, height: 449, box: { x: 375, y: 174, width: 450, height: 449 } });
    expect((await openPixels(done.path)).at(600 - 375, 400 - 174)).toEqual([...own(600, 400), 255]);
  });

  it('stays inside the photograph if a box does not', async () => {
    await sharp(at('result.png')).resize(100, 100, { fit: 'fill' }).toFile(at('out.png'));
    const box = { x: 350, y: 225, width: 100, height: 100 };

    const done = await restore('cutout', { method: 'boxes', result: at('out.png'), box });

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
  const alphaOf = (x: number, width: number) => stripes[Math.floor((x * 3) / width)] ?? 0;
  const kept = (x: number, width: number) => x < width * 0.8;

  const write = async (name: string, { width, height }: typeof size, alphaAt: (x: number, width: number) => number) => {
    const pixels = Buffer.alloc(width * height * 4);
    for (let i = 0; i < width * height; i++) pixels.set([200, 90, 40, alphaAt(i % width, width)], i * 4);
    await raw(pixels, { width, height }, 4).png().toFile(at(name));
    return at(name);
  };

  const asSent = (image: Sharp) => image;
  const onWhite = (image: Sharp) => image.flatten({ background: '#ffffff' });

  it.each([
    ['takes its alpha into account', asSent, (x: number, width: number) => (kept(x, width) ? alphaOf(x, width) : 0)],
    ['answers with alpha of its own', asSent, (x: number, width: number) => (kept(x, width) ? 255 : 0)],
    ['received it on white', onWhite, (x: number, width: number) => (kept(x, width) ? 255 : 0)],
  ])('keeps exactly its translucency if the service %s', async (behavior, prepare, alphaAt) => {
    const name = behavior.replaceAll(' ', '-');
    const sent = sharp(await write(`sent-${name}.png`, half, alphaOf));
    await prepare(sent)
      .png()
      .toFile(at(`upload-${name}.png`));

    const done = await restore('cutout', {
      source: await write(`translucent-${name}.png`, size, alphaOf),
      uploaded: { path: at(`upload-${name}.png`), ...half },
      result: await write(`returned-${name}.png`, half, alphaAt),
    });

    const pixels = await openPixels(done.path);
    expect([100, 300, 450, 540].map((x) => pixels.at(x, 30)[3])).toEqual([255, 128, 40, 0]);
  });
});
