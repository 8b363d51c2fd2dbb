/** The details of one job, read again whenever its row changes in a way they could have changed too. */
import { useEffect, useState } from 'react';
import type { JobDetail } from '../../../../contract/app/app-snapshot.ts';
import type { JobSummary } from '../../../../contract/jobs/job.ts';
import { toLogText } from '../../../../contract/messages/message.ts';
import { requestQuietly } from '../../../bridge.ts';

/** Null until they are there; what was there stays while they are read again. */
export function useJobDetail(job: JobSummary): JobDetail | null {
  const [detail, setDetail] = useState<JobDetail | null>(null);
  const version = [
    job.state,
    job.step,
    job.attempts,
    job.resultCount,
    job.held,
    job.error && toLogText(job.error.message),
  ].join('|');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` stands for what the details depend on
  useEffect(() => {
    let isCurrent = true;
    void requestQuietly('jobs.detail', { id: job.id }).then((reply) => {
      if (isCurrent && reply.ok) setDetail(reply.value);
    });
    return () => {
      isCurrent = false;
    };
  }, [job.id, version]);
  return detail?.job.id === job.id ? detail : null;
}
