/** What can be done with several selected photographs at once. */
import { Button, CloseButton, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '../../../components/Panels.module.css';
import { formatCount as number } from '../../../locales/format.ts';
import { emptySelection, sizeOf, toChoice } from '../../../state/lists/selection.ts';
import { jobList, useSelected } from '../../../state/queue/jobList.ts';
import { setSelection, useQueueUi } from '../../../state/queue/queueUi.ts';
import { allowed, type JobAction } from '../jobActions.ts';
import { doWithJobs } from '../jobCommands.ts';
import { Decision } from '../list/AdviceButton.tsx';

const offered = [
  'retry',
  'again',
  'with',
  'originals',
  'hold',
  'resume',
  'first',
  'cancel',
  'remove',
] as const satisfies JobAction[];

export function BulkBar() {
  const { t } = useTranslation();
  const selection = useQueueUi((ui) => ui.selection);
  const count = jobList.use((list) => sizeOf(selection, list.count));
  const chosen = useSelected();
  if (count < 2 || chosen === null) return null;
  const undecided = allowed(chosen, 'decide');
  const on = toChoice(selection, jobList.now().query);
  return (
    <div className={classes.bulk} role="toolbar" aria-label={t('queue.bulk.selected', { count })}>
      <strong className="numbers" data-testid="bulk-count">
        {t('queue.bulk.selected', { count })}
      </strong>
      <Group gap={6} style={{ flex: 1 }}>
        {offered.map((action) => {
          const some = allowed(chosen, action);
          if (some === 0) return null;
          return (
            <Button
              key={action}
              size="compact-sm"
              variant="default"
              onClick={() => void doWithJobs(action, on, some)}
              data-testid={`bulk-${action}`}
            >
              {t(`queue.actions.${action}`)}
              {some < chosen.count && <span className={classes.some}>{number(some)}</span>}
            </Button>
          );
        })}
        {undecided > 0 && <Decision on={on} count={undecided} testId="selected" />}
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
