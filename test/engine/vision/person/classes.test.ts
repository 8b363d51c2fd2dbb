import { expect, test } from 'vitest';
import { createPlane } from '../../../../engine/pixels/plane.ts';
import { classesByLevel, classesOn } from '../../../../engine/vision/person/classes.ts';
import { type Segmentation, type SegmentClass, segmentClasses } from '../../../../engine/vision/segmentation.ts';

const size = 256;
const place = { x: 0, y: 0, width: 100, height: 100, scale: 1 };

/** Segments the left half of a frame as `left` and its right half as `right`. */
function look(x: number, y: number, side: number, left: SegmentClass, right = left, angle = 0): Segmentation {
  const planes = Object.fromEntries(segmentClasses.map((name) => [name, createPlane(size, size)]));
  for (let i = 0; i < size * size; i++) planes[i % size < size / 2 ? left : right]!.data[i] = 1;
  return { frame: { x, y, side, angle }, planes: planes as Segmentation['planes'] };
}

const at = (classes: ReturnType<typeof classesOn>, name: SegmentClass, x: number, y: number) =>
  classes[name].data[y * place.width + x]!;

test('areas outside all looks are background', () => {
  const classes = classesOn(place, [look(20, 20, 40, 'hair')]);
  expect([at(classes, 'hair', 20, 20), at(classes, 'background', 80, 80)]).toEqual([1, 1]);
});

test('a closer look replaces a wider one, softly at its border', () => {
  const classes = classesOn(place, [look(50, 50, 100, 'clothes'), look(50, 50, 40, 'hair')]);
  expect(at(classes, 'hair', 50, 50)).toBe(1);
  expect(at(classes, 'clothes', 15, 50)).toBeCloseTo(1);
  const border = at(classes, 'hair', 32, 50);
  expect(border).toBeGreaterThan(0.1);
  expect(border).toBeLessThan(0.9);
  expect(border + at(classes, 'clothes', 32, 50)).toBeCloseTo(1);
});

test('the coarsest look applies up to the border of the photograph', () => {
  const classes = classesByLevel(place, [[look(50, 50, 100, 'clothes')]]);
  expect(at(classes, 'clothes', 0, 50)).toBe(1);
  expect(at(classes, 'clothes', 50, 99)).toBe(1);
});

test('of two looks at one level, each counts most in its middle', () => {
  const classes = classesByLevel(place, [[look(30, 50, 60, 'hair'), look(70, 50, 60, 'clothes')]]);
  expect(at(classes, 'hair', 30, 50)).toBe(1);
  expect(at(classes, 'clothes', 70, 50)).toBe(1);
  expect(at(classes, 'hair', 45, 50)).toBeGreaterThan(at(classes, 'clothes', 45, 50));
});

test('a rotated look is rotated back', () => {
  // Turned clockwise by a right angle, its left half is the upper half of the photograph.
  const classes = classesOn(place, [look(50, 50, 100, 'hair', 'clothes', Math.PI / 2)]);
  expect(at(classes, 'hair', 50, 25)).toBe(1);
  expect(at(classes, 'clothes', 50, 75)).toBe(1);
});
