/** Rendered outputs, read back by the image library. */

import { mkdirSync, readdirSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Rendering } from '../../../../contract/recipes/output.ts';
import { profileOf } from '../../../../formats/icc-profiles.ts';
import type { EncodeRequest } from '../../../../main/imaging/encode/prepare-result.ts';
import { encodeResult } from '../../../helpers/photograph/encode-result.ts';
import { grainy, numbersOf } from '../../../helpers/photograph/photographs.ts';
import { openPixels } from '../../../helpers/photograph/read-pixels.ts';
import { openScratchFiles } from '../../../helpers/photograph/scratch-files.ts';

const { folder, at } = openScratchFiles();
let made = 0;

async function write(result: string, output: Partial<EncodeRequest['output']>, assumed: Uint8Array | null = null) {
  const to = at(`to-${++made}`);
  mkdirSync(to);
  const own = { format: 'png', quality: 92, ...output } as const;
  const done = await encodeResult({ result, sourceFormat: 'jpeg', output: own, assumed, to });
  // No other file remains.
  expect(readdirSync(to)).toHaveLength(1);
  return { ...done, meta: await sharp(done.path).metadata() };
}

/** An even picture, RGB or RGBA. */
async function flat(name: string, color: readonly number[], profile: 'p3' | null = null): Promise<string> {
  const channels = color.length as 3 | 4;
  const data = Buffer.from(Array.from({ length: 40 * 40 }, () => color).flat());
  const plain = await sharp(data, { raw: { width: 40, height: 40, channels } })
    .png()
    .toBuffer();
  await (profile === null ? sharp(plain) : sharp(plain).withIccProfile(profile)).toFile(at(name));
  return at(name);
}

/** Expects the first pixel of a file within `levels`. */
async function expectFirstPixel(path: string, expected: readonly number[], levels = 1): Promise<void> {
  const off = (await firstPixel(path)).map((value, index) => Math.abs(value - expected[index]!));
  expect(Math.max(...off)).toBeLessThanOrEqual(levels);
}

const firstPixel = async (path: string) => (await openPixels(path)).at(0, 0);

describe('size', () => {
  const longest = { kind: 'longest', px: 150, enlarge: false } as const;

  it.each(['jpeg', 'png', 'webp', 'tiff', 'avif'] as const)('has its longest side as a %s', async (format) => {
    await grainy(300, 200).png().toFile(at('wide.png'));
    const { meta, width, height } = await write(at('wide.png'), { format, size: longest });

    expect(meta).toMatchObject({ width: 150, height: 100 });
    expect([width, height]).toEqual([150, 100]);
  });

  it('is upright, whatever its stored orientation', async () => {
    await grainy(300, 200).withMetadata({ orientation: 6 }).jpeg().toFile(at('turned.jpg'));
    const { meta } = await write(at('turned.jpg'), { format: 'jpeg', size: longest });

    expect([meta.width, meta.height, meta.orientation ?? 1]).toEqual([100, 150, 1]);
  });

  const square = { kind: 'exact', width: 60, height: 60, background: '#336699', enlarge: false } as const;

  it.each([
    ['jpeg', 'opaque'],
    ['png', 'opaque'],
    ['tiff', 'opaque'],
    ['jpeg', 'clear'],
  ] as const)('is exact on its background, as a %s of a picture that is %s', async (format, kind) => {
    await grainy(300, 200).ensureAlpha(0).png().toFile(at('clear.png'));
    await grainy(300, 200).png().toFile(at('opaque.png'));
    const { path, meta } = await write(at(`${kind}.png`), { format, quality: 100, size: square });
    expect([meta.width, meta.height, meta.hasAlpha]).toEqual([60, 60, false]);
    await expectFirstPixel(path, [0x33, 0x66, 0x99], format === 'jpeg' ? 3 : 0);
    // Only a transparent picture shows the background in its middle.
    const [middle = 0] = (await openPixels(path)).at(30, 30);
    expect(Math.abs(middle - 0x33) <= 3).toBe(kind === 'clear');
  });

  it('keeps a picture transparent if the format supports it', async () => {
    await grainy(300, 200).ensureAlpha(0.5).png().toFile(at('half.png'));
    const { path, meta } = await write(at('half.png'), { size: square });
    expect(meta).toMatchObject({ width: 60, height: 60, hasAlpha: true });
    expect((await firstPixel(path))[3]).toBe(0);
  });

  it('is not sharpened unless it is scaled', async () => {
    await grainy(120, 80).png().toFile(at('plain.png'));
    const plain = await write(at('plain.png'), { sharpen: 'print', depth: 16 });
    const soft = await write(at('plain.png'), { depth: 16 });
    expect((await numbersOf(plain.path)).data.equals((await numbersOf(soft.path)).data)).toBe(true);
  });

  it('sharpens more for print than for a screen', async () => {
    await grainy(300, 200).png().toFile(at('grain.png'));
    const roughness = async (sharpen: Rendering['sharpen']) => {
      const { path } = await write(at('grain.png'), { size: longest, sharpen });
      return (await sharp(path).stats()).sharpness;
    };
    const [off, screen, print] = [await roughness('off'), await roughness('screen'), await roughness('print')];
    expect(screen).toBeGreaterThan(off);
    expect(print).toBeGreaterThan(screen);
  });
});

describe('depth', () => {
  it.each(['png', 'tiff'] as const)('of 16 bits is kept in a %s, finer than 8', async (format) => {
    const numbers = Uint16Array.from({ length: 64 * 64 * 3 }, (_, at) => 30_000 + (at % 700));
    const deep = sharp(numbers, { raw: { width: 64, height: 64, channels: 3 } });
    await deep.toColourspace('rgb16').png().toFile(at('deep.png'));

    const { path, meta } = await write(at('deep.png'), { format, depth: 16 });
    expect(meta.depth).toBe('ushort');
    expect(new Set((await openPixels(path, 16)).values).size).toBeGreaterThan(600);
  });

  it.each([
    ['rgb', [255, 255, 255], {}],
    [
      'rgb on a background',
      [255, 255, 255],
      { size: { kind: 'exact', width: 60, height: 50, background: '#ffffff', enlarge: false } },
    ],
    ['rgb with alpha', [255, 255, 255, 255], {}],
    ['rgb in other colours', [255, 255, 255], { colour: 'adobe-rgb' }],
  ] as const)('of 16 bits keeps white white: %s', async (name, color, output) => {
    const { path, meta } = await write(await flat(`white ${name}.png`, color), {
      format: 'tiff',
      depth: 16,
      ...output,
    });
    expect([meta.depth, meta.channels]).toEqual(['ushort', color.length]);
    const { values } = await openPixels(path, 16);
    // White converted by lcms may be off by a few of 65,535.
    expect(values.every((value) => value >= 65_525)).toBe(true);
    if (!('colour' in output)) expect(new Set(values)).toEqual(new Set([65_535]));
  });

  it.each(['jpeg', 'webp', 'avif'] as const)('is 8 bits as a %s, whatever was requested', async (format) => {
    await grainy(60, 40).png().toFile(at('eight.png'));
    expect((await write(at('eight.png'), { format, depth: 16 })).meta.depth).toBe('uchar');
  });
});

describe('color', () => {
  it('is converted, and the file contains the profile', async () => {
    const path = await flat('red.png', [255, 0, 0]);
    const { path: done, meta } = await write(path, { colour: 'adobe-rgb' });
    expect(meta.icc?.equals(profileOf('adobe-rgb'))).toBe(true);
    await expectFirstPixel(done, [219, 0, 0]);
  });

  it.each(['jpeg', 'webp', 'tiff', 'avif'] as const)('is declared in a %s too', async (format) => {
    const path = await flat('red.png', [255, 0, 0]);
    expect((await write(path, { format, colour: 'display-p3' })).meta.icc?.equals(profileOf('display-p3'))).toBe(true);
  });

  it('is converted between wide color spaces directly, and not through sRGB', async () => {
    // A green outside sRGB, in which it would lose all of its red.
    await sharp(await flat('wide.png', [0, 200, 0]))
      .png()
      .toFile(at('numbers.png'));
    const assumed = profileOf('display-p3');
    const { path, meta } = await write(at('numbers.png'), { colour: 'adobe-rgb' }, assumed);
    expect(meta.icc?.equals(profileOf('adobe-rgb'))).toBe(true);
    const [red = 0, green = 0] = await firstPixel(path);
    // 0 200 0 in Display P3 is 79 199 45 in Adobe RGB (1998). Clipped to sRGB first, it would be 112 195 0.
    expect([Math.abs(red - 79) < 8, Math.abs(green - 199) < 4]).toEqual([true, true]);
    expect(readdirSync(folder).filter((name) => name.startsWith('tagged'))).toEqual([]);
  });

  it.each([8, 16] as const)('treats numbers without a profile as sRGB, with %i bits', async (depth) => {
    const path = await flat('untold.png', [255, 0, 0]);
    const source = depth === 8 ? path : at('untold-16.png');
    if (depth === 16) await sharp(path).toColourspace('rgb16').png().toFile(source);
    const { path: done } = await write(source, { colour: 'display-p3', depth });
    const eight = at('untold-8.png');
    await sharp(done, { ignoreIcc: true }).toColourspace('srgb').png().toFile(eight);
    await expectFirstPixel(eight, [234, 51, 35]);
  });

  it('stays that of the photograph by default', async () => {
    const path = await flat('p3.png', [200, 40, 40], 'p3');
    const before = await firstPixel(path);
    const done = await write(path, { format: 'tiff', size: { kind: 'longest', px: 20, enlarge: false } });
    expect(await firstPixel(done.path)).toEqual(before);
    expect(done.meta.icc?.equals((await sharp(path).metadata()).icc!)).toBe(true);
  });

  it('leaves masks gray', async () => {
    await grainy(60, 40).toColourspace('b-w').png().toFile(at('mask.png'));
    const { meta } = await write(at('mask.png'), { colour: 'srgb', size: { kind: 'longest', px: 30, enlarge: false } });
    expect(meta).toMatchObject({ space: 'b-w', channels: 1, width: 30 });
  });
});
