/** Photographs keep 16 bits after an 8-bit service: unchanged parts stay identical, changed parts have no steps. */

import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Rendering } from '../../../../contract/recipes/output.ts';
import { traceOutline } from '../../../../main/imaging/path/clipping-path.ts';
import { type RestoreRequest, restoreToSource } from '../../../../main/imaging/restore/index.ts';
import { encodeResult } from '../../../helpers/photograph/encode-result.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { openScratchFiles } from '../../../helpers/photograph/scratch-files.ts';

const { at } = openScratchFiles();
const to = scratchFolder();
const full = { width: 1200, height: 800 };
const small = { width: 400, height: 266 };
const signal = new AbortController().signal;

/** A sky with a gradient so slow that 8 bits would show it in steps of dozens of px. */
const sky = (x: number, y: number, c: number) => Math.round(20_000 + c * 6000 + x * 5.3 + y * 3.1);
const photograph = new Uint16Array(full.width * full.height * 3);

const deepNumbers = async (path: string) => {
  const { data, info } = await sharp(path, { ignoreIcc: true })
    .toColourspace('rgb16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true });
  return { numbers: new Uint16Array(data.buffer, data.byteOffset, data.length / 2), channels: info.channels };
};
/** Compares bytes, because comparing values would take a second. */
const isSame = (a: Uint16Array, b: Uint16Array) =>
  Buffer.from(a.buffer, a.byteOffset, a.byteLength).equals(Buffer.from(b.buffer, b.byteOffset, b.byteLength));
const levels = (numbers: Uint16Array, channels: number) => {
  const seen = new Set<number>();
  for (let i = 0; i < numbers.length; i += channels) seen.add(numbers[i]!);
  return seen.size;
};

beforeAll(async () => {
  for (let y = 0, i = 0; y < full.height; y++)
    for (let x = 0; x < full.width; x++) for (let c = 0; c < 3; c++) photograph[i++] = sky(x, y, c);
  const deep = sharp(photograph, { raw: { ...full, channels: 3 } }).toColourspace('rgb16');
  await deep.clone().tiff({ compression: 'none' }).toFile(at('plain.tif'));
  // The image library processes 16-bit images in Display P3, so this tag keeps their numbers.
  await deep.withIccProfile('p3').png().toFile(at('tagged.png'));
  await sharp(at('plain.tif'))
    .toColourspace('srgb')
    .resize({ ...small, fit: 'fill' })
    .removeAlpha()
    .png()
    .toFile(at('upload.png'));
});

const restore = (source: string, result: string, how: RestoreRequest['method'], change: Partial<RestoreRequest> = {}) =>
  restoreToSource({
    ...{ source, uploaded: { path: at('upload.png'), ...small }, result, method: how, form: 'cutout', to, signal },
    ...change,
  });
const finished = async (result: string, output: Partial<Rendering> & Pick<Rendering, 'format'>) =>
  (
    await encodeResult({
      result,
      sourceFormat: 'tiff',
      output: { quality: 92, depth: 16, ...output, format: output.format === 'tiff' ? 'tiff' : 'png' },
      to,
    })
  ).path;

describe('a photograph of 16 bits', () => {
  it.each(['plain.tif', 'tagged.png'])('keeps every number of %s if nothing was changed', async (name) => {
    const own = (await deepNumbers(at(name))).numbers;
    const { path } = await restore(at(name), at('upload.png'), 'difference');
    const profile = (await sharp(at(name)).metadata()).icc;
    for (const format of ['png', 'tiff'] as const) {
      const file = await finished(path, { format });
      const meta = await sharp(file).metadata();
      expect(meta.depth).toBe('ushort');
      expect(meta.icc).toEqual(profile);
      expect(isSame((await deepNumbers(file)).numbers, own)).toBe(true);
    }
  });

  it('has changes without steps, and is identical elsewhere', async () => {
    // The left half becomes lighter by 30 levels, as a retouch of skin does.
    const upload = await sharp(at('upload.png')).raw().toBuffer();
    for (let i = 0; i < upload.length; i++) if (Math.floor(i / 3) % small.width < 200) upload[i] = upload[i]! + 30;
    await sharp(upload, { raw: { ...small, channels: 3 } })
      .png()
      .toFile(at('lighter.png'));
    const { path } = await restore(at('plain.tif'), at('lighter.png'), 'difference');
    const { numbers } = await deepNumbers(await finished(path, { format: 'tiff' }));
    const red = (x: number, y: number) => numbers[(y * full.width + x) * 3]!;
    for (let y = 10; y < 790; y += 60) {
      for (let x = 640; x < 1190; x += 50) expect(red(x, y)).toBe(sky(x, y, 0));
      for (let x = 10; x < 560; x++) {
        expect(Math.abs(red(x, y) - sky(x, y, 0) - 30 * 257)).toBeLessThan(140);
        // A step of 8 bits would be one of 257.
        expect(Math.abs(red(x + 1, y) - red(x, y) - 5.3)).toBeLessThan(8);
      }
    }
    expect(levels(numbers, 3)).toBeGreaterThan(5000);
  });

  const isCutOut = async (form: 'cutout' | 'crop' | 'whiteBK', channels: 3 | 4) => {
    const rgba = Buffer.alloc(small.width * small.height * 4, 255);
    const upload = await sharp(at('upload.png')).raw().toBuffer();
    for (let i = 0; i < small.width * small.height; i++) {
      rgba.set(upload.subarray(i * 3, i * 3 + 3), i * 4);
      const [x, y] = [i % small.width, Math.floor(i / small.width)];
      if (Math.hypot(x - 200, y - 133) > 100) rgba[i * 4 + 3] = 0;
    }
    await sharp(rgba, { raw: { ...small, channels: 4 } })
      .png()
      .toFile(at('cutout.png'));
    const done = await restore(at('tagged.png'), at('cutout.png'), 'alpha', { form });
    const file = await finished(done.path, { format: 'png' });
    const read = await deepNumbers(file);
    expect(read.channels).toBe(channels);
    const own = (await deepNumbers(at('tagged.png'))).numbers;
    const { x: left, y: top } = done.box ?? { x: 0, y: 0 };
    for (let y = 300; y < 500; y += 20) {
      for (let x = 500; x < 700; x += 20) {
        const i = ((y - top) * done.width + x - left) * channels;
        expect([...read.numbers.subarray(i, i + 3)]).toEqual([
          ...own.subarray((y * 1200 + x) * 3, (y * 1200 + x) * 3 + 3),
        ]);
        if (channels === 4) expect(read.numbers[i + 3]).toBe(65_535);
      }
    }
    if (form === 'whiteBK') expect([...read.numbers.subarray(0, 3)]).toEqual([65_535, 65_535, 65_535]);
    if (form === 'cutout') {
      expect([...read.numbers.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
      const [outline] = (await traceOutline(done.path, signal)) ?? [];
      const xs = outline?.knots.map((knot) => knot.anchor.x) ?? [];
      expect(Math.abs(Math.min(...xs) - 300)).toBeLessThan(4);
      expect(Math.abs(Math.max(...xs) - 900)).toBeLessThan(4);
    }
  };
  it('is cut out with its own numbers: cutout', () => isCutOut('cutout', 4));
  it.each([
    ['crop', 4],
    ['whiteBK', 3],
  ] as const)('is cut out with its own numbers: %s', { tags: ['long'] }, isCutOut);

  it('is written with 8 bits on request, in the same colors', async () => {
    const { path } = await restore(at('tagged.png'), at('upload.png'), 'difference');

    const file = await finished(path, { format: 'png', depth: 8 });

    expect((await sharp(file).metadata()).depth).toBe('uchar');
    const own = (await deepNumbers(at('tagged.png'))).numbers;
    const shallow = await sharp(file, { ignoreIcc: true }).raw().toBuffer();
    for (let i = 0; i < shallow.length; i += 997) expect(Math.abs(shallow[i]! - own[i]! / 257)).toBeLessThanOrEqual(1);
  });

  it.each([
    ['#ffffff', [65_535, 65_535, 65_535]],
    ['#80ff01', [128 * 257, 65_535, 257]],
  ])('is on exactly %s', async (background, expected) => {
    const size = { kind: 'exact', width: 300, height: 300, background, enlarge: false } as const;
    for (const color of ['photograph', 'srgb'] as const) {
      const { numbers } = await deepNumbers(await finished(at('plain.tif'), { format: 'png', size, colour: color }));
      for (const [x, y] of [
        [0, 0],
        [150, 49],
        [150, 250],
        [299, 299],
      ] as const)
        expect([...numbers.subarray((y * 300 + x) * 3, (y * 300 + x) * 3 + 3)]).toEqual(expected);
      expect(numbers[(150 * 300 + 150) * 3]).toBeLessThan(40_000);
    }
  });
});
