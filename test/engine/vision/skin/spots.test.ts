import { expect, test } from 'vitest';
import { findSpots, type SpotLimits, selectProminent } from '../../../../engine/vision/skin/spots.ts';
import { brown, dot, type Mark, madeSkin, red, regionOf } from '../../../helpers/face/skin.ts';

const limits: SpotLimits = { redder: 3, darker: 4, darkest: 25, sizes: [0.012, 0.02] };

function find(...marks: Mark[]) {
  const region = regionOf(madeSkin(...marks));
  return findSpots(region, region.covered, limits);
}

test('red and brown dots are found with their location and size', () => {
  const spots = find(dot(60, 80, 4, red), dot(140, 120, 5, brown));
  expect(spots).toHaveLength(2);
  for (const [x, y] of [
    [60, 80],
    [140, 120],
  ] as const) {
    const spot = spots.find((each) => Math.hypot(each.x - x, each.y - y) < 3);
    expect(spot?.radius).toBeGreaterThan(2);
  }
});

test.each<[string, Mark]>([
  ['plain skin', () => undefined],
  ['a hair or wrinkle', (x, y) => (Math.abs(x - y) < 3 ? brown : undefined)],
  ['an edge', (x) => (x > 100 ? brown : undefined)],
  ['a corner', (x, y) => (x > 100 && y > 100 ? brown : undefined)],
  ['a mole', dot(100, 100, 5, [-120, -110, -90])],
])('%s is no spot', (_, mark) => {
  expect(find(mark)).toEqual([]);
});

test('no spot is searched outside the retouched area', () => {
  const region = regionOf(madeSkin(dot(60, 80, 4, red)));
  const nowhere = { ...region.covered, data: region.covered.data.map(() => 0) };
  expect(findSpots(region, nowhere, limits)).toEqual([]);
});

test('a dot on even skin is prominent, but one of many is not', () => {
  const prominent = (...marks: Mark[]) => {
    const region = regionOf(madeSkin(...marks));
    return selectProminent(region, region.covered, [{ x: 100, y: 100, radius: 5, strength: 1 }], 3.5);
  };
  const stubble = [-26, -13, 0, 13, 26].flatMap((dx) =>
    [-26, -13, 0, 13, 26].map((dy) => dot(100 + dx, 100 + dy, 5, brown)),
  );
  expect(prominent(dot(100, 100, 5, brown))).toHaveLength(1);
  expect(prominent(...stubble)).toEqual([]);
});
