import { expect, test } from 'vitest';
import { type SegmentClass, segment, segmentClasses } from '../../../engine/vision/segmentation.ts';
import { photoOf } from '../../helpers/face/faces.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

test('the astronaut: every class is at its place, and the classes add up to one', async () => {
  const photo = await photoOf(sample('astronaut'));
  const { planes } = await segment(photo, { x: 256, y: 256, side: 512, angle: 0 });
  const likeliest = (x: number, y: number): SegmentClass => {
    const at = Math.floor(y / 2) * 256 + Math.floor(x / 2);
    return segmentClasses.reduce((best, name) => (planes[name].data[at]! > planes[best].data[at]! ? name : best));
  };
  expect(likeliest(224, 125)).toBe('faceSkin');
  expect(likeliest(210, 45)).toBe('hair');
  expect(likeliest(30, 130)).toBe('background');
  expect(likeliest(230, 400)).toBe('clothes');
  for (const at of [0, 20_000, 40_000, 65_535]) {
    const sum = segmentClasses.reduce((total, name) => total + planes[name].data[at]!, 0);
    expect(sum).toBeCloseTo(1, 5);
  }
});
