/** The keys that work on every screen. */
import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { chooseAndAdd } from '../state/intake.ts';
import { togglePaused } from '../state/jobCommands.ts';
import { currentData } from '../state/store.ts';
import { goTo, screensOf, useUi } from '../state/ui.ts';
import { redo, undo } from '../state/undo.ts';
import { dialogOpen, digitOf, isKeyTaken } from './typing.ts';

const openHelp = () => useUi.setState({ helpOpen: true });

/** Single keys do nothing while a text is typed or a dialog is open. */
const plain = (action: () => void) => (event: KeyboardEvent) => {
  if (isKeyTaken(event)) return;
  event.preventDefault();
  action();
};
const options = { preventDefault: false };

/** While a text is typed, its own changes are taken back. */
const undoing = (action: () => Promise<void>) => plain(() => void action());

/** Ctrl (or Cmd) and a digit by its place on the keyboard: a screen. */
function useScreenKeys(): void {
  useWindowEvent('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || dialogOpen()) return;
    const digit = digitOf(event);
    const screen = digit === null ? undefined : screensOf(currentData().studio !== null)[digit - 1];
    if (screen === undefined) return;
    event.preventDefault();
    goTo(screen);
  });
}

export function useShortcuts(): void {
  useScreenKeys();
  useHotkeys(
    [
      ['mod+O', () => !dialogOpen() && void chooseAndAdd()],
      ['mod+shift+P', () => !dialogOpen() && togglePaused()],
      ['mod+Z', undoing(undo), options],
      ['mod+shift+Z', undoing(redo), options],
      ['mod+Y', undoing(redo), options],
      ['?', plain(openHelp), options],
      ['shift+?', plain(openHelp), options],
    ],
    // Which fields take text is decided by `isTyping`.
    [],
  );
}
