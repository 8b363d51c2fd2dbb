/** The queue: what is happening now. Toolbar, progress, filters, the list, and the inspector at the right. */
import { useEffect } from 'react';
import { LazyPart, lazyPart } from '../../components/LazyPart.tsx';
import { LoadOlder } from '../../components/LoadOlder.tsx';
import { closeDrafts, useDrafts } from '../../state/batches/drafts.ts';
import { useData } from '../../state/data/store.ts';
import { useJobList } from '../../state/queue/jobList.ts';
import { ComparisonPanel } from '../comparisons/ComparisonList.tsx';
import { Inspector } from './inspector/Inspector.tsx';
import { JobList } from './list/JobList.tsx';
import { ProgressLine } from './list/ProgressLine.tsx';
import { AddReportPanel } from './panels/AddReportPanel.tsx';
import { BatteryPanel } from './panels/BatteryPanel.tsx';
import { CostPanel } from './panels/CostPanel.tsx';
import { DecisionPanel } from './panels/DecisionPanel.tsx';
import { EmptyQueue } from './panels/EmptyQueue.tsx';
import { ExcludedPanel } from './panels/ExcludedPanel.tsx';
import { OutputPanel } from './panels/OutputPanel.tsx';
import { ServicePanel } from './panels/ServicePanel.tsx';
import { TrialPanel } from './panels/TrialPanel.tsx';
import classes from './QueueScreen.module.css';
import { BulkBar } from './toolbar/BulkBar.tsx';
import { FilterBar } from './toolbar/FilterBar.tsx';
import { QueueToolbar } from './toolbar/QueueToolbar.tsx';

const draftSheet = lazyPart(async () => (await import('../drafts/DraftSheet.tsx')).DraftSheet);

export function QueueScreen() {
  const isEmpty = useData((data) => data.tally.all === 0);
  const hasDrafts = useDrafts(({ sheet }) => sheet !== null);
  useJobList();
  // Out of sight, drafts would wait for no decision.
  useEffect(() => closeDrafts, []);
  if (isEmpty) {
    return (
      <section className={classes.work} data-testid="screen-queue">
        <QueueToolbar />
        <AddReportPanel />
        <EmptyQueue />
        <LoadOlder />
      </section>
    );
  }
  return (
    <section className={classes.split} data-testid="screen-queue">
      <div className={classes.work}>
        <QueueToolbar />
        <ProgressLine />
        <DecisionPanel />
        <CostPanel />
        <TrialPanel />
        <ComparisonPanel />
        <ExcludedPanel />
        <BatteryPanel />
        <ServicePanel />
        <OutputPanel />
        <AddReportPanel />
        <FilterBar />
        <JobList />
        <LoadOlder />
        <BulkBar />
      </div>
      <Inspector />
      {hasDrafts && <LazyPart part={draftSheet} />}
    </section>
  );
}
