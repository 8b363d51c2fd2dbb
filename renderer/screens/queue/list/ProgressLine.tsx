/** "412 of 800 · 38/min · 10 min left · 12 paused", a bar, and the buttons that stop or pause everything. */
import { ActionIcon, Progress, Tooltip } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { count, decimal, duration } from '../../../locales/format.ts';
import { cancelEverything, togglePaused } from '../../../state/jobCommands.ts';
import { useData } from '../../../state/store.ts';
import { pauseKeys } from '../../../state/undo.ts';
import classes from '../QueueScreen.module.css';
import { outlook } from './outlook.ts';

export function ProgressLine() {
  const { t } = useTranslation();
  const paused = useData((data) => data.settings.paused);
  const throughput = useData((data) => data.throughput);
  const openByService = useData((data) => data.openByService);
  const onHold = useData((data) => data.onHold);
  const waitForFolder = useData((data) => data.waitForFolder);
  const profiles = useData((data) => data.profiles);
  const profileStatus = useData((data) => data.profileStatus);
  const { leftMs, waits } = outlook({ throughput, openByService, onHold, waitForFolder, profiles, profileStatus });
  const { total, finished, perMinute } = throughput;
  const busy = finished < total;
  const words = [
    ...(busy ? [t('queue.progress', { finished: count(finished), total: count(total) })] : []),
    ...(busy && !paused && perMinute > 0 ? [t('queue.perMinute', { n: decimal(perMinute) })] : []),
    ...(busy && !paused && leftMs !== null ? [t('queue.left', { time: duration(leftMs) })] : []),
    ...(busy && paused ? [t('queue.paused')] : []),
    ...(busy && !paused ? waits.map(({ why, count: n, name }) => t(`queue.waits.${why}`, { n: count(n), name })) : []),
    ...(busy ? [] : [t('queue.allDone')]),
  ].join(' · ');
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
          color={paused ? 'gray' : undefined}
          aria-label={words}
        />
      )}
      <div className={classes.grow} />
      <Tooltip label={`${pause} (${pauseKeys})`}>
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
