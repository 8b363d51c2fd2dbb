import { describe, expect, it } from 'vitest';
import { type ListedPhoto, orderBursts } from '../../../../../main/store/review/lists/photograph-order.ts';

const shot = (id: number, takenAt: number | null, change: Partial<ListedPhoto> = {}): ListedPhoto => ({
  ...{ id, takenAt, folderId: 1, stackId: null },
  ...change,
});

describe('a burst in a list', () => {
  it('runs forward if the list runs backward, and keeps its position', () => {
    const list = [shot(9, 90_000), shot(5, 52_000), shot(4, 51_000), shot(3, 51_000), shot(1, 10_000)];
    expect(orderBursts(list)).toEqual([9, 3, 4, 5, 1]);
    expect(orderBursts(list.toReversed())).toEqual([1, 3, 4, 5, 9]);
  });

  it.each<[string, ListedPhoto[]]>([
    ['a pause', [shot(2, 6001), shot(1, 5000)]],
    ['another folder', [shot(2, 5500), shot(1, 5000, { folderId: 2 })]],
    ['a photograph without a time', [shot(2, null), shot(1, null)]],
  ])('ends with %s', (_, list) => {
    expect(orderBursts(list)).toEqual([2, 1]);
  });

  it('is a stack too, whatever its pauses, with or without times', () => {
    const stackId = 1;
    expect(orderBursts([shot(2, 8000, { stackId }), shot(1, 5000, { stackId })])).toEqual([1, 2]);
    expect(orderBursts([shot(2, null, { stackId }), shot(1, null, { stackId })])).toEqual([1, 2]);
    expect(orderBursts([shot(2, 8000, { stackId: 2 }), shot(1, 5000, { stackId })])).toEqual([2, 1]);
  });
});
