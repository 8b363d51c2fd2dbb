import { expect, test } from 'vitest';
import { createPlane, type Plane } from '../../../../../engine/pixels/plane.ts';
import {
  classifyHairColor,
  classifyHatColor,
  classifySkinColor,
} from '../../../../../engine/vision/analysis/appearance/appearance-colors.ts';
import { classifyHairLength, detectFringe } from '../../../../../engine/vision/analysis/appearance/hair.ts';
import type { FaceChart } from '../../../../../engine/vision/analysis/chart/skin-chart.ts';
import { segmentClasses } from '../../../../../engine/vision/segmentation.ts';

const side = 560;
const grid = { side: 256, frame: 880 };
/** The face on these charts: an ellipse in the middle. */
const [middle, halfWidth, halfHeight] = [side / 2, 150, 200];

/** A chart of one colour, and the classes of the segmentation by where they are on it. */
function chartOf(lab: readonly [number, number, number], classAt: (x: number, y: number) => string): FaceChart {
  const planes = Object.fromEntries(segmentClasses.map((name) => [name, createPlane(grid.side, grid.side)]));
  for (let y = 0; y < grid.side; y++) {
    for (let x = 0; x < grid.side; x++) {
      const [u, v] = [x, y].map((at) => (at / grid.side) * grid.frame + (side - grid.frame) / 2);
      planes[classAt(u!, v!)]!.data[y * grid.side + x] = 1;
    }
  }
  const filled = (value: number): Plane => {
    const plane = createPlane(side, side);
    plane.data.fill(value);
    return plane;
  };
  return {
    region: {
      lab: { L: filled(lab[0]), a: filled(lab[1]), b: filled(lab[2]) },
      skin: filled(1),
      place: { x: 0, y: 0, width: side, height: side, scale: 1 },
    },
    segmentation: { frame: { x: middle, y: middle, side: grid.frame, angle: 0 }, planes },
    face: { mesh: mesh() },
    trust: 1,
  } as unknown as FaceChart;
}

/** The points of the outline in their places on the ellipse, and the others of the forehead in a line above the brows. */
function mesh() {
  const oval = [
    10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150,
    136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
  ];
  const points = Array.from({ length: 478 }, () => ({ x: middle, y: middle - 80, z: 0 }));
  for (const [i, index] of oval.entries()) {
    const turn = (2 * Math.PI * i) / oval.length;
    points[index] = { x: middle + halfWidth * Math.sin(turn), y: middle - halfHeight * Math.cos(turn), z: 0 };
  }
  return points;
}

const isFace = (x: number, y: number) => ((x - middle) / halfWidth) ** 2 + ((y - middle) / halfHeight) ** 2 < 1;
/** A cap of hair around the face, down to a height of the chart. */
const hairDownTo = (end: number) => (x: number, y: number) => {
  if (isFace(x, y)) return 'faceSkin';
  return Math.abs(x - middle) < halfWidth + 60 && y > 40 && y < end ? 'hair' : 'background';
};
const brownish = [30, 7, 11] as const;

test.each([
  [0, 'bald', 0],
  [180, 'short', 1],
  [520, 'below the jaw', 2],
  [700, 'long', 3],
])('hair down to row %d is %s', (end, _name, type) => {
  const { probability, ...length } = classifyHairLength(chartOf(brownish, hairDownTo(end)), 1);
  expect(length).toEqual({ type });
  expect(probability).toBeGreaterThan(0.4);
});

test('how long hair is that the photograph cuts off is less sure', () => {
  const chart = chartOf(brownish, hairDownTo(700));
  expect(classifyHairLength(chart, 0).probability).toBeLessThan(classifyHairLength(chart, 1).probability);
});

test('hair over the forehead is a fringe', () => {
  expect(detectFringe(chartOf(brownish, hairDownTo(300))).type).toBe(0);
  const combed = (x: number, y: number) => (y < middle - 110 ? 'hair' : hairDownTo(300)(x, y));
  expect(detectFringe(chartOf(brownish, combed)).type).toBe(1);
});

test.each([
  [[18, 1, 2], 0],
  [[62, 5, 25], 1],
  [brownish, 2],
  [[70, 0, 2], 3],
  [[40, 24, 28], 4],
  [[45, 36, -18], 5],
] as const)('hair of the colour %j has the code %d', (lab, type) => {
  expect(classifyHairColor(chartOf(lab, hairDownTo(300))).type).toBe(type);
});

test('the colour of hair that is not there is a guess', () => {
  expect(classifyHairColor(chartOf(brownish, hairDownTo(0)))).toEqual({ type: 0, probability: 1 / 6 });
});

test('a hat has the colour of what is above the forehead, and none where there is no hat', () => {
  const hat = (x: number, y: number) => (isFace(x, y) || y > middle ? 'faceSkin' : 'others');
  expect(classifyHatColor(chartOf([40, 55, 35], hat), 0.9).type).toBe(1);
  expect(classifyHatColor(chartOf([40, 5, -40], hat), 0.9).type).toBe(3);
  expect(classifyHatColor(chartOf([40, 55, 35], hat), 0.1)).toEqual({ type: 0, probability: 0.9 });
});

test.each([
  [[25, 8, 12], 0],
  [[48, 12, 20], 1],
  [[62, 12, 17], 2],
  [[78, 8, 14], 3],
] as const)('skin of the colour %j has the code %d', (lab, type) => {
  expect(classifySkinColor(chartOf(lab, () => 'faceSkin')).type).toBe(type);
});
