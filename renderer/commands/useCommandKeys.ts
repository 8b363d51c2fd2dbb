/** The keys of all commands: heard in one place, and looked up in the table. */
import { useEffect } from 'react';
import { type CommandId, commandAt, type KeyContext } from '../../contract/app/shortcuts.ts';
import { dialogOpen, isTyping } from '../components/keyEvents.ts';
import { changedKeys } from '../state/keymap.ts';
import { paletteStore } from '../state/palette.ts';
import { currentKeyContext } from './keyContext.ts';
import { keyNames } from './keys.ts';
import { commands, isPossible } from './table.ts';

/** A key that is held longer (ms) shows something only for so long. */
const heldFor = 350;

/** What a text field does itself with keys that would be commands elsewhere. */
const textKeys: ReadonlySet<string> = new Set(['A', 'C', 'V', 'X', 'Y', 'Z', 'Shift+Z'].map((key) => `Mod+${key}`));

/** While a text is typed, only what writes nothing is a command. */
const writesNothing = (names: readonly string[]) =>
  names.every((name) => (name.startsWith('Mod+') && !textKeys.has(name)) || /^(Shift\+)?F\d+$/.test(name));

/** True where the key is for the control that has the focus: Space and Enter for a button, arrows for a slider, all keys for a menu. */
function isForControl({ key, target }: KeyboardEvent, ground: KeyContext): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('[role="menu"]')) return true;
  if (key === ' ' || key === 'Enter') {
    const control = target.closest('button, summary, a, input, select');
    // While touching up, a button that was only clicked on does not keep them.
    return control !== null && (ground !== 'touch' || control.matches(':focus-visible'));
  }
  if (key === 'Escape') return target.closest('input[aria-haspopup]') !== null;
  if (key === 'Tab') return ground === 'touch';
  const isMove = key.startsWith('Arrow') || key === 'Home' || key === 'End';
  return isMove && target.closest('[role="slider"], [role="radiogroup"], input') !== null;
}

/** The command of a key that was pressed; null where it is none, or is for something else. */
function commandOf(event: KeyboardEvent): CommandId | null {
  const names = keyNames(event);
  const ground = currentKeyContext();
  if (isTyping(event.target) ? !writesNothing(names) : isForControl(event, ground)) return null;
  const id = commandAt(ground, names, changedKeys());
  return id !== null && isPossible(id, ground) ? id : null;
}

export function useCommandKeys(): void {
  useEffect(() => {
    let isDialog = false;
    let held: { readonly code: string; readonly pressedAt: number; readonly letGo: () => void } | null = null;
    // A key that closes a dialog is not for what comes from under it.
    const onCapture = () => {
      // The palette is open before it is shown.
      isDialog = dialogOpen() || paletteStore.getState().opened;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isDialog) return;
      const id = commandOf(event);
      if (id === null) return;
      event.preventDefault();
      if (event.repeat && !commands[id].repeats) return;
      const letGo = commands[id].run(event);
      if (typeof letGo === 'function') held = { code: event.code, pressedAt: event.timeStamp, letGo: () => letGo() };
    };
    const onKeyUp = (event: KeyboardEvent) => {
      if (held === null || event.code !== held.code) return;
      if (event.timeStamp - held.pressedAt > heldFor) held.letGo();
      held = null;
    };
    window.addEventListener('keydown', onCapture, true);
    // On the document, not the window: a tooltip that Esc closes stops the event at the document.
    document.addEventListener('keydown', onKeyDown);
    window.addEventListener('keyup', onKeyUp);
    return () => {
      window.removeEventListener('keydown', onCapture, true);
      document.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('keyup', onKeyUp);
    };
  }, []);
}
