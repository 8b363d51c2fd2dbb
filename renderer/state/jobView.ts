/** The order and the filters of the job list: from thousands of jobs to the ids that are shown. Pure. */
import type { JobState, JobSummary } from '../../preload/contract/job.ts';

export const filters = ['all', 'queued', 'running', 'done', 'failed', 'uncertain', 'cancelled'] as const;
export type Filter = (typeof filters)[number];

export const sortKeys = ['activity', 'order', 'name', 'recipe', 'size', 'added'] as const;
export type SortKey = (typeof sortKeys)[number];

export type Jobs = ReadonlyMap<number, JobSummary>;

/** The filter a state belongs to. */
export const filterOf: Readonly<Record<JobState, Exclude<Filter, 'all'>>> = {
  queued: 'queued',
  preparing: 'running',
  submitting: 'running',
  waiting: 'running',
  fetching: 'running',
  placing: 'running',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
  uncertain: 'uncertain',
};

export type Counts = Readonly<Record<Filter, number>>;

export function countsOf(jobs: Iterable<JobSummary>): Counts {
  const counts = Object.fromEntries(filters.map((name) => [name, 0])) as Record<Filter, number>;
  for (const job of jobs) {
    counts.all += 1;
    counts[filterOf[job.state]] += 1;
  }
  return counts;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const byId = (a: JobSummary, b: JobSummary) => a.id - b.id;
const byOrder = (a: JobSummary, b: JobSummary) => b.priority - a.priority || a.position - b.position || byId(a, b);

/** What needs an eye first: at work, to be decided, failed, waiting; then what is finished, newest first. */
const activityRank: Readonly<Record<Exclude<Filter, 'all'>, number>> = {
  running: 0,
  uncertain: 1,
  failed: 2,
  queued: 3,
  done: 4,
  cancelled: 5,
};

const comparators: Readonly<Record<SortKey, (a: JobSummary, b: JobSummary) => number>> = {
  activity: (a, b) => {
    const rank = activityRank[filterOf[a.state]] - activityRank[filterOf[b.state]];
    if (rank !== 0) return rank;
    return a.finishedAt !== null && b.finishedAt !== null ? b.finishedAt - a.finishedAt || byId(a, b) : byOrder(a, b);
  },
  order: byOrder,
  name: (a, b) => collator.compare(a.name, b.name) || byId(a, b),
  recipe: (a, b) => collator.compare(a.recipeName, b.recipeName) || byOrder(a, b),
  size: (a, b) => b.bytes - a.bytes || byId(a, b),
  added: (a, b) => b.createdAt - a.createdAt || byOrder(a, b),
};

/** Orders that cannot change while no job is added or removed; comparing words is slow, so they are kept. */
const lasting: ReadonlySet<SortKey> = new Set(['name', 'recipe', 'size', 'added']);

/** Sorts jobs and remembers the last lasting order. One for each list. */
export function createSorter(): (jobs: Jobs, membership: number, key: SortKey) => readonly number[] {
  let kept: { membership: number; key: SortKey; ids: readonly number[] } | null = null;
  return (jobs, membership, key) => {
    if (kept?.membership === membership && kept.key === key) return kept.ids;
    const ids = [...jobs.values()].sort(comparators[key]).map((job) => job.id);
    kept = lasting.has(key) ? { membership, key, ids } : null;
    return ids;
  };
}

export interface Shown {
  readonly filter: Filter;
  readonly text: string;
  readonly batchId: number | null;
}

/** The ids of `order` that pass; `text` is looked for in names and recipes, every word of it. */
export function shownOf(jobs: Jobs, order: readonly number[], shown: Shown): readonly number[] {
  const words = shown.text.toLowerCase().split(/\s+/).filter(Boolean);
  if (shown.filter === 'all' && shown.batchId === null && words.length === 0) return order;
  return order.filter((id) => {
    const job = jobs.get(id);
    if (!job) return false;
    if (shown.filter !== 'all' && filterOf[job.state] !== shown.filter) return false;
    if (shown.batchId !== null && job.batchId !== shown.batchId) return false;
    if (words.length === 0) return true;
    const text = `${job.name} ${job.recipeName}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
