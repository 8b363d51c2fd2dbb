import { describe, expect, it } from 'vitest';
import { createLiveStroke } from '../../../../../renderer/screens/review/touchUp/liveStroke.ts';
import {
  all,
  brush,
  cutout,
  furthest,
  height,
  photograph,
  place,
  points,
  width,
} from '../../../../helpers/photograph/stroke-fixture.ts';

describe('the sketch of a stroke', () => {
  it.each(['restore', 'erase'] as const)('is the same point by point as in one step: %s', (mode) => {
    const singleStep = createLiveStroke(place);
    singleStep.setBase(all(cutout));
    singleStep.start({ ...brush, mode });
    singleStep.extend(points);
    const stepwise = createLiveStroke(place);
    stepwise.setBase(all(cutout));
    stepwise.start({ ...brush, mode });
    for (let at = 0; at < points.length; at++) stepwise.extend(points.slice(Math.max(0, at - 1), at + 1));
    expect(furthest(stepwise.pixels, singleStep.pixels)).toBeLessThanOrEqual(1);
    expect(furthest(cutout, singleStep.pixels)).toBeGreaterThan(100);
  });

  it('stays over a new picture that arrives during the stroke, and returns the painted area', () => {
    const sketch = createLiveStroke(place);
    sketch.setBase(all(new Uint8Array(width * height * 4)));
    sketch.start({ ...brush, mode: 'restore' });
    const area = sketch.extend(points.slice(0, 1));
    expect(area).toMatchObject({ left: 2, top: 2, width: 16, height: 16 });
    sketch.setBase(all(cutout));
    const own = (x: number, y: number) => sketch.pixels[(y * width + x) * 4 + 3];
    expect([own(10, 10), own(50, 40), own(5, 40)]).toEqual([255, 255, 0]);
    sketch.end();
    sketch.setBase(all(cutout));
    expect(own(10, 10)).toBe(0);
    expect(sketch.extend(points)).toBe(null);
  });

  it('is replaced by the main process’s result, even an empty one', () => {
    const sketch = createLiveStroke(place);
    sketch.setBase(all(cutout));
    sketch.start({ ...brush, mode: 'restore' });
    const area = sketch.extend(points)!;
    sketch.end();
    expect(furthest(sketch.pixels, cutout)).toBeGreaterThan(100);
    const nothing = { left: 0, top: 0, width: 0, height: 0, pixels: new Uint8Array() };
    expect(sketch.setBase(nothing)).toEqual(area);
    expect(furthest(sketch.pixels, cutout)).toBe(0);
    expect(sketch.setBase(nothing)).toBe(null);
    // The next stroke starts on the main process's picture, and a partial update appears at its position below the stroke.
    sketch.start({ ...brush, mode: 'restore' });
    sketch.extend(points.slice(0, 1));
    const part = { left: 40, top: 30, width: 2, height: 3, pixels: new Uint8Array(24).fill(77) };
    sketch.setBase(part);
    const own = (x: number, y: number) => sketch.pixels[(y * width + x) * 4];
    expect([own(40, 30), own(41, 32), own(42, 32) === cutout[(32 * width + 42) * 4]]).toEqual([77, 77, true]);
    expect(sketch.pixels[(10 * width + 10) * 4 + 3]).toBe(255);
  });

  it.each([
    ['white', 'erase', 255],
    ['mask', 'erase', 0],
    ['mask', 'restore', 255],
  ] as const)('on %s, %s leads to %i', (ground, mode, level) => {
    const sketch = createLiveStroke({ ...place, ground });
    sketch.setBase(all(photograph.pixels));
    sketch.start({ ...brush, mode });
    sketch.extend(points.slice(0, 1));
    expect([...sketch.pixels.subarray((10 * width + 10) * 4, (10 * width + 10) * 4 + 4)]).toEqual([
      level,
      level,
      level,
      255,
    ]);
  });

  it('ignores pixels outside the picture', () => {
    const sketch = createLiveStroke(place);
    sketch.start({ ...brush, mode: 'erase' });
    expect(sketch.extend([[-500, -500]])).toBe(null);
  });
});
