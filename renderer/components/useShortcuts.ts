/** The keys that work on every screen. */
import { useHotkeys } from '@mantine/hooks';
import { chooseAndAdd } from '../state/intake.ts';
import { togglePaused } from '../state/jobCommands.ts';
import { goTo, screens, useUi } from '../state/ui.ts';

/** True while a dialog is open: keys belong to it then. */
function dialogOpen(): boolean {
  return document.querySelector('[role="dialog"]') !== null;
}

const openHelp = () => useUi.setState({ helpOpen: true });

export function useShortcuts(): void {
  const unlessDialog = (action: () => void) => () => {
    if (!dialogOpen()) action();
  };
  useHotkeys([
    ...screens.map((screen, index): [string, () => void] => [`${index + 1}`, unlessDialog(() => goTo(screen))]),
    ['mod+O', unlessDialog(() => void chooseAndAdd())],
    ['P', unlessDialog(togglePaused)],
    ['?', unlessDialog(openHelp)],
    ['shift+?', unlessDialog(openHelp)],
  ]);
}
