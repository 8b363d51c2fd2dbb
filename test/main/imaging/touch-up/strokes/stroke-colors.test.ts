import { describe, expect, it } from 'vitest';
import { computeStrokeSimilarity } from '../../../../../main/imaging/touch-up/strokes/stroke-colors.ts';

type Color = readonly [number, number, number];

/** Similarity of `colors` to a middle of many pixels of the given colors. */
function likeness(middle: readonly Color[], colors: readonly Color[], each = 100): number[] {
  const pixels = [...middle.flatMap((color) => Array<Color>(each).fill(color)), ...colors];
  const inside = Float32Array.from(pixels, (_, at) => (at < pixels.length - colors.length ? 1 : 0));
  return [...computeStrokeSimilarity(Uint8Array.from(pixels.flat()), inside)].slice(-colors.length);
}

describe('similarity to the colors in a stroke’s middle', () => {
  const [skin, shade, sky, hair]: Color[] = [
    [220, 180, 160],
    [210, 171, 152],
    [150, 190, 230],
    [60, 40, 30],
  ];

  it('is 1 for these colors, in light and shade', () => {
    expect(likeness([skin!], [skin!, shade!])).toEqual([1, 1]);
  });

  it('is 0 for other colors of any lightness', () => {
    expect(likeness([skin!], [sky!, hair!, [180, 200, 170]])).toEqual([0, 0, 0]);
  });

  it('applies to any of them, and not to mixtures', () => {
    expect(likeness([skin!, hair!], [skin!, hair!, sky!])).toEqual([1, 1, 0]);
    expect(
      likeness(
        [
          [0, 0, 0],
          [255, 255, 255],
        ],
        [[128, 128, 128]],
      ),
    ).toEqual([0]);
  });

  it('falls smoothly', () => {
    const grays = Array.from({ length: 60 }, (_, at): Color => [100 + at, 100 + at, 100 + at]);
    const values = likeness([[100, 100, 100]], grays);
    expect(values[0]).toBe(1);
    expect(values[59]).toBe(0);
    values.slice(1).forEach((value, at) => {
      expect(value).toBeLessThanOrEqual(values[at]!);
      expect(values[at]! - value).toBeLessThan(0.5);
    });
  });

  it('ignores a speck of another color in the middle', () => {
    const pixels = [...Array<Color>(200).fill(skin!), ...Array<Color>(4).fill(sky!), sky!];
    const inside = Float32Array.from(pixels, (_, at) => (at < 204 ? 1 : 0));
    expect(computeStrokeSimilarity(Uint8Array.from(pixels.flat()), inside).at(-1)).toBe(0);
  });

  it('applies at both ends of the color range', () => {
    for (const color of [
      [0, 0, 0],
      [255, 255, 255],
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
    ] as const) {
      expect(likeness([color], [color, [128, 128, 128]])).toEqual([1, 0]);
    }
  });
});
