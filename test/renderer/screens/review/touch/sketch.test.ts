import { describe, expect, it } from 'vitest';
import { createSketch } from '../../../../../renderer/screens/review/touch/sketch.ts';
import { brush, cutout, furthest, height, photograph, place, points, width } from '../../../../helpers/sketched.ts';

describe('the sketch of a stroke', () => {
  it.each(['restore', 'erase'] as const)('is the same point by point as at once: %s', (mode) => {
    const whole = createSketch(place);
    whole.setBase(cutout);
    whole.begin({ ...brush, mode });
    whole.extend(points);
    const stepwise = createSketch(place);
    stepwise.setBase(cutout);
    stepwise.begin({ ...brush, mode });
    for (let at = 0; at < points.length; at++) stepwise.extend(points.slice(Math.max(0, at - 1), at + 1));
    expect(furthest(stepwise.pixels, whole.pixels)).toBeLessThanOrEqual(1);
    expect(furthest(cutout, whole.pixels)).toBeGreaterThan(100);
  });

  it('stays over another picture that comes meanwhile, and says where it painted', () => {
    const sketch = createSketch(place);
    sketch.setBase(new Uint8Array(width * height * 4));
    sketch.begin({ ...brush, mode: 'restore' });
    const area = sketch.extend(points.slice(0, 1));
    expect(area).toMatchObject({ left: 2, top: 2, width: 16, height: 16 });
    sketch.setBase(cutout);
    const own = (x: number, y: number) => sketch.pixels[(y * width + x) * 4 + 3];
    expect([own(10, 10), own(50, 40), own(5, 40)]).toEqual([255, 255, 0]);
    sketch.end();
    sketch.setBase(cutout);
    expect(own(10, 10)).toBe(0);
    expect(sketch.extend(points)).toBe(null);
  });

  it.each([
    ['white', 'erase', 255],
    ['mask', 'erase', 0],
    ['mask', 'restore', 255],
  ] as const)('on %s, %s leads to %i', (ground, mode, level) => {
    const sketch = createSketch({ ...place, ground });
    sketch.setBase(photograph.pixels);
    sketch.begin({ ...brush, mode });
    sketch.extend(points.slice(0, 1));
    expect([...sketch.pixels.subarray((10 * width + 10) * 4, (10 * width + 10) * 4 + 4)]).toEqual([
      level,
      level,
      level,
      255,
    ]);
  });

  it('passes over what lies outside of the picture', () => {
    const sketch = createSketch(place);
    sketch.begin({ ...brush, mode: 'erase' });
    expect(sketch.extend([[-500, -500]])).toBe(null);
  });
});
