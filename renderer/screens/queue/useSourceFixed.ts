import { useEffect, useState } from 'react';
import type { JobSummary } from '../../../contract/jobs/job.ts';
import { requestQuietly } from '../../bridge.ts';

/**
 * Returns whether the file that a job failed for has been replaced or is available again. Checks again whenever the window
 * gets the focus, because files are replaced in other programs.
 */
export function useSourceFixed(job: JobSummary | undefined): boolean {
  const [fixedId, setFixedId] = useState<number | null>(null);
  const id = job?.state === 'failed' && job.error?.advice === 'replace-file' ? job.id : null;
  useEffect(() => {
    if (id === null) return;
    let isCurrent = true;
    const check = () =>
      void requestQuietly('jobs.isMended', { id }).then((reply) => {
        if (isCurrent) setFixedId(reply.ok && reply.value ? id : null);
      });
    check();
    window.addEventListener('focus', check);
    return () => {
      isCurrent = false;
      window.removeEventListener('focus', check);
    };
  }, [id]);
  return id !== null && fixedId === id;
}
