/** Cutouts of 16 bits are composed in 16 bits: gradients have no steps, and white is exactly white. */

import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { compositionSchema } from '../../../../contract/recipes/composition.ts';
import type { Output } from '../../../../contract/recipes/output.ts';
import { finishFile } from '../../../helpers/photograph/finished-file.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { openPixels } from '../../../helpers/photograph/read-pixels.ts';
import { openScratchFiles } from '../../../helpers/photograph/scratch-files.ts';

const { at } = openScratchFiles();
const side = 800;
const [x0, y0, x1, y1] = [100, 200, 700, 600];

/** A gradient so slow that 8 bits show it in steps of dozens of px. */
const slow = (x: number, y: number, c: number) => Math.round(24_000 + c * 5000 + x * 7.3 + y * 3.1);
const deep = (channels: 3 | 4, alpha: (x: number, y: number) => number) => {
  const numbers = new Uint16Array(side * side * channels);
  for (let y = 0, i = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      for (let c = 0; c < channels; c++) numbers[i++] = c === 3 ? alpha(x, y) : slow(x, y, c);
  return sharp(numbers, { raw: { width: side, height: side, channels } }).toColourspace('rgb16');
};

beforeAll(async () => {
  const inside = (x: number, y: number) => (x >= x0 && x < x1 && y >= y0 && y < y1 ? 65_535 : 0);
  await deep(4, inside).png().toFile(at('cutout.png'));
  // The image library processes 16-bit images in Display P3, so this tag keeps their numbers.
  await deep(4, inside).withIccProfile('p3').tiff({ compression: 'none' }).toFile(at('tagged.tif'));
  await deep(3, inside).png().toFile(at('backdrop.png'));
  await sharp(at('cutout.png')).toColourspace('srgb').png().toFile(at('shallow.png'));
});

async function made(composition: object, output: Partial<Output>, cutout = 'cutout.png') {
  const to = scratchFolder();
  const { path, notes } = await finishFile({
    photograph: at(cutout),
    picture: { path: at(cutout) },
    output: { depth: 16, ...output, composition: compositionSchema.parse(composition) },
    to,
  });
  expect(readdirSync(to)).toHaveLength(1);
  const { depth, icc } = await sharp(path).metadata();
  const { width, channels, at: pixel } = await openPixels(path, 16);
  const levels = (y: number, from: number, until: number) =>
    new Set(Array.from({ length: until - from }, (_, i) => pixel(from + i, y)[0])).size;
  return { notes, depth, icc, pixel, levels, width, channels };
}

const white = [65_535, 65_535, 65_535];

it.each([
  ['png', 'cutout.png'],
  ['tiff', 'tagged.tif'],
] as const)('on white, as %s: each number of the cutout, and exactly white around it', async (format, cutout) => {
  const file = await made({}, { format }, cutout);
  expect([file.depth, file.notes]).toEqual(['ushort', []]);
  expect(file.icc).toEqual((await sharp(at(cutout)).metadata()).icc);
  for (let y = y0; y < y1; y += 40)
    for (let x = x0; x < x1; x += 7) expect(file.pixel(x, y)).toEqual([0, 1, 2].map((c) => slow(x, y, c)));
  expect(file.levels(400, x0, x1)).toBe(x1 - x0);
  expect([file.pixel(0, 0), file.pixel(799, 799), file.pixel(x0 - 1, 400)]).toEqual([white, white, white]);
});

it('scaled on a larger canvas with a shadow: more than 256 levels in both', { tags: ['long'] }, async () => {
  const canvas = { kind: 'exact', width: 1600, height: 1600 };
  const rendering = { canvas, fill: 0.9, baseline: 0.2, mostEnlarged: 4, shadow: { strength: 0.5, softness: 1 } };
  const file = await made({ ...rendering, background: { kind: 'transparent' } }, { format: 'png' });
  expect([file.depth, file.width, file.channels]).toEqual(['ushort', 1600, 4]);
  expect(file.levels(800, 100, 1500)).toBeGreaterThan(1000);
  const onWhite = await made(rendering, { format: 'tiff' });
  const beneath = new Set<number>();
  for (let y = 1285; y < 1440; y++) for (let x = 200; x < 1400; x += 5) beneath.add(onWhite.pixel(x, y)[0]!);
  expect(beneath.size).toBeGreaterThan(1000);
  for (let i = 0; i < 1600; i += 9) expect([onWhite.pixel(i, 1599), onWhite.pixel(0, i)]).toEqual([white, white]);
});

it('on a color: sRGB, converted directly from its profile, the color exact', async () => {
  const background = { kind: 'colour', colour: '#12ab9f' };
  const file = await made({ background }, { format: 'tiff' }, 'tagged.tif');
  expect(file.pixel(0, 0)).toEqual([0x12 * 257, 0xab * 257, 0x9f * 257]);
  expect(file.levels(400, x0, x1)).toBeGreaterThan(500);
  // With 8 bits, the image library applies the profile correctly.
  const image = sharp(at('tagged.tif'), { ignoreIcc: true }).toColourspace('srgb').keepIccProfile();
  await sharp(await image.png().toBuffer()).toFile(at('eight.png'));
  const eight = await openPixels(at('eight.png'));
  for (const [x, y] of [
    [110, 210],
    [400, 400],
    [690, 590],
  ] as const) {
    const off = file.pixel(x, y).map((number, c) => Math.abs(number / 257 - eight.at(x, y)[c]!));
    expect(Math.max(...off)).toBeLessThan(2.5);
  }
});

const ownNumbers = async (fit: 'cover' | 'contain' | 'stretch') => {
  const background = { kind: 'picture', path: at('backdrop.png'), fit };
  const file = await made({ background }, { format: 'png' });
  expect(file.levels(50, 0, side)).toBe(side);
  expect(file.pixel(20, 700)).toEqual([0, 1, 2].map((c) => slow(20, 700, c)));
  const canvas = { kind: 'exact', width: 1000, height: 500 };
  const wide = await made({ background, canvas, fill: 0.5 }, { format: 'png' });
  expect(wide.pixel(5, 250)[0] === 65_535).toBe(fit === 'contain');
  expect(wide.levels(20, 260, 740)).toBeGreaterThan(350);
};

it('on a picture of 16 bits: its own numbers, cover', () => ownNumbers('cover'));
it.each(['contain', 'stretch'] as const)(
  'on a picture of 16 bits: its own numbers, %s',
  { tags: ['long'] },
  ownNumbers,
);

it('on a picture of 8 bits and tiled ones: the same levels of 16', { tags: ['long'] }, async () => {
  await sharp({ create: { width: 60, height: 60, channels: 3, background: '#ffaa01' } })
    .png()
    .toFile(at('tile.png'));
  for (const fit of ['tile', 'stretch']) {
    const file = await made({ background: { kind: 'picture', path: at('tile.png'), fit } }, { format: 'png' });
    expect(file.pixel(3, 3)).toEqual([65_535, 0xaa * 257, 257]);
    expect(file.levels(400, x0, x1)).toBe(x1 - x0);
  }
});

it('has 8 bits if the output requires no more; a cutout of 8 bits has the same levels in 16', async () => {
  expect((await made({}, { format: 'jpeg' })).depth).toBe('uchar');
  expect((await made({}, { format: 'png', depth: 8 })).depth).toBe('uchar');
  const file = await made({}, { format: 'png' }, 'shallow.png');
  expect(file.pixel(0, 0)).toEqual(white);
  expect(file.levels(400, x0, x1)).toBeLessThan(256);
});
