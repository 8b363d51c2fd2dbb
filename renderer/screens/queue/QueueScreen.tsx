/** The queue: what is happening now. Toolbar, progress, filters, the list, and the inspector at the right. */
import { useMemo } from 'react';
import { createSorter, shownOf } from '../../state/jobView.ts';
import { useQueueUi } from '../../state/queueUi.ts';
import { useData } from '../../state/store.ts';
import { AddReportPanel } from './AddReportPanel.tsx';
import { BatteryPanel } from './BatteryPanel.tsx';
import { BulkBar } from './BulkBar.tsx';
import { DecisionPanel } from './DecisionPanel.tsx';
import { EmptyQueue } from './EmptyQueue.tsx';
import { FilterBar } from './FilterBar.tsx';
import { Inspector } from './Inspector.tsx';
import { JobList } from './JobList.tsx';
import { OutputPanel } from './OutputPanel.tsx';
import { ProgressLine } from './ProgressLine.tsx';
import classes from './QueueScreen.module.css';
import { QueueToolbar } from './QueueToolbar.tsx';
import { ServicePanel } from './ServicePanel.tsx';

const sorted = createSorter();

export function QueueScreen() {
  const jobs = useData((data) => data.jobs);
  const membership = useData((data) => data.membership);
  const sort = useQueueUi((ui) => ui.sort);
  const filter = useQueueUi((ui) => ui.filter);
  const text = useQueueUi((ui) => ui.text);
  const batchId = useQueueUi((ui) => ui.batchId);
  const order = useMemo(() => sorted(jobs, membership, sort), [jobs, membership, sort]);
  const ids = useMemo(() => shownOf(jobs, order, { filter, text, batchId }), [jobs, order, filter, text, batchId]);

  if (jobs.size === 0) {
    return (
      <section className={classes.work} data-testid="screen-queue">
        <QueueToolbar />
        <AddReportPanel />
        <EmptyQueue />
      </section>
    );
  }
  return (
    <section className={classes.split} data-testid="screen-queue">
      <div className={classes.work}>
        <QueueToolbar />
        <ProgressLine />
        <DecisionPanel />
        <BatteryPanel />
        <ServicePanel />
        <OutputPanel />
        <AddReportPanel />
        <FilterBar />
        <JobList ids={ids} />
        <BulkBar />
      </div>
      <Inspector />
    </section>
  );
}
