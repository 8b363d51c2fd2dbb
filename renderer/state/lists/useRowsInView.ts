import { useEffect } from 'react';
import type { PagedList } from './pagedList.ts';

/** Loads rows of a list from one place to another, again after a reload, and returns all loaded rows by place. */
export function useRowsInView<Query, Row extends { readonly id: number }>(
  list: PagedList<Query, Row>,
  from: number,
  to: number,
): ReadonlyMap<number, Row> {
  const rows = list.use((state) => state.rows);
  // Depends on `rows`, because a reload replaces them and some are missing afterwards.
  useEffect(() => void (rows && list.see(from, to)), [list, from, to, rows]);
  return rows;
}
