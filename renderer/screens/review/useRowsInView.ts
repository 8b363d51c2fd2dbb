import { useEffect } from 'react';
import { photographList } from '../../state/review/photographList.ts';

/** Loads the photographs from one place of the list to another, again after a reload, and returns all loaded rows by place. */
export function useRowsInView(from: number, to: number) {
  const rows = photographList.use((list) => list.rows);
  useEffect(() => loadRows(from, to, rows), [from, to, rows]);
  return rows;
}

/** @param _loaded after a reload, the list has other rows and some are missing */
const loadRows = (from: number, to: number, _loaded: unknown) => photographList.see(from, to);
