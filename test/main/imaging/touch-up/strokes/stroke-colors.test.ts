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

  const [black, white, middleGray]: Color[] = [
    [0, 0, 0],
    [255, 255, 255],
    [128, 128, 128],
  ];

  it.each<[string, Color[], Color[], number[]]>([
    ['is 1 for these colors, in light and shade', [skin!], [skin!, shade!], [1, 1]],
    ['is 0 for other colors of any lightness', [skin!], [sky!, hair!, [180, 200, 170]], [0, 0, 0]],
    ['applies to any of them', [skin!, hair!], [skin!, hair!, sky!], [1, 1, 0]],
    ['does not apply to mixtures of them', [black!, white!], [middleGray!], [0]],
    ['applies to black', [black!], [black!, middleGray!], [1, 0]],
    ['applies to white', [white!], [white!, middleGray!], [1, 0]],
    ['applies to a pure color', [[0, 0, 255]], [[0, 0, 255], middleGray!], [1, 0]],
  ])('%s', (_, middle, colors, expected) => {
    expect(likeness(middle, colors)).toEqual(expected);
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
});
