/** The context menu of the selected jobs, and of the batch the first of them came in. */
import { Menu } from '@mantine/core';
import { type ReactElement, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JobSummary } from '../../../../contract/jobs/job.ts';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { request, requestQuietly } from '../../../bridge.ts';
import { isPossible } from '../../../commands/table.ts';
import { CommandItem, ContextMenu } from '../../../components/CommandMenu.tsx';
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

/** Whether anything still happens in the batch of this job: known at once where it is the job itself, else asked for. */
function useIsOpen(job: JobSummary | undefined): boolean {
  const batchId = job?.batchId ?? null;
  const [openBatch, setOpenBatch] = useState<number | null>(null);
  useEffect(() => {
    if (batchId === null) return;
    let isCurrent = true;
    void requestQuietly('jobs.tally', { ...everyJob, batchId }).then((reply) => {
      if (isCurrent && reply.ok) setOpenBatch(reply.value.queued + reply.value.running > 0 ? batchId : null);
    });
    return () => {
      isCurrent = false;
    };
  }, [batchId]);
  return job !== undefined && (!isIdle(job) || openBatch === batchId);
}

/** Built only while the menu is open. */
export function JobMenuItems() {
  const { t } = useTranslation();
  const selection = useQueueUi((ui) => ui.selection);
  const chosen = useSelected();
  const onlyJob = jobList.use((list) => rowOf(list, onlyOne(selection, list)));
  const first = jobList.use((list) => rowOf(list, selection.lead?.id ?? null));
  const batch = useData((data) => data.batches.find((each) => each.id === first?.batchId));
  const isOpen = useIsOpen(first);
  const isMended = useSourceFixed(onlyJob ?? undefined);
  if (!chosen) return <Menu.Label>{t('queue.inspector.none')}</Menu.Label>;
  const can = (action: JobAction) => (onlyJob ? allows(onlyJob, action) : allowed(chosen, action) > 0);
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
      {onlyJob && isMended && !can('retry') && (
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
      {batch && (
        <>
          <Menu.Divider />
          <Menu.Label>
            {[
              formatMessage(batch.title),
              first?.recipeName,
              ...(batch.addedBy ? [formatAddedBy(batch.addedBy)] : []),
            ].join(' · ')}
          </Menu.Label>
          <Menu.Item onClick={() => setBatch(batch.id)} data-testid="job-menu-only-batch">
            {t('queue.actions.onlyBatch')}
          </Menu.Item>
          <Menu.Item onClick={() => void batchTarget(batch.id).then(openReprocess)} data-testid="job-menu-batch-with">
            {t('queue.actions.batchWith')}
          </Menu.Item>
          {canCompare() && (
            <Menu.Item
              onClick={() => void batchTarget(batch.id).then(openComparing)}
              data-testid="job-menu-batch-services"
            >
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
      )}
      {can('remove') && (
        <>
          <Menu.Divider />
          <CommandItem id="queue.remove" takesAway testId="job-menu-remove" />
        </>
      )}
    </>
  );
}
