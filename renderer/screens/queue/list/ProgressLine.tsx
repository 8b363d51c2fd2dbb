/** "412 of 800 · 38/min · 10 min left · 12 paused", a bar, and the buttons that stop or pause everything. */
import { ActionIcon, Button, Progress, Tooltip } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isOpen, queueStatus, queueStatusMessages } from '../../../../contract/jobs/work-status.ts';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { openBatchInReview, revealBatch } from '../../../state/batches/openBatch.ts';
import { useData } from '../../../state/data/store.ts';
import { useHint } from '../../../state/settings/keymap.ts';
import { cancelEverything, togglePaused } from '../jobCommands.ts';
import classes from '../QueueScreen.module.css';

export function ProgressLine() {
  const { t } = useTranslation();
  const paused = useData((data) => data.settings.paused);
  const status = queueStatus(useData((data) => data));
  const { state, total, finished } = status;
  const busy = isOpen(status);
  const words = queueStatusMessages(status)
    .map((each) => formatMessage(each))
    .join(' · ');
  // The newest: what is done most likely is what was added last.
  const batch = useData((data) => data.batches.find(({ proofs }) => !proofs));
  const hint = useHint();
  const pause = paused ? t('queue.resume') : t('queue.pause');
  return (
    <div className={classes.progress}>
      <span className="numbers" role="status" data-testid="queue-progress">
        {words}
      </span>
      {busy && (
        <Progress
          className={classes.bar}
          value={total > 0 ? (finished / total) * 100 : 0}
          size="sm"
          color={state === 'moving' ? undefined : 'gray'}
          aria-label={words}
        />
      )}
      {!busy && batch && (
        <>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => openBatchInReview(batch.id)}
            data-testid="done-review"
          >
            {t('queue.done.review')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void revealBatch(batch.id)}
            data-testid="done-reveal"
          >
            {t('queue.done.reveal')}
          </Button>
        </>
      )}
      <div className={classes.grow} />
      <Tooltip label={hint(pause, 'app.pause')}>
        <ActionIcon onClick={togglePaused} aria-label={pause} aria-pressed={paused} data-testid="queue-pause">
          {paused ? <IconPlayerPlay size={18} /> : <IconPlayerPause size={18} />}
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('queue.cancelAll')}>
        <ActionIcon
          onClick={cancelEverything}
          disabled={!busy}
          aria-label={t('queue.cancelAll')}
          data-testid="queue-cancel-all"
        >
          <IconX size={18} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
