import { create } from 'zustand';
import type { JobFilter, JobSort } from '../../../contract/review/list-queries.ts';
import { emptySelection, type Selection } from '../lists/selection.ts';

interface QueueUi {
  readonly filter: JobFilter;
  readonly text: string;
  readonly batchId: number | null;
  readonly sort: JobSort;
  readonly selection: Selection;
}

export const useQueueUi = create<QueueUi>(() => ({
  filter: 'all',
  text: '',
  batchId: null,
  sort: 'activity',
  selection: emptySelection,
}));

/** Lists other jobs. This clears a selection of all, which would otherwise include them. */
const changeList = (change: Partial<QueueUi>) =>
  useQueueUi.setState(({ selection }) => ({ ...change, ...(selection.isAll ? { selection: emptySelection } : {}) }));

export const setFilter = (filter: JobFilter) => changeList({ filter });
export const setSearch = (text: string) => changeList({ text });
export const setSort = (sort: JobSort) => useQueueUi.setState({ sort });
export const setBatch = (batchId: number | null) => changeList({ batchId });
export const setSelection = (selection: Selection) => useQueueUi.setState({ selection });
export const showAll = () => changeList({ filter: 'all', text: '', batchId: null });
