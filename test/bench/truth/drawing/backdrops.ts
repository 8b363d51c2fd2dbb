/** Backgrounds: photographs in and out of focus, tables, floors and walls. */
import { join } from 'node:path';
import sharp from 'sharp';
import { group } from '../../../helpers/face/faces.ts';
import type { SeededRandom } from '../../../helpers/run/seeded-random.ts';
import { color, mix, noise, smoothstep, toLinear, type Vec } from './vector.ts';

const root = new URL('../../../../', import.meta.url).pathname;

/** A part of a photograph without people, as shares of its width and height. */
interface Source {
  readonly path: string;
  readonly part: readonly [left: number, top: number, width: number, height: number];
  readonly isSharp?: boolean;
}

const background = (name: string): Source => ({
  path: join(root, 'test/photos/backgrounds', `${name}.jpg`),
  part: [0, 0, 1, 1],
});

const sources = {
  staircase: { path: group(5), part: [0.02, 0.0, 0.34, 0.42], isSharp: true },
  blinds: { path: group(6), part: [0, 0, 0.1, 0.42], isSharp: true },
  cafe: { path: group(3), part: [0.24, 0, 0.24, 0.22], isSharp: true },
  bar: { path: group(1), part: [0, 0.02, 0.12, 0.45], isSharp: true },
  wall: { path: group(4), part: [0.84, 0.1, 0.16, 0.6], isSharp: true },
  coffee: { path: join(root, 'assets/samples/coffee.png'), part: [0.82, 0.15, 0.18, 0.6] },
  fur: { path: join(root, 'assets/samples/chelsea.png'), part: [0, 0.6, 0.35, 0.4] },
  sky: background('sky'),
  forest: background('forest'),
  street: background('street'),
  park: background('park'),
  room: background('room'),
} satisfies Record<string, Source>;

export type Photograph = keyof typeof sources;

const linearOf = Array.from({ length: 256 }, (_, value) => toLinear(value / 255));

export async function photographed(name: Photograph, width: number, height: number, blur: number) {
  const source: Source = sources[name];
  const { width: w, height: h } = await sharp(source.path).metadata();
  const [left, top, across, down] = source.part;
  const rect = {
    left: Math.round(left * w),
    top: Math.round(top * h),
    width: Math.min(Math.round(across * w), w - Math.round(left * w)),
    height: Math.min(Math.round(down * h), h - Math.round(top * h)),
  };
  const cut = await sharp(source.path).extract(rect).removeAlpha().toColourspace('srgb').png().toBuffer();
  const resized = await sharp(cut).resize(width, height, { fit: 'cover' }).png().toBuffer();
  const softness = source.isSharp ? blur : Math.max(blur, 9);
  const { data } = await (softness > 0.3 ? sharp(resized).blur(softness) : sharp(resized))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Float32Array.from(data, (value) => linearOf[value]!);
}

/** Color of a table, floor or wall at a point, in linear light. */
export type Surface = (x: number, y: number) => Vec;

const grained = (from: string, to: string, grain: (x: number, y: number) => number): Surface => {
  const [a, b] = [color(from), color(to)];
  return (x, y) => mix(a, b, Math.min(1, Math.max(0, grain(x, y))));
};

/** Surfaces with lengths in sizes of the subject. */
export const surfaces = {
  oak: (random: SeededRandom) => wood('#8a5f3a', '#b98d5e', random),
  walnut: (random: SeededRandom) => wood('#3d2718', '#6a4830', random),
  white: () => grained('#e4e2de', '#f1efec', (x, y) => 0.5 + 0.25 * noise(x * 3, y * 3) + 0.1 * noise(x * 90, y * 90)),
  plaster: () => grained('#c9c3b8', '#ddd8cf', (x, y) => 0.5 + 0.3 * noise(x * 2, y * 2) + 0.3 * noise(x * 50, y * 50)),
  black: () => grained('#0b0b0d', '#1a1a1d', (x, y) => 0.4 + 0.3 * noise(x * 2, y * 2) + 0.2 * noise(x * 120, y * 120)),
  linen: () => {
    const threads = (x: number, y: number) => noise(x * 130, y * 18) + noise(x * 18, y * 130);
    return grained('#8f8672', '#c5bda9', (x, y) => 0.5 + 0.25 * threads(x, y) + 0.2 * noise(x * 4, y * 4));
  },
  asphalt: () =>
    grained('#4b4b4d', '#8a8988', (x, y) => 0.45 + 0.35 * noise(x * 140, y * 140) + 0.25 * noise(x * 5, y * 5)),
  tiles: () => {
    const joint = (x: number) => smoothstep(0.012, 0.02, Math.abs(((((x * 2.2) % 1) + 1.5) % 1) - 0.5));
    const plate = grained(
      '#a39a8e',
      '#c9c1b4',
      (x, y) => 0.5 + 0.3 * noise(x * 6, y * 6) + 0.15 * noise(x * 60, y * 60),
    );
    return (x: number, y: number): Vec => mix(color('#6e675e'), plate(x, y), joint(x) * joint(y));
  },
} satisfies Record<string, (random: SeededRandom) => Surface>;

export type SurfaceName = keyof typeof surfaces;

function wood(dark: string, light: string, random: SeededRandom): Surface {
  const shift = random.next() * 50;
  const plank = 0.55;
  return (x, y) => {
    const board = Math.floor(y / plank);
    const along = x * 0.7 + board * 13.7 + shift;
    const rings = Math.sin((y * 26 + 3 * noise(along * 1.2, y * 5)) * 2) * 0.3;
    const fibre = noise(along * 6, y * 160) * 0.3;
    const gap = smoothstep(0.004, 0.012, Math.abs(y / plank - board) * plank);
    const tone = mix(color(dark), color(light), Math.min(1, Math.max(0, 0.5 + rings + fibre + 0.15 * noise(board, 7))));
    return [tone[0] * (0.35 + 0.65 * gap), tone[1] * (0.35 + 0.65 * gap), tone[2] * (0.35 + 0.65 * gap)];
  };
}
