import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Box } from '../../../../../contract/jobs/result.ts';
import type { Stroke } from '../../../../../contract/touch-up/touch-up.ts';
import { openTouchUpWorkspace } from '../../../../../main/imaging/touch-up/preview/touch-up-workspace.ts';
import { readPixels, strokeOf, writePixels } from '../../../../helpers/photograph/damaged-cutout.ts';
import { grainy, portrait } from '../../../../helpers/photograph/photographs.ts';
import { openTouchUpStage } from '../../../../helpers/photograph/touch-up-stage.ts';
import { matchingError } from '../../../../helpers/run/message-matchers.ts';

const { at, brush, blend } = openTouchUpStage();
const { signal } = new AbortController();

/** A photograph larger than a preview and a cutout of its middle. Both also exist at a quarter, which is not scaled. */
const size = { width: 2700, height: 1800 };
beforeAll(async () => {
  // Most of an enlarged portrait, so that strokes are on smooth ground.
  const enlarged = sharp(portrait).resize(3600, 2400);
  const part = enlarged.extract({ left: 0, top: 0, ...size });
  await part.png({ compressionLevel: 1 }).toFile(at('large.png'));
  const { data } = await readPixels(at('large.png'));
  const cutout = new Uint8Array(size.width * size.height * 4);
  for (let index = 0; index < size.width * size.height; index++) {
    const x = index % size.width;
    if (x <= 1200 || x >= 2600) continue;
    for (let c = 0; c < 3; c++) cutout[index * 4 + c] = data[index * 3 + c]!;
    cutout[index * 4 + 3] = 255;
  }
  await writePixels(at('cut.png'), { ...size, channels: 4, data: cutout });
  const quarterWidth = size.width / 4;
  await sharp(at('large.png')).resize(quarterWidth).png().toFile(at('large-quarter.png'));
  await sharp(at('cut.png')).resize(quarterWidth).png().toFile(at('cut-quarter.png'));
});

const strokes: Stroke[] = [
  strokeOf('1000,600 1300,900 1100,1500', 160, { softness: 0.5 }),
  strokeOf('1900,1200 2100,1300', 120, { mode: 'erase', softness: 0.2 }),
  strokeOf('800,900 850,1000', 200, { edgeAware: true, softness: 0.1 }),
];

/** Scales a stroke to a photograph a quarter as large. */
const quarterOf = (stroke: Stroke): Stroke => ({
  ...stroke,
  radius: stroke.radius / 4,
  points: stroke.points.map(([x, y]) => [x / 4, y / 4]),
});

const open = (result = 'cut.png', change: Partial<Parameters<typeof openTouchUpWorkspace>[0]> = {}) =>
  openTouchUpWorkspace({ photograph: at('large.png'), result: at(result), box: null, ...change });

/** Mean difference, in levels, between a preview and the downscaled finished file, both on gray. */
async function offFrom(path: string, { width, height, pixels }: { width: number; height: number; pixels: Uint8Array }) {
  const flat = (image: Sharp) => image.flatten({ background: '#888' }).raw().toBuffer();
  const finished = await flat(sharp(await sharp(path).resize(width, height, { fit: 'fill' }).png().toBuffer()));
  const shown = await flat(sharp(pixels, { raw: { width, height, channels: 4 } }));
  return shown.reduce((sum, value, index) => sum + Math.abs(value - finished[index]!), 0) / shown.length;
}

describe('the brush on a preview', () => {
  const openQuarter = () => open('cut-quarter.png', { photograph: at('large-quarter.png') });

  it('shows the same as the file written at full size', async () => {
    const table = await open();
    expect(table).toMatchObject({ width: 2048, height: 1365 });
    expect(table.scale).toBeCloseTo(2048 / size.width, 6);
    const untouched = await offFrom(at('cut.png'), await table.brush([], signal));
    const shown = await table.brush(strokes, signal);
    const done = await brush(at('large.png'), at('cut.png'), strokes);
    expect(await offFrom(at('cut.png'), shown)).toBeGreaterThan(untouched + 3);
    expect(await offFrom(done.path, shown)).toBeLessThan(untouched + 0.35);
  });

  it('is the same stroke by stroke and all at once, and after undoing', async () => {
    const table = await openQuarter();
    const own = strokes.map(quarterOf);
    const steps = [];
    for (let count = 0; count <= own.length; count++) {
      steps.push((await table.brush(structuredClone(own.slice(0, count)), signal)).pixels);
    }
    // Colors are rounded between calls, which changes few pixels by about a level.
    const off = (a: Uint8Array, b: Uint8Array) =>
      a.reduce((sum, value, index) => sum + Math.abs(value - b[index]!), 0) / a.length;
    expect(off(steps[3]!, (await (await openQuarter()).brush(own, signal)).pixels)).toBeLessThan(0.002);
    for (const count of [2, 1, 0, 3]) {
      expect(off((await table.brush(own.slice(0, count), signal)).pixels, steps[count]!)).toBeLessThan(0.002);
    }
    const reorderedStrokes = [own[1]!, own[0]!];
    expect(off((await table.brush(reorderedStrokes, signal)).pixels, steps[3]!)).toBeGreaterThan(0.2);
    expect(off((await table.brush(own, signal)).pixels, steps[3]!)).toBeLessThan(0.002);
  });

  it('returns the changes since a state: applied to that, they give the picture', async () => {
    const table = await openQuarter();
    const laid = new Uint8Array((await table.brush([], signal)).pixels);
    const all = [...strokes, strokeOf('1500,700 1600,800', 90, { mode: 'erase', softness: 0.6 })].map(quarterOf);
    let number = 0;
    const changes = [
      ...all.map((stroke, keep) => ({ keep, added: [stroke] })),
      { keep: 3, added: [] },
      { keep: 1, added: [] },
      { keep: 1, added: structuredClone(all.slice(1)) },
      { keep: 0, added: [] },
      { keep: 0, added: structuredClone(all) },
    ];
    for (const change of changes) {
      const now = await table.change({ ...change, number: ++number, seen: number - 1 }, signal);
      for (let row = 0; row < now!.height; row++) {
        const from = row * now!.width * 4;
        laid.set(now!.pixels.subarray(from, from + now!.width * 4), ((now!.top + row) * table.width + now!.left) * 4);
      }
      const count = change.keep + change.added.length;
      const expected = await (await openQuarter()).brush(all.slice(0, count), signal);
      expect(Buffer.compare(laid, expected.pixels)).toBe(0);
    }
  });

  it('of an element shows the element', async () => {
    const box: Box = { x: 1000, y: 500, width: 900, height: 1300 };
    await sharp(at('cut.png'))
      .extract({ left: 1000, top: 500, width: 900, height: 1300 })
      .png()
      .toFile(at('element.png'));
    const shown = await (await open('element.png', { box })).brush(strokes, signal);
    expect(shown).toMatchObject({ width: 900, height: 1300 });
    const done = await brush(at('large.png'), at('element.png'), strokes, { box });
    expect(await offFrom(done.path, shown)).toBeLessThan(0.35);
  });

  it.each([
    ['a mask', (cutout: Sharp) => cutout.extractChannel(3).toColourspace('b-w'), [0, 0, 0, 255]],
    ['a cutout on white', (cutout: Sharp) => cutout.flatten({ background: '#fff' }), [255, 255, 255, 255]],
  ])('of %s erases to its background', { tags: ['long'] }, async (_, make, erased) => {
    await make(sharp(at('cut.png')))
      .png()
      .toFile(at('other.png'));
    const table = await open('other.png');

    const { pixels, width } = await table.brush([strokeOf('1900,1200', 200, { mode: 'erase' })], signal);

    const index = (Math.round(1200 * table.scale) * width + Math.round(1900 * table.scale)) * 4;
    expect([...pixels.subarray(index, index + 4)]).toEqual(erased);
  });

  it('is never larger than the photograph', async () => {
    await grainy(300, 200).png().toFile(at('small.png'));
    const table = await open('small.png', { photograph: at('small.png') });
    expect(table).toMatchObject({ width: 300, height: 200, scale: 1 });
  });
});

describe('the strength on a preview', () => {
  it('shows the same as the file written at full size', async () => {
    await sharp(at('large.png'))
      .blur(8)
      .modulate({ brightness: 1.3 })
      .png({ compressionLevel: 1 })
      .toFile(at('retouched.png'));
    const strength = {
      whole: 0.7,
      faces: [{ shape: 'ellipse', x: 700, y: 600, width: 500, height: 600, strength: 0 } as const],
    };
    const table = await open('retouched.png');
    const untouched = await offFrom(at('retouched.png'), await table.brush([], signal));
    const shown = await table.blend(strength, signal);
    const done = await blend(at('large.png'), at('retouched.png'), strength.whole, strength.faces);
    expect(await offFrom(at('retouched.png'), shown)).toBeGreaterThan(untouched + 3);
    expect(await offFrom(done.path, shown)).toBeLessThan(untouched + 0.5);
  });

  it('is rejected for an element, and a missing file cannot be opened', async () => {
    const box: Box = { x: 1000, y: 500, width: 900, height: 1300 };
    const table = await open('element.png', { box });
    await expect(table.blend({ whole: 0.5, faces: [] }, signal)).rejects.toThrow(
      matchingError(/a part of its photograph/),
    );
    const gone = open('cut.png', { photograph: at('gone.png') });
    await expect(gone).rejects.toThrow(matchingError('“gone.png” can no longer be found.'));
  });
});
