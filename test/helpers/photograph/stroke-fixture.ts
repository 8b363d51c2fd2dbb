/** A small cutout, its photograph and a stroke, for both sides that paint it. */
import type { Stroke } from '../../../contract/touch-up/touch-up.ts';
import { createSeededRandom } from '../run/seeded-random.ts';

export const [width, height] = [64, 48];
const random = createSeededRandom(7);
export const photograph = {
  width,
  height,
  pixels: Uint8Array.from({ length: width * height * 4 }, (_, at) => (at % 4 === 3 ? 255 : random.below(256))),
};
/** The photograph's colours, clear at the left, half clear in the middle. */
export const cutout = photograph.pixels.map((value, at) => {
  const x = ((at - (at % 4)) / 4) % width;
  return at % 4 === 3 ? (x < 20 ? 0 : x < 40 ? 128 : 255) : x < 20 ? 0 : value;
});
export const place = { photograph, scale: 0.5, left: 10, top: 20, ground: 'clear' } as const;
export const points: Stroke['points'] = [
  [30, 40],
  [60, 90],
  [110, 70],
];
export const brush = { radius: 14, softness: 0.6 };

/** As it comes from the main process, which has painted all of it. */
export const all = (pixels: Uint8Array) => ({ left: 0, top: 0, width, height, pixels });

/** Colours of what is clear do not show. */
const shown = (pixels: ArrayLike<number>) =>
  Array.from(pixels, (value, at) => (pixels[at - (at % 4) + 3] === 0 ? 0 : value));

/** How far two pictures are from each other at most, levels; where next to nothing is left, its colour is rounding. */
export function furthest(first: ArrayLike<number>, second: ArrayLike<number>): number {
  const [a, b] = [shown(first), shown(second)];
  const counts = (at: number) => at % 4 === 3 || (first[at - (at % 4) + 3] ?? 0) > 8;
  return Math.max(...a.map((value, at) => (counts(at) ? Math.abs(value - (b[at] ?? 0)) : 0)));
}
