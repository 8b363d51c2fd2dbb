/** One button per screen, and the number of photographs that need a decision. */
import { useTranslation } from 'react-i18next';
import { useData } from '../state/data/store.ts';
import { goTo, type Screen, screensOf, useUi } from '../state/window/navigation.ts';
import classes from './NavigationRail.module.css';
import { screenIconProps, screenIcons } from './screenIcons.ts';

export function NavigationRail() {
  const { t } = useTranslation();
  const isInStudio = useData(({ studio }) => studio !== null);
  return (
    <nav className={classes.rail} aria-label={t('nav.label')}>
      {screensOf(isInStudio)
        .filter((screen) => screen !== 'settings')
        .map((screen) => (
          <Item key={screen} screen={screen} />
        ))}
      <Item screen="settings" />
    </nav>
  );
}

function Item({ screen }: { readonly screen: Screen }) {
  const { t } = useTranslation();
  const isCurrent = useUi((ui) => ui.screen === screen);
  const needs = useData(({ tally }) => tally.failed + tally.uncertain);
  const Icon = screenIcons[screen];
  return (
    <button
      type="button"
      className={`${classes.item} ${screen === 'settings' ? classes.last : ''}`}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => goTo(screen)}
      data-testid={`nav-${screen}`}
    >
      <Icon {...screenIconProps} />
      {t(`nav.${screen}`)}
      {screen === 'queue' && needs > 0 && (
        <span className={classes.badge} role="img" aria-label={t('nav.needsYou', { count: needs })}>
          {needs > 99 ? '99+' : needs}
        </span>
      )}
    </button>
  );
}
