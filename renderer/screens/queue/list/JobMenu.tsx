/** Context menu of the selected jobs, and of the batch of the active one. */
import { Menu } from '@mantine/core';
import { type ReactElement, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Batch, JobSummary } from '../../../../contract/jobs/job.ts';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { request, requestQuietly } from '../../../bridge.ts';
import { isPossible } from '../../../commands/table.ts';
import { CommandItem, ContextMenu } from '../../../components/actions/CommandMenu.tsx';
import { forgetFaces } from '../../../state/batches/forgetFaces.ts';
import { formatAddedBy, missingShareOf } from '../../../state/data/sharePaths.ts';
import { useData } from '../../../state/data/store.ts';
import { rowOf } from '../../../state/lists/pagedList.ts';
import { onlyOne } from '../../../state/lists/selection.ts';
import { batchTarget, openReprocess } from '../../../state/processing/reprocess.ts';
import { everyJob, jobList, useSelected } from '../../../state/queue/jobList.ts';
import { setBatch, useQueueUi } from '../../../state/queue/queueUi.ts';
import { canCompare, openComparing } from '../../comparisons/comparisons.ts';
import { ProductsItem } from '../../products/ProductsMenuItem.tsx';
import { allowed, allows, isIdle, type JobAction, jobActions } from '../jobActions.ts';
import { doWithJob } from '../jobCommands.ts';
import { useSourceFixed } from '../useSourceFixed.ts';

export function JobMenu({ children }: { children: ReactElement }) {
  return (
    <ContextMenu content={<JobMenuItems />} testId="job-menu">
      {children}
    </ContextMenu>
  );
}

/** Whether the batch of a job has unfinished jobs. Main is queried unless the job itself is one. */
function useIsBatchOpen(job: JobSummary | undefined): boolean {
  const batchId = job?.batchId ?? null;
  const [openBatchId, setOpenBatchId] = useState<number | null>(null);
  useEffect(() => {
    if (batchId === null) return;
    let isCurrent = true;
    void requestQuietly('jobs.tally', { ...everyJob, batchId }).then((reply) => {
      if (isCurrent && reply.ok) setOpenBatchId(reply.value.queued + reply.value.running > 0 ? batchId : null);
    });
    return () => {
      isCurrent = false;
    };
  }, [batchId]);
  return job !== undefined && (!isIdle(job) || openBatchId === batchId);
}

export function JobMenuItems() {
  const { t } = useTranslation();
  const selection = useQueueUi((ui) => ui.selection);
  const selected = useSelected();
  const onlyJob = jobList.use((list) => rowOf(list, onlyOne(selection, list)));
  const activeJob = jobList.use((list) => rowOf(list, selection.lead?.id ?? null));
  const batch = useData((data) => data.batches.find((each) => each.id === activeJob?.batchId));
  const isBatchOpen = useIsBatchOpen(activeJob);
  const isSourceFixed = useSourceFixed(onlyJob ?? undefined);
  if (!selected) return <Menu.Label>{t('queue.inspector.none')}</Menu.Label>;
  const can = (action: JobAction) => (onlyJob ? allows(onlyJob, action) : allowed(selected, action) > 0);
  return (
    <>
      {jobActions.map((action) =>
        action !== 'decide' && action !== 'remove' && can(action) ? (
          <CommandItem
            key={action}
            id={`queue.${action}`}
            takesAway={action === 'cancel'}
            testId={`job-menu-${action}`}
          />
        ) : null,
      )}
      {onlyJob && <CommandItem id="queue.try" />}
      {isPossible('queue.services') && <CommandItem id="queue.services" testId="job-menu-services" />}
      {onlyJob && isSourceFixed && !can('retry') && (
        <Menu.Item onClick={() => doWithJob('retry', onlyJob, true)} data-testid="job-menu-retry">
          {t('queue.actions.retry')}
        </Menu.Item>
      )}
      {can('decide') && (
        <>
          <CommandItem id="queue.sendAgain" />
          <CommandItem id="queue.giveUp" />
        </>
      )}
      {onlyJob && missingShareOf(onlyJob.sourcePath) === null && (
        <Menu.Item onClick={() => void request('jobs.revealSource', { id: onlyJob.id })} data-testid="job-menu-reveal">
          {onlyJob.resultCount > 0 ? t('queue.actions.revealOriginal') : t('queue.actions.reveal')}
        </Menu.Item>
      )}
      {batch && <BatchItems batch={batch} recipeName={activeJob?.recipeName} isOpen={isBatchOpen} />}
      {can('remove') && (
        <>
          <Menu.Divider />
          <CommandItem id="queue.remove" takesAway testId="job-menu-remove" />
        </>
      )}
    </>
  );
}

interface BatchItemsProps {
  readonly batch: Batch;
  readonly recipeName: string | undefined;
  /** Whether it has unfinished jobs. */
  readonly isOpen: boolean;
}

function BatchItems({ batch, recipeName, isOpen }: BatchItemsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Menu.Divider />
      <Menu.Label>
        {[formatMessage(batch.title), recipeName, ...(batch.addedBy ? [formatAddedBy(batch.addedBy)] : [])].join(' · ')}
      </Menu.Label>
      <Menu.Item onClick={() => setBatch(batch.id)} data-testid="job-menu-only-batch">
        {t('queue.actions.onlyBatch')}
      </Menu.Item>
      <Menu.Item onClick={() => void batchTarget(batch.id).then(openReprocess)} data-testid="job-menu-batch-with">
        {t('queue.actions.batchWith')}
      </Menu.Item>
      {canCompare() && (
        <Menu.Item onClick={() => void batchTarget(batch.id).then(openComparing)} data-testid="job-menu-batch-services">
          {t('comparisons.batch')}
        </Menu.Item>
      )}
      <ProductsItem batch={batch} />
      {(isOpen || batch.held) && (
        <Menu.Item
          onClick={() => void request('batches.setHeld', { id: batch.id, held: !batch.held })}
          data-testid="job-menu-hold-batch"
        >
          {batch.held ? t('queue.actions.resumeBatch') : t('queue.actions.holdBatch')}
        </Menu.Item>
      )}
      <Menu.Item onClick={() => void forgetFaces(batch)} data-testid="job-menu-forget">
        {t('privacy.forget.action')}
      </Menu.Item>
      {isOpen && (
        <Menu.Item
          c="var(--b-failed)"
          onClick={() => void request('batches.cancel', { id: batch.id })}
          data-testid="job-menu-cancel-batch"
        >
          {t('queue.actions.cancelBatch')}
        </Menu.Item>
      )}
    </>
  );
}
