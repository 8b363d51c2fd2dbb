/** The panel at the right of the queue: everything about the selected photograph. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JobSummary } from '../../../../contract/job.ts';
import { requestQuietly } from '../../../bridge.ts';
import { EmptyState } from '../../../components/Screen.tsx';
import { formatBytes } from '../../../locales/format.ts';
import { jobList, useSelected } from '../../../state/jobList.ts';
import { rowOf } from '../../../state/pagedList.ts';
import { useQueueUi } from '../../../state/queueUi.ts';
import { onlyOne, sizeOf } from '../../../state/selection.ts';
import classes from './Inspector.module.css';
import { JobInspector } from './JobInspector.tsx';

export function Inspector() {
  const { t } = useTranslation();
  const selection = useQueueUi((ui) => ui.selection);
  const count = jobList.use((list) => sizeOf(selection, list.count));
  const only = onlyOne(selection);
  const here = jobList.use((list) => rowOf(list, only));
  const chosen = useSelected();
  return (
    <aside className={classes.panel} aria-label={t('queue.inspector.label')} data-testid="inspector">
      {count === 0 && <EmptyState text={t('queue.inspector.none')} />}
      {only !== null && <OneJob key={only} id={only} here={here} />}
      {count > 1 && (
        <EmptyState title={t('queue.inspector.many', { count })} text={chosen ? formatBytes(chosen.bytes) : ''} />
      )}
    </aside>
  );
}

/** A selected job stays here when the list has moved on and holds its row no more: it is what was known of it last. */
function OneJob({ id, here }: { readonly id: number; readonly here: JobSummary | undefined }) {
  const [last, setLast] = useState(here);
  if (here && here !== last) setLast(here);
  const job = here ?? last;
  useEffect(() => {
    if (job) return;
    let current = true;
    void requestQuietly('jobs.detail', { id }).then((reply) => {
      if (current && reply.ok && reply.value) setLast(reply.value.job);
    });
    return () => {
      current = false;
    };
  }, [id, job]);
  return job ? <JobInspector job={job} /> : null;
}
