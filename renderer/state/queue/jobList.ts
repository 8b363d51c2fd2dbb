import { useEffect, useEffectEvent, useState } from 'react';
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
import { PagedList } from '../lists/pagedList.ts';
import { type Selection, sizeOf, toChoice } from '../lists/selection.ts';
import { useQueueUi } from './queueUi.ts';

export const everyJob: JobQuery = jobQuerySchema.parse({});

export const jobList = new PagedList<JobQuery, JobSummary>(
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

export function useJobList(): void {
  const { filter, text, batchId, sort } = useQueueUi();
  useEffect(() => void jobList.open({ ...everyJob, filter, text, batchId, sort }), [filter, text, batchId, sort]);
}

/** Returns the number of jobs of each filter, within the search and the batch. */
export function useTally(): JobTally {
  const { text, batchId } = useQueueUi();
  const fullTally = useData((data) => data.tally);
  const [narrow, setNarrow] = useState<{ readonly key: string; readonly tally: JobTally } | null>(null);
  const key = `${batchId} ${text}`;
  const isUnfiltered = text.trim() === '' && batchId === null;
  const read = useEffectEvent((narrowKey: string, isSkipped: boolean, _counted: JobTally) => {
    if (isSkipped) return;
    let isCurrent = true;
    void requestQuietly('jobs.tally', { ...everyJob, text, batchId }).then((reply) => {
      if (isCurrent && reply.ok) setNarrow({ key: narrowKey, tally: reply.value });
    });
    return () => {
      isCurrent = false;
    };
  });
  useEffect(() => read(key, isUnfiltered, fullTally), [key, isUnfiltered, fullTally]);
  return isUnfiltered || narrow?.key !== key ? fullTally : narrow.tally;
}

const selectionDelayMs = 30;

/** Returns counts of the selected jobs; null if none is selected, or until they are known. */
export function useSelected(): ChoiceTally | null {
  const selection = useQueueUi((ui) => ui.selection);
  const version = useData((data) => data.jobsVersion);
  const count = jobList.use((list) => list.count);
  const [tally, setTally] = useState<ChoiceTally | null>(null);
  const isNone = sizeOf(selection, count) === 0;
  const read = useEffectEvent((selected: Selection, isSkipped: boolean, _version: number) => {
    if (isSkipped) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const reply = await requestQuietly('jobs.sum', { on: toChoice(selected, jobList.now().query) });
      if (isCurrent && reply.ok) setTally(reply.value);
    }, selectionDelayMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  });
  useEffect(() => read(selection, isNone, version), [selection, isNone, version]);
  return isNone ? null : tally;
}
