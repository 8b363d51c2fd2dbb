/** The panel at the right of the queue: everything about the selected photograph. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JobSummary } from '../../../../contract/jobs/job.ts';
import { requestQuietly } from '../../../bridge.ts';
import { EmptyState } from '../../../components/Screen.tsx';
import { formatBytes } from '../../../locales/format.ts';
import { rowOf } from '../../../state/lists/pagedList.ts';
import { onlyOne, sizeOf } from '../../../state/lists/selection.ts';
import { jobList, useSelected } from '../../../state/queue/jobList.ts';
import { useQueueUi } from '../../../state/queue/queueUi.ts';
import classes from './Inspector.module.css';
import { JobInspector } from './JobInspector.tsx';

export function Inspector() {
  const { t } = useTranslation();
  const selection = useQueueUi((ui) => ui.selection);
  const count = jobList.use((list) => sizeOf(selection, list.count));
  const selectedId = jobList.use((list) => onlyOne(selection, list));
  const listedJob = jobList.use((list) => rowOf(list, selectedId));
  const chosen = useSelected();
  return (
    <aside className={classes.panel} aria-label={t('queue.inspector.label')} data-testid="inspector">
      {count === 0 && <EmptyState text={t('queue.inspector.none')} />}
      {selectedId !== null && <OneJob key={selectedId} id={selectedId} listedJob={listedJob} />}
      {count > 0 && selectedId === null && (
        <EmptyState title={t('queue.inspector.many', { count })} text={chosen ? formatBytes(chosen.bytes) : ''} />
      )}
    </aside>
  );
}

/** A selected job stays here when the list has moved on and holds its row no more: it is what was known of it last. */
function OneJob({ id, listedJob }: { readonly id: number; readonly listedJob: JobSummary | undefined }) {
  const [last, setLast] = useState(listedJob);
  if (listedJob && listedJob !== last) setLast(listedJob);
  const job = listedJob ?? last;
  useEffect(() => {
    if (job) return;
    let isCurrent = true;
    void requestQuietly('jobs.detail', { id }).then((reply) => {
      if (isCurrent && reply.ok && reply.value) setLast(reply.value.job);
    });
    return () => {
      isCurrent = false;
    };
  }, [id, job]);
  return job ? <JobInspector job={job} /> : null;
}
