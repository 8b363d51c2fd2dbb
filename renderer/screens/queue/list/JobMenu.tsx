/** The context menu of the selected jobs, and of the batch the first of them came in. */
import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { inWords } from '../../../../preload/in-words.ts';
import { ask } from '../../../bridge.ts';
import { forgetFaces } from '../../../state/forgetFaces.ts';
import { allowing, type JobAction, jobActions } from '../../../state/jobActions.ts';
import { decide, doWithJobs } from '../../../state/jobCommands.ts';
import { setBatch, useQueueUi } from '../../../state/queueUi.ts';
import { useData } from '../../../state/store.ts';

export function JobMenu({ children }: { children: ReactElement }) {
  return (
    <Menu width={240} withinPortal withInitialFocusPlaceholder={false}>
      <Menu.ContextMenu>{children}</Menu.ContextMenu>
      <Menu.Dropdown data-testid="job-menu">
        <JobMenuItems />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Built only while the menu is open. */
function JobMenuItems() {
  const { t } = useTranslation();
  const selected = useQueueUi((ui) => ui.selection.ids);
  const jobs = useData((data) => data.jobs);
  const chosen = [...selected].flatMap((id) => jobs.get(id) ?? []);
  const first = chosen[0];
  const batch = useData((data) => data.batches.find((each) => each.id === first?.batchId));
  if (!first) return <Menu.Label>{t('queue.inspector.none')}</Menu.Label>;
  const can = (action: JobAction) => allowing(chosen, action).length > 0;
  const undecided = allowing(chosen, 'decide');
  return (
    <>
      {jobActions.map((action) =>
        action !== 'decide' && can(action) ? (
          <Menu.Item
            key={action}
            c={action === 'remove' || action === 'cancel' ? 'var(--b-failed)' : undefined}
            onClick={() => void doWithJobs(action, selected)}
            data-testid={`job-menu-${action}`}
          >
            {t(`queue.actions.${action}`)}
          </Menu.Item>
        ) : null,
      )}
      {undecided.length > 0 && (
        <>
          <Menu.Item onClick={() => decide(undecided, 'send-again')}>{t('queue.decide.again')}</Menu.Item>
          <Menu.Item onClick={() => decide(undecided, 'give-up')}>{t('queue.decide.giveUp')}</Menu.Item>
        </>
      )}
      {chosen.length === 1 && (
        <Menu.Item onClick={() => void ask('jobs.revealSource', { id: first.id })} data-testid="job-menu-reveal">
          {t('queue.actions.reveal')}
        </Menu.Item>
      )}
      {batch && (
        <>
          <Menu.Divider />
          <Menu.Label>{inWords(batch.title)}</Menu.Label>
          <Menu.Item onClick={() => setBatch(batch.id)} data-testid="job-menu-only-batch">
            {t('queue.actions.onlyBatch')}
          </Menu.Item>
          <Menu.Item
            onClick={() => void ask('batches.setHeld', { id: batch.id, held: !batch.held })}
            data-testid="job-menu-hold-batch"
          >
            {batch.held ? t('queue.actions.resumeBatch') : t('queue.actions.holdBatch')}
          </Menu.Item>
          <Menu.Item onClick={() => void forgetFaces(batch)} data-testid="job-menu-forget">
            {t('privacy.forget.action')}
          </Menu.Item>
          <Menu.Item
            c="var(--b-failed)"
            onClick={() => void ask('batches.cancel', { id: batch.id })}
            data-testid="job-menu-cancel-batch"
          >
            {t('queue.actions.cancelBatch')}
          </Menu.Item>
        </>
      )}
    </>
  );
}
