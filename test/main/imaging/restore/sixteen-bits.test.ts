/** Photographs keep 16 bits after an 8-bit service: unchanged parts stay identical, changed parts have no steps. */

import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EncodeRequest } from '../../../../main/imaging/encode/prepare-result.ts';
import { traceOutline } from '../../../../main/imaging/path/clipping-path.ts';
import { type RestoreRequest, restoreToSource } from '../../../../main/imaging/restore/index.ts';
import { encodeResult } from '../../../helpers/photograph/encode-result.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { openPixels } from '../../../helpers/photograph/read-pixels.ts';
import { openScratchFiles } from '../../../helpers/photograph/scratch-files.ts';

const { at } = openScratchFiles();
const to = scratchFolder();
const full = { width: 1200, height: 800 };
const small = { width: 400, height: 266 };
const signal = new AbortController().signal;

/** A sky with a gradient so slow that 8 bits would show it in steps of dozens of px. */
const sky = (x: number, y: number, c: number) => Math.round(20_000 + c * 6000 + x * 5.3 + y * 3.1);
const photograph = new Uint16Array(full.width * full.height * 3);

const deepPixels = (path: string) => openPixels(path, 16);
/** Compares bytes, because comparing values would take a second. */
const bytesOf = ({ values }: { values: Uint8Array | Uint16Array }) =>
  Buffer.from(values.buffer, values.byteOffset, values.byteLength);
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
const finished = async (result: string, output: Partial<EncodeRequest['output']>) => {
  const own = { format: 'png', quality: 92, depth: 16, ...output } as const;
  return (await encodeResult({ result, sourceFormat: 'tiff', output: own, to })).path;
};

describe('a photograph of 16 bits', () => {
  it.each(['plain.tif', 'tagged.png'])('keeps every number of %s if nothing was changed', async (name) => {
    const own = bytesOf(await deepPixels(at(name)));
    const { path } = await restore(at(name), at('upload.png'), 'difference');
    const profile = (await sharp(at(name)).metadata()).icc;
    for (const format of ['png', 'tiff'] as const) {
      const file = await finished(path, { format });
      const meta = await sharp(file).metadata();
      expect(meta.depth).toBe('ushort');
      expect(meta.icc).toEqual(profile);
      expect(bytesOf(await deepPixels(file)).equals(own)).toBe(true);
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
    const { values } = await deepPixels(await finished(path, { format: 'tiff' }));
    const red = (x: number, y: number) => values[(y * full.width + x) * 3]!;
    for (let y = 10; y < 790; y += 60) {
      for (let x = 640; x < 1190; x += 50) expect(red(x, y)).toBe(sky(x, y, 0));
      for (let x = 10; x < 560; x++) {
        expect(Math.abs(red(x, y) - sky(x, y, 0) - 30 * 257)).toBeLessThan(140);
        // A step of 8 bits would be one of 257.
        expect(Math.abs(red(x + 1, y) - red(x, y) - 5.3)).toBeLessThan(8);
      }
    }
    expect(new Set(values.filter((_, i) => i % 3 === 0)).size).toBeGreaterThan(5000);
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
    const read = await deepPixels(await finished(done.path, { format: 'png' }));
    expect(read.channels).toBe(channels);
    const own = await deepPixels(at('tagged.png'));
    const { x: left, y: top } = done.box ?? { x: 0, y: 0 };
    for (let y = 300; y < 500; y += 20) {
      for (let x = 500; x < 700; x += 20) {
        expect(read.at(x - left, y - top)).toEqual([...own.at(x, y), 65_535].slice(0, channels));
      }
    }
    if (form === 'whiteBK') expect(read.at(0, 0)).toEqual([65_535, 65_535, 65_535]);
    if (form === 'cutout') {
      expect(read.at(0, 0)).toEqual([0, 0, 0, 0]);
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
    const { values: own } = await deepPixels(at('tagged.png'));
    const { values: shallow } = await openPixels(file);
    for (let i = 0; i < shallow.length; i += 997) expect(Math.abs(shallow[i]! - own[i]! / 257)).toBeLessThanOrEqual(1);
  });

  it.each([
    ['#ffffff', [65_535, 65_535, 65_535]],
    ['#80ff01', [128 * 257, 65_535, 257]],
  ])('is on exactly %s', async (background, expected) => {
    const size = { kind: 'exact', width: 300, height: 300, background, enlarge: false } as const;
    for (const color of ['photograph', 'srgb'] as const) {
      const pixels = await deepPixels(await finished(at('plain.tif'), { format: 'png', size, colour: color }));
      const corners = [pixels.at(0, 0), pixels.at(150, 49), pixels.at(150, 250), pixels.at(299, 299)];
      expect(corners).toEqual(Array(4).fill(expected));
      expect(pixels.at(150, 150)[0]).toBeLessThan(40_000);
    }
  });
});
