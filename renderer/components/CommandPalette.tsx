/** The command palette: every command that is possible where the keys are, by its name. */
import { Spotlight, type SpotlightActionData, useSpotlight } from '@mantine/spotlight';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { currentKeyContext } from '../commands/keyContext.ts';
import { commands, commandsForContext, currentLabelOf } from '../commands/table.ts';
import { useKeyOf } from '../state/keymap.ts';
import { paletteStore } from '../state/palette.ts';

export function Palette() {
  const { t } = useTranslation();
  const { opened } = useSpotlight(paletteStore);
  const keyOf = useKeyOf();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is possible is looked at as it opens
  const actions = useMemo(
    () =>
      commandsForContext(currentKeyContext()).map(
        (id): SpotlightActionData => ({
          id,
          label: currentLabelOf(id),
          rightSection: keyOf(id),
          onClick: () => void commands[id].run(),
        }),
      ),
    [opened, keyOf],
  );
  return (
    <Spotlight
      store={paletteStore}
      actions={actions}
      shortcut={null}
      nothingFound={t('palette.nothing')}
      highlightQuery
      scrollable
      maxHeight={400}
      // There at once, for who types on.
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      attributes={{ content: { 'aria-label': t('palette.title') } }}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      searchProps={{ placeholder: t('palette.placeholder'), 'aria-label': t('palette.placeholder') }}
    />
  );
}
