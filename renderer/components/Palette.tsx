/** The command palette: the main actions by name. */
import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useTranslation } from 'react-i18next';
import { clientCommandIds } from '../../preload/contract/desk/gallery.ts';
import { ask } from '../bridge.ts';
import { choosePicks, followClients } from '../state/gallery.ts';
import { addSamples, chooseAndAdd } from '../state/intake.ts';
import { retryAllFailed, togglePaused } from '../state/jobCommands.ts';
import { openProcessWithHere } from '../state/processWith.ts';
import { changeSettings } from '../state/settings.ts';
import { useData } from '../state/store.ts';
import { goTo, screensOf, useUi } from '../state/ui.ts';

export function Palette() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const paused = useData((data) => data.settings.paused);
  const isReview = useUi(({ screen }) => screen === 'review');
  const isInStudio = useData((data) => data.studio !== null);
  const appearance = (value: 'light' | 'dark') => () => {
    setColorScheme(value);
    void changeSettings({ appearance: value });
  };
  const action = (id: string, label: string, onClick: () => void): SpotlightActionData => ({ id, label, onClick });
  const actions = [
    action('choose', t('palette.choose'), () => void chooseAndAdd()),
    action('samples', t('palette.samples'), () => void addSamples()),
    action('picks', t('palette.picks'), () => void choosePicks()),
    // Of what is listed there.
    ...(isReview
      ? clientCommandIds.map((command) => action(command, t(`palette.${command}`), () => void followClients(command)))
      : []),
    action('pause', paused ? t('palette.resume') : t('palette.pause'), togglePaused),
    action('with', t('queue.actions.with'), openProcessWithHere),
    action('retry', t('palette.retryFailed'), () => void retryAllFailed()),
    ...screensOf(isInStudio).map((screen) =>
      action(screen, t('palette.goTo', { screen: t(`nav.${screen}`) }), () => goTo(screen)),
    ),
    action('new-folder', t('palette.newFolder'), () => goTo('folders', 'new-folder')),
    action('new-recipe', t('palette.newRecipe'), () => goTo('recipes', 'new-recipe')),
    action('new-service', t('palette.newService'), () => goTo('services', 'new-service')),
    action('light', t('palette.light'), appearance('light')),
    action('dark', t('palette.dark'), appearance('dark')),
    action('data', t('palette.data'), () => void ask('app.revealDataFolder')),
    action('shortcuts', t('palette.shortcuts'), () => useUi.setState({ helpOpen: true })),
  ];
  return (
    <Spotlight
      actions={actions}
      shortcut="mod + K"
      tagsToIgnore={[]}
      nothingFound={t('palette.nothing')}
      highlightQuery
      scrollable
      maxHeight={400}
      attributes={{ content: { 'aria-label': t('palette.title') } }}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      searchProps={{ placeholder: t('palette.placeholder'), 'aria-label': t('palette.placeholder') }}
    />
  );
}
