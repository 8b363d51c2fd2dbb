/** The queue: what is happening now. Toolbar, progress, filters, the list, and the inspector at the right. */
import { useMemo } from 'react';
import { createSorter, shownOf } from '../../state/jobView.ts';
import { useQueueUi } from '../../state/queueUi.ts';
import { useData } from '../../state/store.ts';
import { Inspector } from './inspector/Inspector.tsx';
import { JobList } from './list/JobList.tsx';
import { ProgressLine } from './list/ProgressLine.tsx';
import { AddReportPanel } from './panels/AddReportPanel.tsx';
import { BatteryPanel } from './panels/BatteryPanel.tsx';
import { DecisionPanel } from './panels/DecisionPanel.tsx';
import { EmptyQueue } from './panels/EmptyQueue.tsx';
import { OutputPanel } from './panels/OutputPanel.tsx';
import { ServicePanel } from './panels/ServicePanel.tsx';
import classes from './QueueScreen.module.css';
import { BulkBar } from './toolbar/BulkBar.tsx';
import { FilterBar } from './toolbar/FilterBar.tsx';
import { QueueToolbar } from './toolbar/QueueToolbar.tsx';

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
