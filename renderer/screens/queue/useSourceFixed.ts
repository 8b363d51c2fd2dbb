/** Failed jobs whose file is another one by now, or is there again: asked for while they are on the screen. */
import { useEffect, useState } from 'react';
import type { JobSummary } from '../../../contract/jobs/job.ts';
import { requestQuietly } from '../../bridge.ts';

/** Looked at again whenever the window comes to the front: files are replaced in other programs. */
export function useSourceFixed(job: JobSummary | undefined): boolean {
  const [mended, setMended] = useState<number | null>(null);
  const id = job?.state === 'failed' && job.error?.advice === 'replace-file' ? job.id : null;
  useEffect(() => {
    if (id === null) return;
    let isCurrent = true;
    const read = () =>
      void requestQuietly('jobs.isMended', { id }).then((reply) => {
        if (isCurrent) setMended(reply.ok && reply.value ? id : null);
      });
    read();
    window.addEventListener('focus', read);
    return () => {
      isCurrent = false;
      window.removeEventListener('focus', read);
    };
  }, [id]);
  return id !== null && mended === id;
}
