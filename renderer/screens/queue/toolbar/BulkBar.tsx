/** Actions on several selected photographs. */
import { CloseButton, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CompactButton } from '../../../components/CompactButton.ts';
import { formatCount } from '../../../locales/format.ts';
import { emptySelection, sizeOf, toChoice } from '../../../state/lists/selection.ts';
import { jobList, useSelected } from '../../../state/queue/jobList.ts';
import { setSelection, useQueueUi } from '../../../state/queue/queueUi.ts';
import { allowed, type JobAction } from '../jobActions.ts';
import { doWithJobs } from '../jobCommands.ts';
import { DecisionButtons } from '../list/AdviceButton.tsx';

const actions = [
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
  const selected = useSelected();
  if (count < 2 || selected === null) return null;
  const undecided = allowed(selected, 'decide');
  const on = toChoice(selection, jobList.now().query);
  return (
    <Group
      wrap="nowrap"
      p="8px 16px"
      bg="var(--b-panel)"
      style={{ borderTop: '1px solid var(--b-line)' }}
      role="toolbar"
      aria-label={t('queue.bulk.selected', { count })}
    >
      <strong className="numbers" data-testid="bulk-count">
        {t('queue.bulk.selected', { count })}
      </strong>
      <Group gap={6} flex={1}>
        {actions.map((action) => {
          const allowedCount = allowed(selected, action);
          if (allowedCount === 0) return null;
          return (
            <CompactButton
              key={action}
              onClick={() => void doWithJobs(action, on, allowedCount)}
              data-testid={`bulk-${action}`}
            >
              {t(`queue.actions.${action}`)}
              {allowedCount < selected.count && (
                <Text component="span" inherit ml={6} c="dimmed">
                  {formatCount(allowedCount)}
                </Text>
              )}
            </CompactButton>
          );
        })}
        {undecided > 0 && <DecisionButtons on={on} count={undecided} testId="selected" />}
      </Group>
      <CloseButton
        size="sm"
        aria-label={t('queue.bulk.clear')}
        onClick={() => setSelection(emptySelection)}
        data-testid="bulk-clear"
      />
    </Group>
  );
}
