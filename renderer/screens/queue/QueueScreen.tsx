/** The queue: toolbar, progress, banners, filters and the list, with the inspector at the right. */
import { Box, Flex, Stack } from '@mantine/core';
import { useEffect } from 'react';
import { LazyPart, lazyPart } from '../../components/LazyPart.tsx';
import { LoadOlder } from '../../components/list/LoadOlder.tsx';
import { closeDrafts, useDrafts } from '../../state/batches/drafts.ts';
import { isTrial } from '../../state/batches/trialBatches.ts';
import { useData } from '../../state/data/store.ts';
import { useJobList } from '../../state/queue/jobList.ts';
import { ComparisonPanel } from '../comparisons/ComparisonList.tsx';
import { TrialDecision } from '../trials/TrialDecision.tsx';
import { Inspector } from './inspector/Inspector.tsx';
import { JobList } from './list/JobList.tsx';
import { ProgressLine } from './list/ProgressLine.tsx';
import { AddReportPanel } from './panels/AddReportPanel.tsx';
import { BlockedPanels } from './panels/BlockedPanels.tsx';
import { CostPanel } from './panels/CostPanel.tsx';
import { DecisionPanel } from './panels/DecisionPanel.tsx';
import { EmptyQueue } from './panels/EmptyQueue.tsx';
import { ExcludedPanel } from './panels/ExcludedPanel.tsx';
import { BulkBar } from './toolbar/BulkBar.tsx';
import { FilterBar } from './toolbar/FilterBar.tsx';
import { QueueToolbar } from './toolbar/QueueToolbar.tsx';

const draftSheet = lazyPart(async () => (await import('../drafts/DraftSheet.tsx')).DraftSheet);

export function QueueScreen() {
  const isEmpty = useData((data) => data.tally.all === 0);
  const hasDrafts = useDrafts(({ sheet }) => sheet !== null);
  useJobList();
  // Drafts belong to a decision on this screen.
  useEffect(() => closeDrafts, []);
  if (isEmpty) {
    return (
      <Flex component="section" direction="column" data-testid="screen-queue">
        <QueueToolbar />
        <AddReportPanel />
        <EmptyQueue />
        <LoadOlder />
      </Flex>
    );
  }
  return (
    <Box
      component="section"
      display="grid"
      style={{ gridTemplateColumns: 'minmax(0, 1fr) clamp(264px, 24vw, 336px)' }}
      data-testid="screen-queue"
    >
      <Stack gap={0} miw={0} mih={0}>
        <QueueToolbar />
        <ProgressLine />
        <DecisionPanel />
        <CostPanel />
        <TrialDecisions />
        <ComparisonPanel />
        <ExcludedPanel />
        <BlockedPanels />
        <AddReportPanel />
        <FilterBar />
        <JobList />
        <LoadOlder />
        <BulkBar />
      </Stack>
      <Inspector />
      {hasDrafts && <LazyPart part={draftSheet} />}
    </Box>
  );
}

function TrialDecisions() {
  const batches = useData((data) => data.batches);
  return batches.filter(isTrial).map((batch) => <TrialDecision key={batch.id} batch={batch} />);
}
