import { describe, expect, it } from 'vitest';
import type { Mark } from '../../../../../renderer/screens/review/analysis/analysisModel.ts';
import { clipAnalysis, clipMarkBox } from '../../../../../renderer/screens/review/analysis/clipToPhoto.ts';
import { markAt } from '../../../../../renderer/screens/review/analysis/marks.ts';
import { readAnalysis } from '../../../../../renderer/screens/review/analysis/readAnalysis.ts';
import { areasOf } from '../../../../../renderer/screens/review/analysis/skinAreas.ts';

const box = (x: number, y: number, width: number, height: number, rotation = 0) => ({ x, y, width, height, rotation });
const mark = (key: string, shape: Mark['shape'], ...boxes: Mark['boxes'][number][]): Mark => ({
  ...{ key, label: key, confidence: null, shape, boxes },
});
const size = { width: 1000, height: 500 };

describe('the mark at a point', () => {
  const marks = [
    mark('face', 'frame', box(100, 100, 200, 200)),
    mark('eyes', 'area', box(120, 150, 60, 20), box(220, 150, 60, 20)),
    mark('tilted', 'frame', box(500, 100, 100, 50, 90)),
  ];
  it.each<[string | null, number, number]>([
    ['face', 110, 110],
    ['eyes', 150, 160],
    ['eyes', 250, 160],
    // A corner of the box around the ellipse.
    ['face', 121, 151],
    // A frame that is rotated around its upper-left corner is below and to the left of it.
    ['tilted', 470, 150],
    [null, 550, 120],
    [null, 0, 0],
  ])('%s', (key, x, y) => {
    expect(markAt(marks, x, y)?.key ?? null).toBe(key);
  });
});

it.each<[string, ReturnType<typeof box>, ReturnType<typeof box> | null]>([
  ['as it is', box(10, 20, 30, 40, 5), box(10, 20, 30, 40, 5)],
  ['over the edge', box(-10, 20, 30, 40), box(-10, 20, 30, 40)],
  ['far too large', box(-1e12, -1e12, 1e13, 1e13, 720), box(-1000, -500, 3000, 1500, 180)],
  ['elsewhere', box(1e9, 0, 10, 10), null],
  ['to the left of it', box(-50, 0, 40, 10), null],
  ['nothing', box(10, 10, 0, 0), null],
  ['inside out', box(10, 10, -5, 20), null],
])('a frame that is %s', (_, given, expected) => {
  expect(clipMarkBox(given, size)).toEqual(expected);
});

it('draws no more marks than a response may contain', () => {
  const data = { face_count: 1e9, face_rectangles: [], landmark_count: 1e9, landmarks: Array(4000).fill(3) };
  const reading = clipAnalysis(readAnalysis({ operation: 'face-analyzer-advanced', body: { data } }), size);
  expect(reading.faces.length).toBe(100);
  for (const { sets } of reading.faces)
    for (const points of Object.values(sets)) expect(points.length).toBeLessThanOrEqual(500);
});

describe('skin findings', () => {
  const body = {
    face_rectangle: { left: 100, top: 100, width: 200, height: 300 },
    result: {
      acne: { value: 1, confidence: 7 },
      mole: { value: 0, confidence: 0.9 },
      pores_left_cheek: { value: 1, confidence: 0.5 },
      pores_right_cheek: { value: 1, confidence: 0.5 },
    },
  };
  const reading = clipAnalysis(readAnalysis({ operation: 'skin-analysis', body }), size);
  it('are drawn on their face, with their confidence', () => {
    expect(reading.marks.map(({ key, confidence }) => [key, confidence])).toEqual([
      ['face-0', null],
      ['pores_left_cheek', 0.5],
      ['pores_right_cheek', 0.5],
      ['acne', 1],
    ]);
    for (const { boxes } of reading.marks)
      for (const each of boxes) {
        expect(each.x).toBeGreaterThanOrEqual(100);
        expect(each.x + each.width).toBeLessThanOrEqual(300);
        expect(each.y + each.height).toBeLessThanOrEqual(400);
      }
    // The person's own left is on the right of the photograph.
    const [left, right] = reading.marks.slice(1, 3).map(({ boxes }) => boxes[0]!.x);
    expect(left).toBeGreaterThan(right!);
  });

  it('have no position if they belong to no face', () => {
    expect(areasOf('constructor', { x: 0, y: 0, width: 1, height: 1 })).toEqual([]);
    const { result } = body;
    expect(readAnalysis({ operation: 'skin-analysis', body: { result } }).marks).toEqual([]);
  });
});
