import { expect, it } from 'vitest';
import type { AnalysisModel } from '../../../../../renderer/screens/review/analysis/analysisModel.ts';
import { faceAfter, faceBounds } from '../../../../../renderer/screens/review/faces/faceBounds.ts';

const size = { width: 1000, height: 500 };
type Frame = AnalysisModel['faces'][number]['box'];
const reading = (...boxes: Frame[]): AnalysisModel => ({
  faces: boxes.map((box) => ({ box, sets: {}, pupils: [] })),
  ...{ groups: [], marks: [], warnings: [] },
});
const frame = (x: number, y: number, width = 100, height = 100, rotation = 0): Frame => ({
  ...{ x, y, width, height, rotation },
});

it.each([
  ['none', reading(), []],
  ['none that is nowhere', reading(null), []],
  [
    'from the left to the right',
    reading(frame(600, 0), frame(100, 50)),
    [
      [0.1, 0.1, 0.1, 0.2],
      [0.6, 0, 0.1, 0.2],
    ],
  ],
  ['tilted', reading(frame(500, 100, 100, 50, 90)), [[0.45, 0.2, 0.05, 0.2]]],
  ['held within the photograph', reading(frame(-50, 450)), [[0, 0.9, 0.05, 0.1]]],
  ['none that lies outside', reading(frame(2000, 0), frame(0, -300)), []],
  ['numbers that are none', reading(frame(Number.NaN, 0)), []],
])('%s', (_, found, faces) => {
  const seen = faceBounds(found, size).map(({ x, y, width, height }) => [x, y, width, height]);
  expect(seen).toEqual(faces.map((face) => face.map((value) => expect.closeTo(value))));
});

it('returns no faces for a photograph without a size', () => {
  expect(faceBounds(reading(frame(0, 0)), { width: 0, height: 0 })).toEqual([]);
});

it.each([
  [null, 1, 3, 0],
  [null, -1, 3, 2],
  [0, 1, 3, 1],
  [2, 1, 3, 0],
  [0, -1, 3, 2],
  [0, 1, 1, 0],
] as const)('from face %s by %i of %i one comes to %i', (at, delta, count, next) => {
  expect(faceAfter(at, delta, count)).toBe(next);
});
