import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { profileOf } from '../../../../formats/icc-profiles.ts';
import { chunk } from '../../../../main/imaging/container/png-chunks.ts';
import { impliedColorSpace } from '../../../../main/imaging/decode/implied-color-space.ts';
import { openUpright } from '../../../../main/imaging/decode/open-image.ts';
import { inspectImage } from '../../../../main/imaging/read/inspect-image.ts';
import {
  avifWith,
  chrm,
  cicp,
  exifSaying,
  gama,
  jpegWith,
  pngWith,
  red,
} from '../../../helpers/photograph/color-chunks.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { matchingMessage } from '../../../helpers/run/message-matchers.ts';

const folder = scratchFolder();
let files = 0;
const put = (format: string, bytes: Uint8Array) => {
  const path = join(folder, `${files++}.${format}`);
  writeFileSync(path, bytes);
  return path;
};
/** Converts to sRGB, as for uploads and the screen. */
async function shown(path: string): Promise<number[]> {
  const facts = await inspectImage(path);
  if (facts.kind !== 'image') throw new Error('no picture');
  return [...(await (await openUpright(facts)).raw().toBuffer()).subarray(0, 3)];
}

const white = [0.3127, 0.329] as const;
const srgb = chrm(...white, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06);
const p3 = chrm(...white, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06);
const adobe = chrm(...white, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06);
const perceptual = chunk('sRGB', Buffer.from([0]));
const unknown = chrm(0, 0, 0, 0, 0, 0, 0, 0);

it.each([
  ['a PNG that says nothing', 'png', () => pngWith(red())],
  ['a PNG in sRGB by its codes', 'png', () => pngWith(red(), cicp(1, 13))],
  ['a PNG with the usual gamma and primaries', 'png', () => pngWith(red(), gama(0.45455), srgb)],
  ['a PNG that says sRGB, whatever its gamma', 'png', () => pngWith(red(), perceptual, gama(1))],
  ['a PNG with figures that make no sense', 'png', () => pngWith(red(), gama(0), unknown)],
  ['a PNG whose profile comes first', 'png', () => pngWith(red().withIccProfile('srgb'), p3)],
  ['an AVIF that says nothing', 'avif', () => red().avif().toBuffer()],
  ['an AVIF in sRGB by its codes', 'avif', () => avifWith(red(), 1, 13)],
  ['a JPEG in sRGB by its EXIF', 'jpeg', () => jpegWith(red(), exifSaying(1, 'R98'))],
  ['a JPEG of which nobody knows', 'jpeg', () => jpegWith(red(), exifSaying(0xffff, 'R98'))],
] as const)('interprets %s by its profile, or as sRGB', async (_what, format, make) => {
  expect(await impliedColorSpace(put(format, await make()), format)).toEqual({ kind: 'own' });
});

// The same numbers in Display P3 and Adobe RGB (1998), converted to sRGB by the formulas of their standards.
it.each([
  ['a PNG by its codes', 'png', () => pngWith(red(), cicp(12, 13)), [216, 20, 38]],
  ['a PNG by its primaries', 'png', () => pngWith(red(), gama(0.45455), p3), [216, 20, 38]],
  ['a PNG by other primaries', 'png', () => pngWith(red(), gama(0.45455), adobe), [228, 48, 48]],
  ['a PNG with linear numbers', 'png', () => pngWith(red(), gama(1), srgb), [228, 120, 120]],
  ['a PNG by its EXIF', 'png', () => pngWith(red(), chunk('eXIf', exifSaying(0xffff, 'R03'))), [230, 44, 44]],
  ['an AVIF by its codes', 'avif', () => avifWith(red(), 12, 13), [216, 20, 38]],
  ['a JPEG by its EXIF', 'jpeg', () => jpegWith(red(), exifSaying(0xffff, 'R03')), [230, 44, 44]],
  ['a JPEG as some cameras say it', 'jpeg', () => jpegWith(red(), exifSaying(2, 'R03')), [230, 44, 44]],
] as const)('knows the colors of %s', async (_what, format, make, expected) => {
  const found = await shown(put(format, await make()));
  for (const [index, value] of expected.entries()) expect(Math.abs((found[index] ?? 0) - value)).toBeLessThan(3);
});

it.each([
  [8, 1],
  [8, 2],
  [16, 1],
  [16, 2],
] as const)('knows gray levels by their gamma: %i bits, %i channels', async (depth, channels) => {
  const white = depth === 16 ? 65_535 : 255;
  // A fifth of the light, opaque.
  const pixel = [Math.round(0.2 * white), white].slice(0, channels);
  const values = Array.from({ length: 1200 }, () => pixel).flat();
  const samples = depth === 16 ? Uint16Array.from(values) : Uint8Array.from(values);
  const image = sharp(samples, { raw: { width: 40, height: 30, channels } });
  const gray = image.toColourspace(depth === 16 ? 'grey16' : 'b-w');

  const [first = 0] = await shown(put('png', await pngWith(gray, gama(1))));

  expect(Math.abs(first - 124)).toBeLessThan(3);
});

it('returns Display P3 and Adobe RGB by name', async () => {
  const meant = async (format: 'avif' | 'jpeg', bytes: Buffer) => impliedColorSpace(put(format, bytes), format);
  expect(await meant('avif', await avifWith(red(), 12, 13))).toEqual({ kind: 'profile', icc: profileOf('display-p3') });
  const camera = await jpegWith(red(), exifSaying(2, 'R03'));
  expect(await meant('jpeg', camera)).toEqual({ kind: 'profile', icc: profileOf('adobe-rgb') });
});

it.each([
  ['png', 'PQ', () => pngWith(red(), cicp(9, 16))],
  ['avif', 'HLG', () => avifWith(red(), 9, 18)],
  ['avif', 'BT.2020', () => avifWith(red(), 9, 14)],
] as const)('rejects HDR by name: %s, %s', async (format, kind, make) => {
  expect(await inspectImage(put(format, await make()), 'a.file')).toMatchObject({
    kind: 'unsupported',
    message: matchingMessage(
      `“a.file” is an HDR photograph (${kind}), whose colors Burnish cannot convert. Export it as JPEG, or without HDR.`,
    ),
  });
});
