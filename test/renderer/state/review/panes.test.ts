import { describe, expect, it } from 'vitest';
import {
  focused,
  focusPane,
  nextVersion,
  type Panes,
  removePane,
  replacePane,
  visiblePanes,
} from '../../../../renderer/state/review/panes.ts';

const of = (ids: readonly number[], focus: number): Panes => ({
  panes: ids.map((id) => ({ id, versionId: null, place: id * 10 })),
  focus,
});
const seen = ({ panes, focus }: Panes) => [panes.map(({ id }) => id), focus];

it.each([
  [0, 1],
  [2, 3],
  [-1, 1],
  [9, 3],
])('the focus moves to %i and stops at both ends', (at, id) => {
  expect(focused(focusPane(of([1, 2, 3], 1), at))?.id).toBe(id);
});

it.each([
  ['the focused one: the next one has it', of([1, 2, 3], 1), 1, [[1, 3], 1]],
  ['the last, focused: the one before has it', of([1, 2, 3], 2), 2, [[1, 2], 1]],
  ['one before it', of([1, 2, 3], 2), 0, [[2, 3], 1]],
  ['one after it', of([1, 2, 3], 0), 2, [[1, 2], 0]],
  ['the only one', of([1], 0), 0, [[], 0]],
])('is removed: %s', (_, panes, at, after) => {
  expect(seen(removePane(panes, panes.panes[at]!))).toEqual(after);
});

it('is missing: nothing is removed', () => {
  expect(seen(removePane(of([1, 2], 1), { id: 3, versionId: null, place: 30 }))).toEqual([[1, 2], 1]);
});

it('another picture replaces the focused one', () => {
  expect(seen(replacePane(of([1, 2, 3], 1), { id: 9, versionId: null, place: 90 }))).toEqual([[1, 9, 3], 1]);
});

it.each([
  ['fewer', of([1, 2], 1), [[1, 2], 1]],
  ['the first', of([1, 2, 3, 4, 5], 0), [[1, 2, 3, 4], 0]],
  ['from the focused one on', of([1, 2, 3, 4, 5, 6], 1), [[2, 3, 4, 5], 0]],
  ['the last', of([1, 2, 3, 4, 5], 4), [[2, 3, 4, 5], 3]],
])('four of many: %s', (_, panes, after) => {
  expect(seen(visiblePanes(panes, 4))).toEqual(after);
});

describe('the next result', () => {
  const on = (shown: readonly number[], focus: number): Panes => ({
    panes: shown.map((versionId) => ({ id: 1, versionId, place: 0 })),
    focus,
  });
  const versions = [11, 12, 13, 14];
  it.each([
    [[11, 12], 0, 1, 13],
    [[11, 12], 1, 1, 13],
    [[11, 12], 0, -1, 14],
    [[13, 14], 1, 1, 11],
    [[13, 14], 0, -1, 12],
    [[11, 12, 13, 14], 0, 1, null],
  ] as const)('of %j, on %i, by %i is %s', (shown, focus, delta, next) => {
    expect(nextVersion(on(shown, focus), versions, delta)).toBe(next);
  });
});
