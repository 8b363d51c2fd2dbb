/** What is shown behind transparent parts. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { backdrops } from '../../../contract/app/settings.ts';
import { useBackdrop } from '../../state/backdrop.ts';
import { useHint } from '../../state/keymap.ts';
import { changeSettings } from '../../state/settings.ts';
import classes from './Backdrop.module.css';

export function BackdropChoice() {
  const { t } = useTranslation();
  const hint = useHint();
  const current = useBackdrop();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons, not a fieldset
    <div className={classes.choice} role="group" aria-label={t('review.loupe.background')}>
      {backdrops.map((backdrop) => (
        <Tooltip key={backdrop} label={hint(t(`review.loupe.backdrops.${backdrop}`), 'loupe.background')}>
          <ActionIcon
            size="sm"
            aria-pressed={backdrop === current}
            aria-label={t(`review.loupe.backdrops.${backdrop}`)}
            onClick={() => void changeSettings({ reviewBackdrop: backdrop })}
            data-testid={`loupe-backdrop-${backdrop}`}
          >
            <span
              className={classes.swatch}
              data-backdrop={backdrop}
              data-current={backdrop === current || undefined}
            />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
}
