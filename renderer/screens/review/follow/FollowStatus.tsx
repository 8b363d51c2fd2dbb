/** Status of following in the loupe and over the grid, with buttons to resume and stop it. */
import { Box, Button } from '@mantine/core';
import { IconLivePhoto } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { GridNotice } from '../grid/GridNotice.tsx';
import classes from '../loupe/Loupe.module.css';
import { stopFollow, toggleFollow, useFollow } from './followResults.ts';

const texts = {
  loupe: 'review.follow.on',
  paused: 'review.follow.paused',
  display: 'review.follow.display',
} as const;

/** Over the stage of the loupe while paused. Otherwise, a button in the toolbar shows the status. */
export function FollowPause() {
  const { t } = useTranslation();
  const isPaused = useFollow(({ mode }) => mode === 'paused');
  if (!isPaused) return null;
  return (
    <Box
      className={classes.corner}
      left="50%"
      style={{ gridArea: '2 / 1 / 3 / 2', transform: 'translateX(-50%)', whiteSpace: 'nowrap', pointerEvents: 'auto' }}
      data-testid="follow-paused"
    >
      <span role="status">{t('review.follow.paused')}</span>
      {' · '}
      <button type="button" onClick={() => void toggleFollow()} data-testid="follow-resume">
        {t('review.follow.resumeShort')}
      </button>
    </Box>
  );
}

export function FollowLine() {
  const { t } = useTranslation();
  const mode = useFollow((follow) => follow.mode);
  if (mode === 'off') return null;
  return (
    <GridNotice testId="follow-line">
      <IconLivePhoto size={16} aria-hidden />
      <span className="ellipsis" role="status">
        {t(texts[mode])}
      </span>
      <Box flex={1} />
      {mode === 'paused' && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void toggleFollow()}
          data-testid="follow-line-resume"
        >
          {t('review.follow.resumeShort')}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={stopFollow} data-testid="follow-line-stop">
        {t('review.follow.stopShort')}
      </Button>
    </GridNotice>
  );
}
