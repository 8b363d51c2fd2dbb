/** What the queue screen shows of the jobs: filter, order, selection. */
import { create } from 'zustand';
import type { Filter, Shown, SortKey } from './jobView.ts';
import { emptySelection, type Selection } from './selection.ts';

interface QueueUi extends Shown {
  readonly sort: SortKey;
  readonly selection: Selection;
}

export const useQueueUi = create<QueueUi>(() => ({
  filter: 'all',
  text: '',
  batchId: null,
  sort: 'activity',
  selection: emptySelection,
}));

export const setFilter = (filter: Filter) => useQueueUi.setState({ filter });
export const setSearch = (text: string) => useQueueUi.setState({ text });
export const setSort = (sort: SortKey) => useQueueUi.setState({ sort });
export const setBatch = (batchId: number | null) => useQueueUi.setState({ batchId });
export const setSelection = (selection: Selection) => useQueueUi.setState({ selection });
export const showAll = () => useQueueUi.setState({ filter: 'all', text: '', batchId: null });
