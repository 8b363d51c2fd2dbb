/** Composed pictures, measured pixel by pixel. */

import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { compositionSchema } from '../../../../contract/recipes/composition.ts';
import { compose } from '../../../../main/imaging/compose/compose.ts';
import { mug } from '../../../helpers/photograph/ground-truth-alpha.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { openPixels } from '../../../helpers/photograph/read-pixels.ts';
import { openScratchFiles } from '../../../helpers/photograph/scratch-files.ts';

const { at: file } = openScratchFiles();
await sharp(Buffer.from(mug(1400, 1100, ['#a33', '#e66', '#722'])))
  .png()
  .toFile(file('mug.png'));

async function composed(composition: object, cutout = file('mug.png'), previewSide?: number) {
  const to = scratchFolder();
  const { signal } = new AbortController();
  const request = { cutout, composition: compositionSchema.parse(composition), to, signal };
  const done = await compose(previewSide === undefined ? request : { ...request, previewSide });
  expect(readdirSync(to)).toHaveLength(1);
  const { values: data, channels, width, height, at } = await openPixels(done.path);
  return { ...done, data, channels, at, decoded: { width, height } };
}

/** Rectangle around all pixels that are not exactly white. */
function notWhite({ data, decoded }: { data: Uint8Array | Uint16Array; decoded: { width: number } }) {
  const box = { left: 1e9, top: 1e9, right: -1, bottom: -1 };
  for (let i = 0; i < data.length; i += 3) {
    if (data[i] === 255 && data[i + 1] === 255 && data[i + 2] === 255) continue;
    const [x, y] = [(i / 3) % decoded.width, Math.floor(i / 3 / decoded.width)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x + 1);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y + 1);
  }
  return box;
}

const square = { kind: 'exact', width: 600, height: 600 } as const;
const white = [255, 255, 255];

describe('on white', () => {
  it('has the requested size and location, and is exactly white beyond a pixel around it', async () => {
    const result = await composed({ canvas: square, fill: 0.85, baseline: 0.08 });
    expect([result.width, result.height, result.channels]).toEqual([600, 600, 3]);
    const { left, top, width, height } = result.subject;
    expect(Math.max(width, height)).toBe(510);
    expect(top + height).toBe(552);
    expect(Math.abs(left - (600 - width) / 2)).toBeLessThanOrEqual(1);
    const box = notWhite(result);
    expect(box.left).toBeGreaterThanOrEqual(left - 2);
    expect(box.right).toBeLessThanOrEqual(left + width + 2);
    expect(box.top).toBeGreaterThanOrEqual(top - 2);
    expect(box.bottom).toBeLessThanOrEqual(top + height + 2);
    expect(box.right - box.left).toBeGreaterThanOrEqual(width - 1);
    expect(result.notes).toEqual([]);
  });

  it('keeps the subject’s pixels unchanged if nothing is scaled', async () => {
    const result = await composed({ crop: true });
    const { subject } = result;
    expect([subject.left, subject.top]).toEqual([0, 0]);
    const original = await sharp(file('mug.png')).raw().toBuffer();
    const [left, top] = [420, 252];
    for (const [x, y] of [
      [100, 200],
      [250, 300],
      [400, 400],
    ] as const) {
      const at = ((y + top) * 1400 + x + left) * 4;
      expect(original[at + 3]).toBe(255);
      expect(result.at(x, y)).toEqual([...original.subarray(at, at + 3)]);
    }
  });

  it('throws a shadow that darkens beneath the subject and is gone before the border', async () => {
    const plain = await composed({ canvas: square, fill: 0.8, baseline: 0.1 });
    const result = await composed({ canvas: square, fill: 0.8, baseline: 0.1, shadow: { strength: 0.6 } });
    const { left, top, width, height } = result.subject;
    const x = left + Math.round(width * 0.35);
    const beneath = result.at(x, top + height + 3)[0]!;
    expect(beneath).toBeLessThan(200);
    expect(plain.at(x, top + height + 3)).toEqual(white);
    expect(result.at(x, top + height + 30)[0]!).toBeGreaterThan(beneath);
    expect(result.at(x, top - 10)).toEqual(white);
    for (let i = 0; i < 600; i++) {
      for (const side of [0, 6, 593, 599]) {
        expect([result.at(i, side), result.at(side, i)]).toEqual([white, white]);
      }
    }
    // The subject itself is not darkened.
    expect(result.at(x, top + 200)).toEqual(plain.at(x, top + 200));
  });
});

it('stays transparent outside subject and shadow', async () => {
  const layout = { canvas: square, fill: 0.8, baseline: 0.1 };

  const result = await composed({ ...layout, background: { kind: 'transparent' }, shadow: {} });

  expect(result.channels).toBe(4);
  expect(result.at(0, 0)).toEqual([0, 0, 0, 0]);
  const { left, top, width, height } = result.subject;
  const [red, green, blue, alpha] = result.at(left + Math.round(width * 0.35), top + height + 3);
  expect([red, green, blue]).toEqual([0, 0, 0]);
  expect(alpha).toBeGreaterThan(10);
  expect(result.at(300, top + 200)[3]).toBe(255);
});

it('lies on the exact color', async () => {
  const colored = await composed({ canvas: square, fill: 0.5, background: { kind: 'colour', colour: '#12ab9f' } });

  const expected = [0x12, 0xab, 0x9f];
  expect([colored.at(0, 0), colored.at(599, 599)]).toEqual([expected, expected]);
});

it('scales without a dark or bright halo from transparent pixels', async () => {
  // White inside, black in the transparent part.
  const rgba = Buffer.alloc(400 * 400 * 4);
  for (let y = 100; y < 300; y++)
    for (let x = 100; x < 300; x++) rgba.fill(255, (y * 400 + x) * 4, (y * 400 + x) * 4 + 4);
  await sharp(rgba, { raw: { width: 400, height: 400, channels: 4 } })
    .png()
    .toFile(file('white.png'));
  const result = await composed({ canvas: { kind: 'longest', px: 155 }, crop: true, margin: 0.1 }, file('white.png'));
  expect(notWhite(result).right).toBe(-1);
});

it('reports if the subject is enlarged, or smaller than requested', async () => {
  const large = { kind: 'exact', width: 2000, height: 2000 } as const;
  const kept = await composed({ canvas: large, fill: 0.85 });
  expect(kept.notes).toMatchObject([{ key: 'imaging.compose.smaller', values: { asked: 85 } }]);
  const enlarged = await composed({ canvas: large, fill: 0.85, mostEnlarged: 4 });
  expect(enlarged.notes).toMatchObject([{ key: 'imaging.compose.enlarged' }]);
  expect(Math.max(enlarged.subject.width, enlarged.subject.height)).toBe(1700);
});

it('keeps the profile and its numbers on white; on a color all is sRGB', async () => {
  const wide = file('wide.png');
  await sharp({ create: { width: 200, height: 200, channels: 4, background: '#e04020' } })
    .png()
    .toFile(file('red.png'));
  await sharp(file('red.png')).withIccProfile('p3').png().toFile(wide);
  const numbers = await sharp(wide, { ignoreIcc: true }).raw().toBuffer();
  const onWhite = await composed({ margin: 0.2 }, wide);
  expect(onWhite.at(100, 100)).toEqual([...numbers.subarray(0, 3)]);
  expect((await sharp(onWhite.path).metadata()).icc).toEqual((await sharp(wide).metadata()).icc);
  const onGray = await composed({ margin: 0.2, background: { kind: 'colour', colour: '#808080' } }, wide);
  expect((await sharp(onGray.path).metadata()).icc).toBeUndefined();
  const [red] = onGray.at(100, 100);
  expect(Math.abs(red! - 0xe0)).toBeLessThanOrEqual(2);
});

it('draws a small preview of the same layout', async () => {
  const canvas = { kind: 'exact', width: 1200, height: 600 };

  const result = await composed({ canvas, fill: 0.8, baseline: 0.1 }, undefined, 300);

  expect([result.width, result.height]).toEqual([300, 150]);
  expect(Math.abs(result.subject.height - 120)).toBeLessThanOrEqual(1);
  expect(Math.abs(result.subject.top + result.subject.height - 135)).toBeLessThanOrEqual(1);
});

it('rejects an empty cutout, and files that are no pictures, with a message', async () => {
  await sharp({ create: { width: 50, height: 50, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toFile(file('empty.png'));
  await writeFile(file('text.png'), 'no picture');
  await expect(composed({}, file('empty.png'))).rejects.toMatchObject({
    code: 'BAD_RESULT',
    sentence: { key: 'imaging.compose.nothing' },
  });
  await expect(composed({}, file('text.png'))).rejects.toMatchObject({ code: 'BAD_RESULT' });
  await expect(composed({ background: { kind: 'picture', path: file('text.png') } })).rejects.toMatchObject({
    code: 'NO_BACKGROUND',
  });
});

it('makes no canvas that is too large to be opened again', async () => {
  await sharp({ create: { width: 15_000, height: 300, channels: 4, background: '#336699' }, limitInputPixels: false })
    .png()
    .toFile(file('long.png'));
  await expect(composed({ crop: true, fill: 0.05 }, file('long.png'))).rejects.toMatchObject({
    code: 'CANNOT_WRITE',
    sentence: { key: 'imaging.result.tooManyPixels', values: { size: '300000 × 6000' } },
  });
});
