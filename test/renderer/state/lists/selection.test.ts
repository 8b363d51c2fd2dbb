import { describe, expect, it } from 'vitest';
import {
  emptySelection,
  isSelected,
  onlyOne,
  selectAll,
  selectOne,
  selectRange,
  sizeOf,
  stepFrom,
  toggle,
} from '../../../../renderer/state/lists/selection.ts';

const listOf = (...ids: readonly number[]) => ({
  count: ids.length,
  rows: new Map(ids.map((id, place) => [place, { id }])),
});
const mark = (id: number) => ({ id, place: id - 1 });

describe('selecting', () => {
  it('selects one row, and only that', () => {
    const selection = selectOne(mark(3));
    expect([...selection.ids]).toEqual([3]);
    expect(onlyOne(selection, listOf(3, 5))).toBe(3);
    expect(onlyOne(toggle(selection, mark(5)), listOf(3, 5))).toBeNull();
  });

  it('knows the only row of all, in a list of one or after the others are removed', () => {
    const all = selectAll(emptySelection);
    expect(onlyOne(all, listOf(7))).toBe(7);
    expect(onlyOne(all, listOf(3, 7))).toBeNull();
    expect(onlyOne(toggle(all, mark(3)), listOf(3, 7))).toBe(7);
    expect(onlyOne(all, listOf())).toBeNull();
    // The row has not been read yet.
    expect(onlyOne(all, { count: 1, rows: new Map() })).toBeNull();
  });

  it('adds and removes rows', () => {
    const two = toggle(selectOne(mark(3)), mark(5));
    expect([...two.ids]).toEqual([3, 5]);
    expect([...toggle(two, mark(3)).ids]).toEqual([5]);
  });

  it('selects a range from its anchor, with or without the previous selection', () => {
    const began = toggle(selectOne(mark(1)), mark(4));
    expect([...selectRange(began, [4, 5, 6], mark(6), false).ids]).toEqual([4, 5, 6]);
    expect([...selectRange(began, [4, 5, 6], mark(6), true).ids]).toEqual([1, 4, 5, 6]);
    expect(selectRange(began, [4, 5, 6], mark(6), false).anchor).toEqual(mark(4));
  });

  it('selects all of a list of any length, except rows that are removed again', () => {
    const all = selectAll(emptySelection);
    expect(sizeOf(all, 300_000)).toBe(300_000);
    expect(isSelected(all, 299_999)).toBe(true);
    const but = toggle(all, mark(7));
    expect([sizeOf(but, 300_000), isSelected(but, 7), isSelected(but, 8)]).toEqual([299_999, false, true]);
    expect(onlyOne(but, listOf(7, 8, 9))).toBeNull();
  });
});

describe('stepFrom', () => {
  it.each([
    [null, 1, 10, 0],
    [null, -1, 10, 9],
    [4, 1, 10, 5],
    [4, -100, 10, 0],
    [4, 100, 10, 9],
    [4, 1, 0, null],
    [40, 1, 10, 9],
  ])('from %s by %i of %i: %s', (place, delta, count, expected) => {
    const lead = place === null ? null : { id: 1, place };
    expect(stepFrom({ ...emptySelection, lead }, delta, count)).toBe(expected);
  });
});
