import { describe, expect, test } from 'vitest';
import {
  faceDistance,
  findFaceFlaws,
  type KnownFace,
  parseKnownFaces,
} from '../../../../main/review/faces/compare-faces.ts';

const size = { width: 1000, height: 800 };
const face = (x: number, features: readonly number[], change: Partial<KnownFace> = {}): KnownFace => ({
  box: { x, y: 0.2, width: 0.2, height: 0.3 },
  confidence: 0.97,
  features,
  ...change,
});
const [her, him] = [
  [1, 0, 0.2],
  [0, 1, 0.2],
];

describe('faces of a result', () => {
  test('pass if the same people are in the same positions', () => {
    expect(findFaceFlaws([face(0.1, her), face(0.6, him)], [face(0.61, him), face(0.1, her)], size)).toEqual([]);
    expect(findFaceFlaws([face(0.1, her)], [face(0.1, [1, 0.2, 0.2])], size)).toEqual([]);
  });

  test('are flagged if they differ, are missing, or are one too many', () => {
    expect(findFaceFlaws([face(0.1, her)], [face(0.1, him)], size)).toMatchObject([
      { kind: 'person', box: { x: 0.1 } },
    ]);
    expect(findFaceFlaws([face(0.1, her), face(0.6, him)], [face(0.1, her)], size)).toMatchObject([
      { kind: 'face', box: { x: 0.6 } },
    ]);
    expect(findFaceFlaws([face(0.1, her)], [face(0.1, her), face(0.6, him)], size)).toMatchObject([
      { kind: 'face', box: { x: 0.6 } },
    ]);
  });

  test('are not flagged if small or uncertain', () => {
    const small = face(0.6, him, { box: { x: 0.6, y: 0.2, width: 0.05, height: 0.08 } });
    expect(findFaceFlaws([face(0.1, her), small], [face(0.1, her)], size)).toEqual([]);
    expect(findFaceFlaws([face(0.1, her), face(0.6, him, { confidence: 0.6 })], [face(0.1, her)], size)).toEqual([]);
  });
});

test('reads faces of a response as fractions of the picture, and none of a truncated one', () => {
  const data = {
    face_rectangles: [100, 80, 200, 240, 600, 80, 200],
    face_probability_list: [0.9, 0.8],
    dense_feature_length: 2,
    dense_features: [1, 0, 0, 1],
  };
  expect(parseKnownFaces({ data }, size)).toEqual([
    { box: { x: 0.1, y: 0.1, width: 0.2, height: 0.3 }, confidence: 0.9, features: [1, 0] },
  ]);
  expect(parseKnownFaces({ data: { ...data, dense_features: ['x'] } }, size)).toEqual([]);
  expect(parseKnownFaces(null, size)).toEqual([]);
});

test('dissimilarity is 0 for the same and 1 for nothing in common', () => {
  expect(faceDistance([1, 2, 3], [2, 4, 6])).toBeCloseTo(0);
  expect(faceDistance([1, 0], [0, 1])).toBe(1);
  expect(faceDistance([0, 0], [0, 1])).toBe(0);
});
