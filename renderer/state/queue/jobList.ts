/** The queue's list, and what is counted of it. */
import { useEffect, useState } from 'react';
import type { JobSummary } from '../../../contract/jobs/job.ts';
import {
  type ChoiceTally,
  type JobQuery,
  type JobTally,
  jobQuerySchema,
} from '../../../contract/review/list-queries.ts';
import { requestQuietly } from '../../bridge.ts';
import { replyValue } from '../data/replyValue.ts';
import { useData } from '../data/store.ts';
import { createPagedList } from '../lists/pagedList.ts';
import { sizeOf, toChoice } from '../lists/selection.ts';
import { useQueueUi } from './queueUi.ts';

export const everyJob: JobQuery = jobQuerySchema.parse({});

export const jobList = createPagedList<JobQuery, JobSummary>(
  {
    head: async (query) => replyValue(await requestQuietly('jobs.head', query)),
    order: async (query) => replyValue(await requestQuietly('jobs.order', query)),
    rows: async (revision, from, to) => replyValue(await requestQuietly('jobs.rows', { revision, from, to })),
    ids: async (revision, from, to) => replyValue(await requestQuietly('jobs.ids', { revision, from, to })),
    place: async (revision, id) => replyValue(await requestQuietly('jobs.place', { revision, id })),
    show: (ids) => void requestQuietly('lists.showJobs', { ids: [...ids] }),
  },
  everyJob,
);

/** Keeps the list to what filter, search and order say. */
export function useJobList(): void {
  const { filter, text, batchId, sort } = useQueueUi();
  useEffect(() => void jobList.open({ ...everyJob, filter, text, batchId, sort }), [filter, text, batchId, sort]);
}

/** How many photographs each filter would show, given search and batch. */
export function useTally(): JobTally {
  const { text, batchId } = useQueueUi();
  const all = useData((data) => data.tally);
  const [narrow, setNarrow] = useState<{ readonly key: string; readonly tally: JobTally } | null>(null);
  const key = `${batchId} ${text}`;
  const isUnfiltered = text.trim() === '' && batchId === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `all` says that something was counted anew
  useEffect(() => {
    if (isUnfiltered) return;
    let isCurrent = true;
    void requestQuietly('jobs.tally', { ...everyJob, text, batchId }).then((reply) => {
      if (isCurrent && reply.ok) setNarrow({ key, tally: reply.value });
    });
    return () => {
      isCurrent = false;
    };
  }, [key, isUnfiltered, all]);
  return isUnfiltered || narrow?.key !== key ? all : narrow.tally;
}

/** What the selected photographs are; null until it is known, and where none is selected. */
export function useSelected(): ChoiceTally | null {
  const selection = useQueueUi((ui) => ui.selection);
  const version = useData((data) => data.jobsVersion);
  const count = jobList.use((list) => list.count);
  const [tally, setTally] = useState<ChoiceTally | null>(null);
  const isNone = sizeOf(selection, count) === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` says that some job changed
  useEffect(() => {
    if (isNone) return;
    let isCurrent = true;
    const timer = setTimeout(
      () =>
        void requestQuietly('jobs.sum', { on: toChoice(selection, jobList.now().query) }).then((reply) => {
          if (isCurrent && reply.ok) setTally(reply.value);
        }),
      30,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [selection, isNone, version]);
  return isNone ? null : tally;
}
