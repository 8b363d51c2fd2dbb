import { describe, expect, it } from 'vitest';
import {
  contained,
  fitted,
  fittedView,
  fullZoom,
  isSameShape,
  placeOf,
  shiftOf,
  viewOf,
} from '../../../../renderer/state/stage/stageGeometry.ts';

const stage = { width: 800, height: 600 };

describe('fitted', () => {
  it.each([
    ['a wide photograph', { width: 4000, height: 2000 }, 1, { width: 800, height: 400 }],
    ['a tall photograph', { width: 1500, height: 3000 }, 1, { width: 300, height: 600 }],
    ['a small one, at its own size', { width: 100, height: 50 }, 1, { width: 100, height: 50 }],
    ['a small one on a dense screen', { width: 100, height: 50 }, 2, { width: 50, height: 25 }],
    ['nothing', { width: 0, height: 0 }, 1, { width: 0, height: 0 }],
  ])('fits %s', (_, picture, ratio, size) => {
    expect(fitted(picture, stage, ratio)).toEqual(size);
  });
});

it('fills a tile along the longer side, at any size', () => {
  expect(contained({ width: 4000, height: 2000 }, 176)).toEqual({ width: 176, height: 88 });
  expect(contained({ width: 20, height: 40 }, 176)).toEqual({ width: 88, height: 176 });
  expect(contained({ width: 0, height: 0 }, 176)).toEqual({ width: 176, height: 176 });
});

describe('fullZoom', () => {
  it('maps one px of the photograph to one px of the screen', () => {
    const picture = { width: 4000, height: 2000 };
    expect(fullZoom(picture, fitted(picture, stage, 1), 1)).toBe(5);
    expect(fullZoom(picture, fitted(picture, stage, 2), 2)).toBe(2.5);
    expect(fullZoom({ width: 100, height: 50 }, { width: 100, height: 50 }, 1)).toBe(1);
  });
});

describe('shiftOf and viewOf', () => {
  const fit = { width: 800, height: 400 };
  it('centers the whole photograph', () => {
    expect(shiftOf(fittedView, fit, stage)).toEqual({ x: 0, y: 100 });
  });

  it('are inverse to each other while the photograph is larger than the stage', () => {
    const view = { zoom: 4, x: 0.4, y: 0.6 };
    expect(viewOf(4, shiftOf(view, fit, stage), fit, stage)).toEqual(view);
  });

  it('shows the same part of another photograph of the same shape', () => {
    const view = viewOf(2, { x: -100, y: -50 }, fit, stage);
    const smaller = { width: 400, height: 300 };
    expect(viewOf(2, shiftOf(view, fit, smaller), fit, smaller).x).toBeCloseTo(view.x, 10);
  });

  it('never shows the area outside the photograph', () => {
    expect(shiftOf({ zoom: 4, x: 0, y: 1 }, fit, stage)).toEqual({ x: 0, y: 600 - 1600 });
  });
});

describe('isSameShape', () => {
  it.each([
    [{ width: 4000, height: 3000 }, { width: 2000, height: 1500 }, true],
    [{ width: 1999, height: 1333 }, { width: 6000, height: 4000 }, true],
    [{ width: 3000, height: 4000 }, { width: 4000, height: 3000 }, false],
    [{ width: 1000, height: 900 }, { width: 1000, height: 1000 }, false],
    [{ width: 0, height: 0 }, { width: 1, height: 1 }, false],
  ])('%o and %o: %s', (first, second, same) => {
    expect(isSameShape(first, second)).toBe(same);
  });
});

it('positions an element in fractions of the photograph', () => {
  expect(placeOf({ x: 100, y: 30, width: 50, height: 60 }, { width: 200, height: 300 })).toEqual({
    left: '50%',
    top: '10%',
    width: '25%',
    height: '20%',
  });
});
