/** What can be done with several selected photographs at once. */
import { Button, CloseButton, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { allowing, type JobAction } from '../../../state/jobActions.ts';
import { doWithJobs } from '../../../state/jobCommands.ts';
import { setSelection, useQueueUi } from '../../../state/queueUi.ts';
import { emptySelection } from '../../../state/selection.ts';
import { useData } from '../../../state/store.ts';
import { Decision } from '../list/AdviceButton.tsx';
import classes from '../panels/Panels.module.css';

const offered = ['retry', 'again', 'hold', 'resume', 'first', 'cancel', 'remove'] as const satisfies JobAction[];

export function BulkBar() {
  const { t } = useTranslation();
  const selected = useQueueUi((ui) => ui.selection.ids);
  const jobs = useData((data) => data.jobs);
  if (selected.size < 2) return null;
  const chosen = [...selected].flatMap((id) => jobs.get(id) ?? []);
  const undecided = allowing(chosen, 'decide');
  return (
    <div className={classes.bulk} role="toolbar" aria-label={t('queue.bulk.selected', { count: chosen.length })}>
      <strong className="numbers" data-testid="bulk-count">
        {t('queue.bulk.selected', { count: chosen.length })}
      </strong>
      <Group gap={6} style={{ flex: 1 }}>
        {offered.map((action) => {
          const count = allowing(chosen, action).length;
          if (count === 0) return null;
          return (
            <Button
              key={action}
              size="compact-sm"
              variant="default"
              onClick={() => void doWithJobs(action, selected)}
              data-testid={`bulk-${action}`}
            >
              {t(`queue.actions.${action}`)}
              {count < chosen.length && <span className={classes.some}>{count}</span>}
            </Button>
          );
        })}
        {undecided.length > 0 && <Decision ids={undecided} />}
      </Group>
      <CloseButton
        size="sm"
        aria-label={t('queue.bulk.clear')}
        onClick={() => setSelection(emptySelection)}
        data-testid="bulk-clear"
      />
    </div>
  );
}
