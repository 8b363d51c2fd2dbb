import { describe, expect, it } from 'vitest';
import { selectIn } from '../../../../renderer/state/lists/selectInList.ts';
import { emptySelection, selectOne } from '../../../../renderer/state/lists/selection.ts';

/** A list with ids of ten times their places; negative ids have been removed. */
const list = {
  placeOf: async (id: number) => (id < 0 ? null : id / 10),
  idsBetween: async (a: number, b: number) =>
    Array.from({ length: Math.abs(b - a) + 1 }, (_, index) => (Math.min(a, b) + index) * 10),
};
const at = (place: number) => ({ id: place * 10, place });
const none = { extends: false, adds: false };

describe('selecting in a list', () => {
  it.each([
    ['one alone', selectOne(at(7)), none, [30]],
    ['one more', selectOne(at(7)), { ...none, adds: true }, [30, 70]],
    ['a range', selectOne(at(5)), { ...none, extends: true }, [30, 40, 50]],
    ['a range from where nothing was selected', emptySelection, { ...none, extends: true }, [30]],
  ])('selects %s', async (_, before, keys, expected) => {
    const { ids } = await selectIn(list, before, at(3), keys);
    expect([...ids].sort((a, b) => a - b)).toEqual(expected);
  });

  it('starts a range at the current position of its anchor', async () => {
    const moved = selectOne({ id: 40, place: 9 });
    expect((await selectIn(list, moved, at(5), { extends: true, adds: false })).ids).toEqual(new Set([40, 50]));
  });

  it('selects only the row if the anchor was removed', async () => {
    const gone = selectOne({ id: -1, place: 2 });
    expect((await selectIn(list, gone, at(5), { extends: true, adds: false })).ids).toEqual(new Set([50]));
  });
});
