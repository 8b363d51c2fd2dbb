/** Panel at the right of the queue with all about the selected photograph. */
import { Box } from '@mantine/core';
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
import { JobInspector } from './JobInspector.tsx';

export function Inspector() {
  const { t } = useTranslation();
  const selection = useQueueUi((ui) => ui.selection);
  const count = jobList.use((list) => sizeOf(selection, list.count));
  const selectedId = jobList.use((list) => onlyOne(selection, list));
  const listedJob = jobList.use((list) => rowOf(list, selectedId));
  const selected = useSelected();
  return (
    <Box
      component="aside"
      bg="var(--b-panel)"
      style={{ overflow: 'auto', borderLeft: '1px solid var(--b-line)' }}
      aria-label={t('queue.inspector.label')}
      data-testid="inspector"
    >
      {count === 0 && <EmptyState text={t('queue.inspector.none')} />}
      {selectedId !== null && <SelectedJob key={selectedId} id={selectedId} listedJob={listedJob} />}
      {count > 0 && selectedId === null && (
        <EmptyState title={t('queue.inspector.many', { count })} text={selected ? formatBytes(selected.bytes) : ''} />
      )}
    </Box>
  );
}

/** The selected job, in its last known state if the list no longer holds its row. */
function SelectedJob({ id, listedJob }: { readonly id: number; readonly listedJob: JobSummary | undefined }) {
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
