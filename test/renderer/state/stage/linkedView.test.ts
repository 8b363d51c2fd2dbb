import { describe, expect, it } from 'vitest';
import {
  fittedLinkedView,
  type LinkedView,
  levelAfter,
  noOffset,
  offsetAfter,
  type Pane,
  panned,
  viewAt,
  zoomAt,
  zoomedTo,
} from '../../../../renderer/state/stage/linkedView.ts';
import { fitted, fullZoom } from '../../../../renderer/state/stage/stageGeometry.ts';

const stage = { width: 600, height: 400 };
const paneOf = (width: number, height: number): Pane => {
  const fit = fitted({ width, height }, stage, 1);
  return { stage, fit, full: fullZoom({ width, height }, fit, 1) };
};
const large = paneOf(6000, 4000);
const small = paneOf(1200, 800);
const tiny = paneOf(300, 200);

it.each([
  ['as a whole', 0, [1, 1, 1]],
  ['at full size', 1, [10, 2, 1]],
  ['at twice full size', 2, [20, 4, 2]],
  ['half way', 0.5, [Math.sqrt(10), Math.sqrt(2), 1]],
] as const)('each picture is shown %s', (_, level, zooms) => {
  expect([large, small, tiny].map(({ full }) => zoomAt(level, full))).toEqual(
    zooms.map((zoom) => expect.closeTo(zoom)),
  );
});

describe('zooming with the wheel', () => {
  it.each([
    ['in', 0, 10 ** 0.5, 10, 0.5],
    ['to full size', 0.5, 10 ** 0.5, 10, 1],
    ['beyond it', 1, 2, 10, 2],
    ['back over it', 2, 1 / 4, 4, 0.5],
    ['out', 0.5, 0.1, 10, 0],
    ['no farther than all of it', 0, 0.5, 10, 0],
    ['no closer than eight times', 6, 4, 10, 8],
  ] as const)('goes %s', (_, level, factor, full, next) => {
    expect(levelAfter(level, factor, full)).toBeCloseTo(next);
  });
  it('uses the zoom factor of the picture under the pointer', () => {
    expect(zoomAt(levelAfter(0.2, 1.3, large.full), large.full)).toBeCloseTo(1.3 * zoomAt(0.2, large.full));
  });
});

describe('the point under the pointer', () => {
  /** Returns the point of the picture at `at` (px of the pane). */
  const under = (linked: LinkedView, pane: Pane, at: { x: number; y: number }, offset = noOffset) => {
    const view = viewAt(linked, pane, offset);
    const point = (center: number, away: number, length: number) => center + away / (length * view.zoom);
    return {
      x: point(view.x, at.x - stage.width / 2, pane.fit.width),
      y: point(view.y, at.y - stage.height / 2, pane.fit.height),
    };
  };
  const close = ({ x, y }: { x: number; y: number }) => ({ x: expect.closeTo(x), y: expect.closeTo(y) });

  it.each([
    ['from the whole to full size', fittedLinkedView, 1, noOffset],
    ['from a detail to a smaller one', { level: 0.6, x: 0.4, y: 0.5 }, 1.5, noOffset],
    ['in a pane that was moved by itself', { level: 0.8, x: 0.4, y: 0.5 }, 1, { x: 0.05, y: -0.02 }],
  ] as const)('stays where it is %s', (_, linked, level, offset) => {
    const at = { x: 200, y: 260 };
    const after = zoomedTo(linked, level, at, large, offset);
    expect(after.level).toBe(level);
    expect(under(after, large, at, offset)).toEqual(close(under(linked, large, at, offset)));
  });

  it('is the same in all others', () => {
    const after = zoomedTo(fittedLinkedView, 1, { x: 450, y: 100 }, large);
    const middles = [large, small].map((pane) => viewAt(after, pane));
    expect(middles[0]).toMatchObject({ x: expect.closeTo(after.x), y: expect.closeTo(after.y) });
    // The smaller picture is centered on the point as far as its edges allow.
    expect(middles[1]!.x).toBeCloseTo(Math.min(after.x, 1 - 1 / (2 * small.full)));
  });

  it('does not matter after zooming out completely', () => {
    expect(zoomedTo({ level: 1, x: 0.2, y: 0.9 }, 0, { x: 10, y: 10 }, large)).toEqual(fittedLinkedView);
  });
});

describe('dragging', () => {
  const detail = { level: 1, x: 0.5, y: 0.5 };
  it('moves all pictures by the same fraction', () => {
    expect(panned(detail, { x: 60, y: -40 }, large)).toEqual({
      level: 1,
      x: expect.closeTo(0.49),
      y: expect.closeTo(0.51),
    });
  });
  it('stops at the edges of the dragged picture', () => {
    const end = panned(detail, { x: -1e6, y: 0 }, large);
    expect(end.x).toBeCloseTo(0.95);
    expect(panned(end, { x: 60, y: 0 }, large).x).toBeCloseTo(0.94);
  });
  it('moves one picture alone, and the others stay', () => {
    const offset = offsetAfter(detail, { x: 60, y: 0 }, large, noOffset);
    expect(offset).toEqual({ x: expect.closeTo(-0.01), y: expect.closeTo(0) });
    expect(viewAt(detail, large, offset).x).toBeCloseTo(0.49);
    expect(viewAt(detail, large).x).toBeCloseTo(0.5);
    const moved = panned(detail, { x: -60, y: 0 }, large, offset);
    expect(viewAt(moved, large, offset).x).toBeCloseTo(0.5);
    expect(viewAt(moved, large).x).toBeCloseTo(0.51);
  });
  it('does not move a picture that fits completely', () => {
    expect(panned(fittedLinkedView, { x: 50, y: 50 }, small)).toEqual(fittedLinkedView);
    expect(offsetAfter(fittedLinkedView, { x: 50, y: 50 }, small, noOffset)).toEqual(noOffset);
  });
});
