/** A small cutout, its photograph and a stroke, for the window and the main process. */
import type { Stroke } from '../../../contract/touch-up/touch-up.ts';
import { createSeededRandom } from '../run/seeded-random.ts';

export const [width, height] = [64, 48];
const random = createSeededRandom(7);
export const photograph = {
  width,
  height,
  pixels: Uint8Array.from({ length: width * height * 4 }, (_, at) => (at % 4 === 3 ? 255 : random.below(256))),
};
/** The photograph's colors, transparent at the left, half transparent in the middle. */
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

/** A complete repaint from the main process. */
export const all = (pixels: Uint8Array) => ({ left: 0, top: 0, width, height, pixels });

/** Sets the color of transparent pixels to 0. */
const shown = (pixels: ArrayLike<number>) =>
  Array.from(pixels, (value, at) => (pixels[at - (at % 4) + 3] === 0 ? 0 : value));

/**
 * The maximum difference of two pictures in levels. Ignores the color of almost transparent pixels, which is rounding.
 */
export function furthest(first: ArrayLike<number>, second: ArrayLike<number>): number {
  const [a, b] = [shown(first), shown(second)];
  const counts = (at: number) => at % 4 === 3 || (first[at - (at % 4) + 3] ?? 0) > 8;
  return Math.max(...a.map((value, at) => (counts(at) ? Math.abs(value - (b[at] ?? 0)) : 0)));
}
