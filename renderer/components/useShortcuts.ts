/** The keys that work on every screen. */
import { useHotkeys } from '@mantine/hooks';
import { chooseAndAdd } from '../state/intake.ts';
import { togglePaused } from '../state/jobCommands.ts';
import { goTo, screens, useUi } from '../state/ui.ts';
import { dialogOpen, isTyping } from './typing.ts';

const openHelp = () => useUi.setState({ helpOpen: true });

/** Single keys do nothing while a text is typed or a dialog is open. */
const plain = (action: () => void) => (event: KeyboardEvent) => {
  if (isTyping(event.target) || dialogOpen()) return;
  event.preventDefault();
  action();
};
const options = { preventDefault: false };

export function useShortcuts(): void {
  useHotkeys(
    [
      ...screens.map((screen, index): [string, (event: KeyboardEvent) => void, typeof options] => [
        `${index + 1}`,
        plain(() => goTo(screen)),
        options,
      ]),
      ['mod+O', () => !dialogOpen() && void chooseAndAdd()],
      ['P', plain(togglePaused), options],
      ['?', plain(openHelp), options],
      ['shift+?', plain(openHelp), options],
    ],
    // Which fields take text is decided by `isTyping`.
    [],
  );
}
