import { expect, it } from 'vitest';
import { mostKept, staying } from '../../../../main/imaging/touch/checkpoints.ts';

/** How many strokes are painted anew when `count` strokes are shown; what is kept then. */
function shown(kept: readonly number[], count: number): { readonly painted: number; readonly kept: readonly number[] } {
  const from = kept.findLast((each) => each <= count) ?? 0;
  let now = [...kept];
  for (let at = from; at < count; at += 8) {
    const next = Math.min(at + 8, count);
    now = [
      ...staying(
        [...new Set([...now, next])].sort((a, b) => a - b),
        count,
      ),
    ];
  }
  return { painted: count - from, kept: now };
}

it('paints few strokes anew for each one that is taken back, however many there are', () => {
  let kept: readonly number[] = [];
  for (let count = 1; count <= 200; count++) kept = shown(kept, count).kept;
  expect(kept).toContain(200);
  const painted: number[] = [];
  for (let count = 199; count >= 0; count--) {
    const next = shown(kept, count);
    painted.push(next.painted);
    kept = next.kept;
    expect(kept.length).toBeLessThanOrEqual(mostKept);
  }
  expect(Math.max(...painted.slice(0, 20))).toBeLessThan(20);
  expect(painted.reduce((sum, each) => sum + each, 0) / painted.length).toBeLessThan(20);
});

it('keeps what is shown', () => {
  expect(staying([1, 2, 3, 4, 5, 6, 7], 7)).toContain(7);
  expect(staying([1, 2], 2)).toEqual([1, 2]);
});
