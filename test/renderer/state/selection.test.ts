import { describe, expect, it } from 'vitest';
import { allOf, clicked, emptySelection, moved, pruned, type Selection } from '../../../renderer/state/selection.ts';

const order = [10, 20, 30, 40, 50];
const plain = { toggle: false, range: false };
const toggle = { toggle: true, range: false };
const range = { toggle: false, range: true };
const idsOf = (selection: Selection) => [...selection.ids].sort((a, b) => a - b);

describe('clicked', () => {
  it('selects one row', () => {
    expect(clicked({ ids: new Set([20, 30]), anchor: 20, lead: 30 }, order, 40, plain)).toEqual({
      ids: new Set([40]),
      anchor: 40,
      lead: 40,
    });
  });

  it('adds and takes away with Ctrl', () => {
    const two = clicked(clicked(emptySelection, order, 20, plain), order, 40, toggle);
    expect(idsOf(two)).toEqual([20, 40]);
    expect(idsOf(clicked(two, order, 20, toggle))).toEqual([40]);
  });

  it('takes a range with Shift, from the anchor, in both directions', () => {
    const start = clicked(emptySelection, order, 30, plain);
    expect(idsOf(clicked(start, order, 50, range))).toEqual([30, 40, 50]);
    const back = clicked(clicked(start, order, 50, range), order, 10, range);
    expect(idsOf(back)).toEqual([10, 20, 30]);
    expect(back.anchor).toBe(30);
  });

  it('adds a range with Ctrl and Shift', () => {
    const apart = clicked(clicked(emptySelection, order, 10, plain), order, 40, toggle);
    expect(idsOf(clicked(apart, order, 50, { toggle: true, range: true }))).toEqual([10, 40, 50]);
  });

  it('takes the row alone when the anchor is not shown any more', () => {
    expect(idsOf(clicked({ ids: new Set([99]), anchor: 99, lead: 99 }, order, 20, range))).toEqual([20]);
  });
});

describe('moved', () => {
  it('begins at the end it comes from', () => {
    expect(moved(emptySelection, order, 1, false).lead).toBe(10);
    expect(moved(emptySelection, order, -1, false).lead).toBe(50);
  });

  it('stops at both ends', () => {
    expect(moved(clicked(emptySelection, order, 50, plain), order, 3, false).lead).toBe(50);
    expect(moved(clicked(emptySelection, order, 20, plain), order, -9, false).lead).toBe(10);
  });

  it('extends from the anchor and shrinks again', () => {
    const one = clicked(emptySelection, order, 20, plain);
    const three = moved(moved(one, order, 1, true), order, 1, true);
    expect(idsOf(three)).toEqual([20, 30, 40]);
    expect(idsOf(moved(three, order, -1, true))).toEqual([20, 30]);
  });

  it('does nothing in an empty list', () => {
    expect(moved(emptySelection, [], 1, false)).toBe(emptySelection);
  });
});

describe('pruned', () => {
  it('forgets rows that have gone', () => {
    const selection = { ids: new Set([10, 20]), anchor: 10, lead: 20 };
    expect(pruned(selection, (id) => id !== 10)).toEqual({ ids: new Set([20]), anchor: null, lead: 20 });
  });

  it('stays the same object when nothing has gone', () => {
    const selection = allOf(order, emptySelection);
    expect(pruned(selection, () => true)).toBe(selection);
  });
});
