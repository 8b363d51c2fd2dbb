/** The keys of all commands: heard in one place, and looked up in the table. */
import { useEffect } from 'react';
import { type CommandId, commandAt, type KeyContext } from '../../contract/app/shortcuts.ts';
import { isDialogOpen, isTyping } from '../commands/keyEvents.ts';
import { keyNames } from '../commands/keys.ts';
import { commands, currentKeyContext, isOffered, isPossible, whyUnavailable } from '../commands/table.ts';
import { notify } from '../notifications.tsx';
import { changedKeys } from '../state/settings/keymap.ts';
import { paletteStore } from './palette/palette.ts';

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

/** Keys that scroll what has the focus, unless they are handled. */
const scrollKeys: ReadonlySet<string> = new Set([' ', 'PageUp', 'PageDown', 'Home', 'End']);

/** The command of a key that was pressed; null where it is none, or is for something else. */
function commandOf(event: KeyboardEvent): CommandId | null {
  const names = keyNames(event);
  const ground = currentKeyContext();
  if (isTyping(event.target) ? !writesNothing(names) : isForControl(event, ground)) return null;
  const id = commandAt(ground, names, changedKeys());
  if (id === null || isPossible(id, ground)) return id;
  if (scrollKeys.has(event.key)) event.preventDefault();
  const reason = isOffered(id, ground) ? whyUnavailable(id) : null;
  if (reason !== null && !event.repeat) notify({ tone: 'info', text: () => reason }, { about: 'unavailable' });
  return null;
}

/** Select all is for lists and text fields. Otherwise it would select, and then copy, the text of the page. */
function keepFromSelectingPage(event: Event): void {
  if (event.target === document.body || event.target === document) event.preventDefault();
}

export function useCommandKeys(): void {
  useEffect(() => {
    let isDialog = false;
    let held: { readonly code: string; readonly pressedAt: number; readonly letGo: () => void } | null = null;
    // A key that closes a dialog is not for what comes from under it.
    const onCapture = (event: KeyboardEvent) => {
      // A key that is held closes one layer only, and clears nothing below it.
      if (event.key === 'Escape' && event.repeat) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      // The palette is open before it is shown.
      isDialog = isDialogOpen() || paletteStore.getState().opened;
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
    document.addEventListener('selectstart', keepFromSelectingPage);
    return () => {
      window.removeEventListener('keydown', onCapture, true);
      document.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('keyup', onKeyUp);
      document.removeEventListener('selectstart', keepFromSelectingPage);
    };
  }, []);
}
