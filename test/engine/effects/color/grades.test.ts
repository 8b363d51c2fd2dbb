import { describe, expect, test } from 'vitest';
import { filters } from '../../../../contract/operations/beauty-filters.ts';
import { type Grade, gradeColor } from '../../../../engine/effects/color/grade.ts';
import { grades } from '../../../../engine/effects/color/grades.ts';
import { rgbToLab } from '../../../../engine/pixels/lab.ts';

const numbers = filters.map(({ value }) => Number(value));
const graded = (grade: Grade, rgb: readonly number[]) => {
  const out = new Float32Array(3);
  gradeColor(grade, rgb, out);
  return [...out];
};
const labOf = (rgb: number[]) => rgbToLab(rgb[0]!, rgb[1]!, rgb[2]!);
const grays = [0, 20, 60, 100, 140, 180, 220, 255].map((value) => [value, value, value]);
/** Skins, foliage, sky, red cloth, wood, and grays. */
const scene = [
  ...[
    [236, 190, 165],
    [198, 134, 66],
    [120, 78, 55],
    [70, 45, 35],
    [90, 130, 60],
    [120, 170, 220],
    [170, 30, 60],
  ],
  ...[
    [150, 110, 50],
    [240, 220, 90],
    [60, 70, 110],
  ],
  ...grays,
];

test('there is a grade for every filter of the table', () => {
  expect(Object.keys(grades).map(Number)).toEqual(numbers);
});

test('an empty grade changes nothing', () => {
  for (const color of scene) {
    for (const [c, value] of graded({}, color).entries()) expect(value).toBeCloseTo(color[c]!, 1);
  }
});

test('each filter differs visibly from every other, and from no filter', () => {
  const looks = [{}, ...numbers.map((number) => grades[number]!)].map((grade) =>
    scene.map((color) => labOf(graded(grade, color))),
  );
  for (const [i, a] of looks.entries()) {
    for (const b of looks.slice(i + 1)) {
      const distance = a.reduce((sum, [L, x, y], k) => sum + Math.hypot(L - b[k]![0], x - b[k]![1], y - b[k]![2]), 0);
      expect(distance / scene.length).toBeGreaterThan(1.5);
    }
  }
});

describe.each(numbers)('filter %i', (number) => {
  const tones = grays.map((gray) => labOf(graded(grades[number]!, gray)));

  test('keeps grays plausible: in order, with at most a cast', () => {
    for (const [i, [L, a, b]] of tones.entries()) {
      expect(Math.hypot(a, b)).toBeLessThan(15);
      if (i > 0) expect(L).toBeGreaterThan(tones[i - 1]![0] + 1);
    }
  });

  test('loses no detail in the highlights', () => {
    expect(tones.at(-1)![0] - tones.at(-2)![0]).toBeGreaterThan(2);
    expect(tones.at(-1)![0]).toBeGreaterThan(88);
  });
});

test('filters match their names: black and white is gray, warm is warm, pink is pink, rain is gray-blue', () => {
  const [grey, skin] = [
    [128, 128, 128],
    [198, 150, 120],
  ];
  const seen = (number: number, color: number[]) => labOf(graded(grades[number]!, color));
  for (const color of scene) {
    const [, a, b] = seen(1, color);
    expect(Math.hypot(a, b)).toBeLessThan(0.2);
  }
  expect(seen(27, grey)[2]).toBeGreaterThan(6);
  expect(seen(34, grey)[1]).toBeGreaterThan(6);
  expect(seen(18, grey)[2]).toBeLessThan(-3);
  expect(seen(35, skin)[2]).toBeLessThan(labOf(skin)[2] - 5);
  expect(seen(14, skin)[0]).toBeGreaterThan(labOf(skin)[0] + 5);
  const colorfulness = ([, a, b]: readonly number[]) => Math.hypot(a!, b!);
  expect(colorfulness(seen(28, skin))).toBeGreaterThan(colorfulness(labOf(skin)) * 1.2);
});
