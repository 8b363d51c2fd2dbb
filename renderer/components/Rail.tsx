/** The narrow rail at the left: one button per screen, and how many photographs need the user. */
import {
  IconAdjustments,
  IconCloudCog,
  IconFolderBolt,
  IconLayoutGrid,
  IconListDetails,
  IconSettings,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useData } from '../state/store.ts';
import { goTo, type Screen, screens, useUi } from '../state/ui.ts';
import classes from './Rail.module.css';

const icons = {
  queue: IconListDetails,
  review: IconLayoutGrid,
  folders: IconFolderBolt,
  recipes: IconAdjustments,
  services: IconCloudCog,
  settings: IconSettings,
} as const satisfies Record<Screen, unknown>;

export function Rail() {
  const { t } = useTranslation();
  const current = useUi((ui) => ui.screen);
  const needs = useData(({ tally }) => tally.failed + tally.uncertain);
  return (
    <nav className={classes.rail} aria-label={t('nav.label')}>
      {screens.map((screen) => {
        const Icon = icons[screen];
        return (
          <button
            key={screen}
            type="button"
            className={`${classes.item} ${screen === 'settings' ? classes.last : ''}`}
            aria-current={screen === current ? 'page' : undefined}
            onClick={() => goTo(screen)}
            data-testid={`nav-${screen}`}
          >
            <Icon size={22} stroke={1.5} aria-hidden />
            {t(`nav.${screen}`)}
            {screen === 'queue' && needs > 0 && (
              <span className={classes.badge} role="img" aria-label={t('nav.needsYou', { count: needs })}>
                {needs > 99 ? '99+' : needs}
              </span>
            )}
          </button>
        );
      })}
    </nav>
  );
}
