/** The command palette: commands of the current key context, and settings. */
import { Spotlight, type SpotlightActionData, useSpotlight } from '@mantine/spotlight';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandId } from '../../../contract/app/shortcuts.ts';
import { currentLabelOf, whyUnavailable } from '../../commands/table.ts';
import { useData } from '../../state/data/store.ts';
import { useKeyOf } from '../../state/settings/keymap.ts';
import { runCommand } from '../commands/runCommand.ts';
import { matchCommands } from './matchCommands.ts';
import { paletteStore } from './palette.ts';
import { commandCandidates, paletteGroups, rememberCommand } from './paletteCommands.ts';
import { settingActions } from './settingActions.ts';

export function CommandPalette() {
  const { t } = useTranslation();
  const { opened } = useSpotlight(paletteStore);
  const keyOf = useKeyOf();
  const hasKeyStore = useData(({ about }) => about.keyStore);
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (opened) before.current = document.activeElement;
  }, [opened]);
  const run = (id: CommandId) => {
    // A dialog that the command opens returns the focus to this element.
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    rememberCommand(id);
    runCommand(id);
  };
  const actionOf = (id: CommandId): SpotlightActionData => {
    const reason = whyUnavailable(id);
    return {
      id,
      label: currentLabelOf(id),
      rightSection: keyOf(id),
      onClick: () => run(id),
      ...(reason === null ? {} : { description: reason, disabled: true }),
    };
  };
  const find = (query: string) => {
    const ofCommands = commandCandidates().map((each) => ({ ...each, action: actionOf(each.id) }));
    const ofSettings = settingActions(t, hasKeyStore).map((action) => ({
      label: action.label ?? '',
      keywords: [String(action.keywords ?? '')],
      action,
    }));
    return matchCommands(query, [...ofCommands, ...ofSettings]).map(({ action }) => action);
  };
  const list = (query: string) =>
    query.trim() === ''
      ? paletteGroups().map(({ title, ids }) => ({ group: title, actions: ids.map(actionOf) }))
      : find(query);
  return (
    <Spotlight
      store={paletteStore}
      actions={[]}
      filter={(query) => (opened ? list(query) : [])}
      shortcut={null}
      nothingFound={t('palette.nothing')}
      highlightQuery
      scrollable
      maxHeight={400}
      // Shown at once, because the user keeps typing.
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      attributes={{ content: { 'aria-label': t('palette.title') } }}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      searchProps={{ placeholder: t('palette.placeholder'), 'aria-label': t('palette.placeholder') }}
    />
  );
}
