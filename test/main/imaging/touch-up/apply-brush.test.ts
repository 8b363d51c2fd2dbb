import { readdirSync, readFileSync, statSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Stroke } from '../../../../contract/touch-up/touch-up.ts';
import type { BrushRequest } from '../../../../main/imaging/touch-up/apply-brush.ts';
import {
  astronautCutOut,
  type Circle,
  difference,
  nothing,
  type Pixels,
  readPixels,
  strokeOf,
  withCircles,
  writePixels,
} from '../../../helpers/photograph/damaged-cutout.ts';
import { grainyPixels, scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { openTouchUpStage } from '../../../helpers/photograph/touch-up-stage.ts';
import { matchingError } from '../../../helpers/run/message-matchers.ts';

const folder = scratchFolder();
const { at, to, brush } = openTouchUpStage();

let photograph: string;
let intactCutout: Pixels;
beforeAll(async () => {
  ({ photograph, cutout: intactCutout } = await astronautCutOut(folder));
});

describe('a real cutout', () => {
  /** A hole in the suit, and one at the edge of the hair in front of the wall. */
  const [suit, hair]: Circle[] = [
    [170, 400, 30],
    [300, 85, 22],
  ];

  it('is as before after a hole in it is brushed shut', async () => {
    const result = await writePixels(at('hole.png'), withCircles(intactCutout, [suit!], nothing));
    const done = await brush(photograph, result, [strokeOf('165,395 175,405', 34)]);
    expect(done).toMatchObject({ format: 'png', extension: '.png', width: 512, height: 512 });
    const mended = await readPixels(done.path);
    expect(difference(await readPixels(result), intactCutout).alpha.worst).toBe(255);
    expect(difference(mended, intactCutout)).toMatchObject({ alpha: { worst: 0 }, colour: { worst: 0 } });
  });

  it('is repaired at its own size if its output was written smaller', async () => {
    const half = at('half.png');
    await sharp(await writePixels(at('whole.png'), intactCutout))
      .resize(256, 256, { kernel: 'lanczos3' })
      .png()
      .toFile(half);
    const small = await readPixels(half);
    const result = await writePixels(at('half-hole.png'), withCircles(small, [[85, 200, 15]], nothing));
    const done = await brush(photograph, result, [strokeOf('82,197 88,203', 17)]);
    expect(done).toMatchObject({ format: 'png', width: 256, height: 256 });
    const off = difference(await readPixels(done.path), small);
    expect(off.alpha.worst).toBe(0);
    expect(off.colour.mean).toBeLessThan(0.1);
  });

  it('gets its hair back along the edge, without the wall', async () => {
    const result = await writePixels(at('hair.png'), withCircles(intactCutout, [hair!], nothing));
    const edgeAware = strokeOf('284,88', 46, { edgeAware: true });
    const mended = await readPixels((await brush(photograph, result, [edgeAware])).path);
    const blunt = await readPixels((await brush(photograph, result, [{ ...edgeAware, edgeAware: false }])).path);
    const missing = difference(await readPixels(result), intactCutout, [hair!]).alpha.mean;
    const off = difference(mended, intactCutout, [hair!]);
    expect(off.alpha.mean).toBeLessThan(missing / 20);
    expect(off.alpha.mean).toBeLessThan(difference(blunt, intactCutout, [hair!]).alpha.mean / 20);
    expect(off.colour.mean).toBeLessThan(0.5);
  });

  it('loses the erased part, and nothing of itself under an edge-aware stroke', async () => {
    const original = await readPixels(photograph);
    const wall: Circle = [400, 200, 24];
    const shoulder: Circle = [340, 250, 22];
    const opaque = (index: number) => [...original.data.subarray(index * 3, index * 3 + 3), 255];
    const remains = withCircles(intactCutout, [wall, shoulder], opaque);
    const result = await writePixels(at('remains.png'), remains);
    const done = await brush(photograph, result, [
      strokeOf('400,200', 28, { mode: 'erase', softness: 0.1 }),
      strokeOf('358,236', 42, { mode: 'erase', edgeAware: true }),
    ]);
    const cleaned = await readPixels(done.path);
    expect(difference(cleaned, intactCutout, [wall]).alpha.worst).toBe(0);
    expect(difference(remains, intactCutout, [shoulder]).alpha.mean).toBeGreaterThan(150);
    expect(difference(cleaned, intactCutout, [shoulder]).alpha.mean).toBeLessThan(6);
    expect([...cleaned.data.subarray(0, 4)]).toEqual([...intactCutout.data.subarray(0, 4)]);
  });

  it('is unchanged outside the stroke, and so are both source files', async () => {
    const result = await writePixels(at('kept.png'), intactCutout);
    const files = [photograph, result].map((path) => [readFileSync(path), statSync(path).mtimeMs] as const);
    const mended = await readPixels((await brush(photograph, result, [strokeOf('500,10', 9)])).path);
    for (let index = 0; index < 512 * 512; index++) {
      const inside = Math.hypot((index % 512) + 0.5 - 500, Math.floor(index / 512) + 0.5 - 10) < 10;
      const same = [0, 1, 2, 3].every((c) => mended.data[index * 4 + c] === intactCutout.data[index * 4 + c]);
      if (!same && !inside) throw new Error(`changed at ${index % 512}, ${Math.floor(index / 512)}`);
    }
    expect([...mended.data.subarray((10 * 512 + 500) * 4, (10 * 512 + 500) * 4 + 4)][3]).toBe(255);
    for (const [number, path] of [photograph, result].entries()) {
      expect(readFileSync(path).equals(files[number]![0])).toBe(true);
      expect(statSync(path).mtimeMs).toBe(files[number]![1]);
    }
  });

  it('is reproduced by the same strokes, and is as before without the last one', async () => {
    const result = await writePixels(at('undo.png'), withCircles(intactCutout, [suit!, hair!], nothing));
    const strokes = [
      strokeOf('150,380 180,410', 20, { softness: 0.6 }),
      strokeOf('284,88', 40, { edgeAware: true, softness: 0.3 }),
      strokeOf('170,400', 12, { mode: 'erase', softness: 1 }),
    ];
    const make = async (list: readonly Stroke[]) => readFileSync((await brush(photograph, result, list)).path);
    const two = await make(strokes.slice(0, 2));
    const all = await make(strokes);
    expect(all.equals(two)).toBe(false);
    expect((await make(strokes)).equals(all)).toBe(true);
    expect((await make(strokes.slice(0, 2))).equals(two)).toBe(true);
  });
});

describe('an edge-aware stroke', () => {
  /** Two surfaces with grain, 60 levels apart, with a hard edge at x = 300. */
  const size = { width: 600, height: 400 };
  let halves: string;
  let empty: string;
  beforeAll(async () => {
    const pixels = grainyPixels(size.width, size.height).map((value, index) => {
      const x = Math.floor(index / 3) % size.width;
      return 110 + (value - 110) / 4 + (x < 300 ? -30 : 30);
    });
    halves = await writePixels(at('halves.png'), { ...size, channels: 3, data: pixels });
    empty = await writePixels(at('empty.png'), { ...size, channels: 4, data: new Uint8Array(600 * 400 * 4) });
  });

  const expectNothingSpilt = async (_: string, points: string, radius: number) => {
    const stroke = strokeOf(points, radius, { edgeAware: true });
    const { data } = await readPixels((await brush(halves, empty, [stroke])).path);
    const blunt = await readPixels((await brush(halves, empty, [{ ...stroke, edgeAware: false }])).path);
    let [kept, reached, spilt, over] = [0, 0, 0, 0];
    for (let y = 0; y < size.height; y++) {
      for (let x = 0; x < size.width; x++) {
        const index = (y * size.width + x) * 4 + 3;
        if (x < 298) [kept, reached] = [kept + data[index]!, reached + blunt.data[index]!];
        if (x > 301) [spilt, over] = [spilt + data[index]!, over + blunt.data[index]!];
      }
    }
    expect(over).toBeGreaterThan(0);
    expect(spilt / over).toBeLessThan(0.005);
    expect(kept / reached).toBeGreaterThan(0.995);
  };
  const strokes: [string, string, number][] = [
    ['a dab', '270,200', 60],
    ['a wide one', '200,200 210,190', 160],
    ['a line along the edge', '275,60 280,340', 50],
    ['a thin one', '296,100 296,300', 10],
  ];
  it.each(strokes.slice(0, 2))('does not spill over an edge: %s', expectNothingSpilt);
  it.each(strokes.slice(2))('does not spill over an edge: %s', { tags: ['long'] }, expectNothingSpilt);

  it('erases up to an edge in the same way', async () => {
    const { data } = await readPixels(halves);
    const opaque = new Uint8Array(size.width * size.height * 4).fill(255);
    for (let index = 0; index < size.width * size.height; index++) {
      opaque.set(data.subarray(index * 3, index * 3 + 3), index * 4);
    }
    const result = await writePixels(at('opaque.png'), { ...size, channels: 4, data: opaque });
    const stroke = strokeOf('330,60 330,340', 60, { mode: 'erase', edgeAware: true });
    const left = await readPixels((await brush(halves, result, [stroke])).path);
    const alpha = (x: number, y: number) => left.data[(y * size.width + x) * 4 + 3]!;
    expect([alpha(290, 200), alpha(297, 120), alpha(303, 120), alpha(340, 200)]).toEqual([255, 255, 0, 0]);
  });
});

describe('a file that cannot be touched up', () => {
  const stopped = AbortSignal.abort(new Error('stopped'));

  it.each<[string, () => Partial<BrushRequest>, unknown]>([
    [
      'a photograph of another size',
      () => ({ photograph: at('small.png') }),
      matchingError(
        '“other.png” is 512 × 512 px and its photograph 256 × 256 px. Only results with the size or shape of the photograph can be touched up.',
      ),
    ],
    [
      'a box of another shape',
      () => ({ box: { x: 100, y: 0, width: 300, height: 300 } }),
      matchingError(/photograph is 300 × 300 px/),
    ],
    [
      'a box outside',
      () => ({ box: { x: 10, y: 0, width: 512, height: 512 } }),
      matchingError(/its area in the photograph/),
    ],
    [
      'a missing photograph',
      () => ({ photograph: at('gone.png') }),
      matchingError('“gone.png” can no longer be found.'),
    ],
    ['a missing result', () => ({ result: at('away.png') }), matchingError('“away.png” can no longer be found.')],
    ['a canceled request', () => ({ signal: stopped }), 'stopped'],
  ])('is reported in a message, and no file is left behind: %s', async (_, change, message) => {
    const before = readdirSync(to);
    const result = await writePixels(at('other.png'), intactCutout);
    await sharp(photograph).resize(256).toFile(at('small.png'));

    await expect(brush(photograph, result, [], change())).rejects.toThrow(message as string);

    expect(readdirSync(to)).toEqual(before);
  });
});
