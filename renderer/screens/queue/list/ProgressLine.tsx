/** Progress of the queue ("412 of 800 · 38/min · 10 min left"), and the buttons that pause or cancel it. */
import { ActionIcon, Box, Group, Progress, Tooltip } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isOpen, queueStatus, queueStatusMessages } from '../../../../contract/jobs/work-status.ts';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { CompactButton } from '../../../components/CompactButton.ts';
import { openBatchInReview, revealBatch } from '../../../state/batches/openBatch.ts';
import { useData } from '../../../state/data/store.ts';
import { useHint } from '../../../state/settings/keymap.ts';
import { cancelEverything, togglePaused } from '../jobCommands.ts';

export function ProgressLine() {
  const { t } = useTranslation();
  const isPaused = useData((data) => data.settings.paused);
  const status = queueStatus(useData((data) => data));
  const { state, total, finished } = status;
  const isBusy = isOpen(status);
  const text = queueStatusMessages(status)
    .map((each) => formatMessage(each))
    .join(' · ');
  // The newest, which the user most likely wants to see.
  const batch = useData((data) => data.batches.find(({ proofs }) => !proofs));
  const hint = useHint();
  const pauseLabel = isPaused ? t('queue.resume') : t('queue.pause');
  return (
    <Group gap={12} wrap="nowrap" p="0 16px 8px">
      <span className="numbers" role="status" data-testid="queue-progress">
        {text}
      </span>
      {isBusy && (
        <Progress
          flex={1}
          maw={320}
          value={total > 0 ? (finished / total) * 100 : 0}
          size="sm"
          color={state === 'moving' ? undefined : 'gray'}
          aria-label={text}
        />
      )}
      {!isBusy && batch && (
        <>
          <CompactButton onClick={() => openBatchInReview(batch.id)} data-testid="done-review">
            {t('queue.done.review')}
          </CompactButton>
          <CompactButton onClick={() => void revealBatch(batch.id)} data-testid="done-reveal">
            {t('queue.done.reveal')}
          </CompactButton>
        </>
      )}
      <Box flex={1} />
      <Tooltip label={hint(pauseLabel, 'app.pause')}>
        <ActionIcon onClick={togglePaused} aria-label={pauseLabel} aria-pressed={isPaused} data-testid="queue-pause">
          {isPaused ? <IconPlayerPlay size={18} /> : <IconPlayerPause size={18} />}
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('queue.cancelAll')}>
        <ActionIcon
          onClick={cancelEverything}
          disabled={!isBusy}
          aria-label={t('queue.cancelAll')}
          data-testid="queue-cancel-all"
        >
          <IconX size={18} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
