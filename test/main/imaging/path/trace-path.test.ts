/** The path follows the matte's half to half a pixel and is valid in Photoshop. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Subpath } from '../../../../main/imaging/path/subpath.ts';
import { traceDefaults, tracePath } from '../../../../main/imaging/path/trace-path.ts';
import { hairyHead, mug } from '../../../helpers/photograph/ground-truth-alpha.ts';
import { drawnGap, pathError, pathLines } from '../../../helpers/photograph/path-error.ts';
import { createSeededRandom } from '../../../helpers/run/seeded-random.ts';

const size = { width: 700, height: 550 };
const drawing = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${content}</svg>`;

async function alphaOf(svg: string, blur = 0): Promise<Uint8Array> {
  const alpha = sharp(Buffer.from(svg)).ensureAlpha().extractChannel(3);
  return (blur > 0 ? alpha.blur(blur) : alpha).raw().toBuffer();
}

/** Thresholds alpha, like a mask without soft edges. */
const hard = (alpha: Uint8Array) => alpha.map((level) => (level >= 128 ? 255 : 0));

const areaOf = (subpath: Subpath) => {
  const line = pathLines([subpath])[0]!;
  let twice = 0;
  for (let i = 0; i + 3 < line.length; i += 2) twice += line[i]! * line[i + 3]! - line[i + 2]! * line[i + 1]!;
  return twice / 2;
};

const knots = (subpaths: readonly Subpath[]) => subpaths.reduce((sum, each) => sum + each.knots.length, 0);

const mugAlpha = await alphaOf(mug(size.width, size.height, ['#a33', '#e66', '#722']));
const mattes: readonly (readonly [string, Uint8Array])[] = [
  ['a mug with a handle', mugAlpha],
  ['the same as a hard mask', hard(mugAlpha)],
  ['the same, out of focus', await alphaOf(mug(size.width, size.height, ['#a33', '#e66', '#722']), 4)],
  ['a head with strands of hair', await alphaOf(hairyHead(size.width, size.height))],
  [
    'a leaning box',
    await alphaOf(drawing('<rect x="200" y="150" width="300" height="200" transform="rotate(17 350 250)"/>')),
  ],
  [
    'a thin ring',
    await alphaOf(drawing('<circle cx="350" cy="270" r="200" fill="none" stroke="#000" stroke-width="3"/>')),
  ],
  ['what fills the picture', new Uint8Array(size.width * size.height).fill(255)],
];

/** Islands with bays and hairpins of one or two pixels, as in mattes of hair and leaves. */
async function ragged(): Promise<Uint8Array> {
  const chance = createSeededRandom('ragged');
  const noise = Buffer.from(Array.from({ length: size.width * size.height }, () => chance.below(256)));
  const raw = { width: size.width, height: size.height, channels: 1 } as const;
  const soft = await sharp(noise, { raw }).blur(1.6).raw().toColourspace('b-w').toBuffer();
  return Uint8Array.from(soft, (level) => Math.max(0, Math.min(255, (level - 127) * 8 + 128)));
}

describe('the path of', () => {
  const isNear = async (_: string, alpha: Uint8Array) => {
    const path = await tracePath(alpha, size, { maxKnots: 1e6 });
    expect(pathError(path, alpha, size, traceDefaults.minArea)).toBeLessThanOrEqual(0.5);
    expect(await drawnGap(path, alpha, size)).toBeLessThan(0.15);
  };
  it.each(mattes)('%s is nowhere farther than 0.5 px from the matte’s half', isNear);
  it('ragged islands is nowhere farther than 0.5 px from the matte’s half', { tags: ['long'] }, async () =>
    isNear('ragged islands', await ragged()),
  );
});

it('runs clockwise around the subject and counterclockwise around its holes, the largest piece first', async () => {
  const path = await tracePath(mugAlpha, size);
  expect(path.map(({ hole }) => hole)).toEqual([false, true]);
  expect(areaOf(path[0]!)).toBeGreaterThan(50_000);
  expect(areaOf(path[1]!)).toBeLessThan(-1000);
});

it('uses few knots for smooth outlines, and keeps corners in place', async () => {
  const circle = await tracePath(await alphaOf(drawing('<circle cx="350" cy="270" r="200"/>')), size);
  expect(knots(circle)).toBeLessThanOrEqual(12);
  expect(circle[0]!.knots.every(({ smooth }) => smooth)).toBe(true);
  const box = await tracePath(await alphaOf(drawing('<rect x="200" y="150" width="300" height="200"/>')), size);
  const corners = box[0]!.knots.filter(({ smooth }) => !smooth).map(({ anchor: at }) => at);
  expect(corners).toHaveLength(4);
  for (const [x, y] of [
    [200, 150],
    [500, 150],
    [500, 350],
    [200, 350],
  ] as const) {
    expect(Math.min(...corners.map((at) => Math.hypot(at.x - x, at.y - y)))).toBeLessThanOrEqual(0.5);
  }
});

it('ignores specks and pinholes, and their content', async () => {
  const alpha = new Uint8Array(100 * 100);
  const fill = (left: number, top: number, side: number, level: number) => {
    for (let y = top; y < top + side; y++) alpha.fill(level, y * 100 + left, y * 100 + left + side);
  };
  fill(10, 10, 60, 255);
  fill(30, 30, 3, 0);
  fill(45, 45, 8, 0);
  fill(48, 48, 2, 255);
  fill(90, 90, 2, 255);
  const path = await tracePath(alpha, { width: 100, height: 100 });
  expect(path.map(({ hole }) => hole)).toEqual([false, true]);
  expect(Math.abs(areaOf(path[1]!) + 64)).toBeLessThan(6);
});

it('stays within the number of knots whatever the matte is', async () => {
  const chance = createSeededRandom('noise');
  const noise = Uint8Array.from({ length: 400 * 400 }, () => chance.below(256));
  for (const maxKnots of [300, 2000]) {
    const path = await tracePath(noise, { width: 400, height: 400 }, { maxKnots });
    expect(path.length).toBeGreaterThan(0);
    expect(knots(path)).toBeLessThanOrEqual(maxKnots);
  }
});

it('is empty if nothing is opaque, and stops if it is canceled', async () => {
  expect(await tracePath(new Uint8Array(100), { width: 10, height: 10 })).toEqual([]);
  const noise = Uint8Array.from({ length: 600 * 600 }, (_, i) => (i * 7919) % 256);
  const over = AbortSignal.abort(new Error('over'));
  await expect(tracePath(noise, { width: 600, height: 600 }, {}, over)).rejects.toThrow('over');
});
