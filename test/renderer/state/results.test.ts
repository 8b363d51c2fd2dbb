import { describe, expect, it } from 'vitest';
import { ordered, pageSize, withPage } from '../../../renderer/state/results.ts';
import { resultOf } from '../../helpers/window-data.ts';

const idsOf = (results: readonly { id: number }[]) => results.map((result) => result.id).sort((a, b) => a - b);
/** A whole page of results, newest first, that ends with the id `last`. */
const pageDownTo = (last: number) => Array.from({ length: pageSize }, (_, at) => resultOf(last + pageSize - 1 - at));

describe('withPage', () => {
  it('takes a short page as everything there is', () => {
    expect(idsOf(withPage([resultOf(1), resultOf(2)], [resultOf(3), resultOf(2)], null))).toEqual([2, 3]);
  });

  it('keeps older results under a full page', () => {
    const next = withPage([resultOf(5), resultOf(200)], pageDownTo(100), null);
    expect(next).toHaveLength(pageSize + 1);
    expect(next.some((result) => result.id === 5)).toBe(true);
  });

  it('adds an older page below the newer results', () => {
    expect(idsOf(withPage([resultOf(10), resultOf(9)], [resultOf(8), resultOf(3)], 9))).toEqual([3, 8, 9, 10]);
  });

  it('takes the newer record of a result', () => {
    const [result] = withPage([resultOf(1)], [resultOf(1, { present: false })], null);
    expect(result?.present).toBe(false);
  });
});

describe('ordered', () => {
  const results = [resultOf(7, { jobId: 2 }), resultOf(5, { jobId: 3 }), resultOf(6, { jobId: 2, element: '1' })];
  it('shows a batch photograph by photograph', () => {
    expect(ordered(results, 1).map((result) => result.id)).toEqual([6, 7, 5]);
  });

  it('shows all batches newest first, elements in their order', () => {
    expect(ordered(results, null).map((result) => result.id)).toEqual([5, 6, 7]);
  });
});
