/** Whether new results are followed, with the way to resume or stop it: in the loupe, and over the grid. */
import { Button } from '@mantine/core';
import { IconLivePhoto } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '../Review.module.css';
import { stopFollow, toggleFollow, useFollow } from './followResults.ts';

const texts = {
  loupe: 'review.follow.on',
  paused: 'review.follow.paused',
  display: 'review.follow.display',
} as const;

/** Over the stage of the loupe, while it is paused: otherwise the button in the bar shows the state. */
export function FollowPause() {
  const { t } = useTranslation();
  const isPaused = useFollow(({ mode }) => mode === 'paused');
  if (!isPaused) return null;
  return (
    <div className={`${classes.corner} ${classes.followPause}`} data-testid="follow-paused">
      <span role="status">{t('review.follow.paused')}</span>
      {' · '}
      <button type="button" onClick={() => void toggleFollow()} data-testid="follow-resume">
        {t('review.follow.resumeShort')}
      </button>
    </div>
  );
}

/** Over the grid, while it is not off. */
export function FollowLine() {
  const { t } = useTranslation();
  const mode = useFollow((follow) => follow.mode);
  if (mode === 'off') return null;
  return (
    <div className={classes.proofs} data-testid="follow-line">
      <IconLivePhoto size={16} aria-hidden />
      <span className="ellipsis" role="status">
        {t(texts[mode])}
      </span>
      <div className={classes.grow} />
      {mode === 'paused' && (
        <Button
          size="compact-sm"
          variant="default"
          flex="none"
          onClick={() => void toggleFollow()}
          data-testid="follow-line-resume"
        >
          {t('review.follow.resumeShort')}
        </Button>
      )}
      <Button size="compact-sm" variant="default" flex="none" onClick={stopFollow} data-testid="follow-line-stop">
        {t('review.follow.stopShort')}
      </Button>
    </div>
  );
}
