/** Drafts by the built-in engine: the mark of their pictures, and the note if the engine lacks an operation. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { builtInProfileId } from '../../contract/services/profile.ts';
import { goTo } from '../state/window/navigation.ts';
import classes from './DraftMark.module.css';

export function DraftMark() {
  const { t } = useTranslation();
  return (
    <p className={classes.mark} data-testid="draft-mark">
      {t('drafts.mark')}
    </p>
  );
}

export function DraftUnavailable() {
  const { t } = useTranslation();
  return (
    <div className={classes.unavailable} data-testid="draft-unavailable">
      <span>{t('drafts.unavailable')}</span>
      <Button size="compact-xs" variant="default" onClick={() => goTo('services', { profileId: builtInProfileId })}>
        {t('drafts.setUp')}
      </Button>
    </div>
  );
}
