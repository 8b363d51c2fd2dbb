/** Runs commands by their keys. */
import { useEffect } from 'react';
import { type CommandId, commandAt, type KeyContext } from '../../../contract/app/shortcuts.ts';
import { isDialogOpen, isTyping } from '../../commands/keyEvents.ts';
import { keyNames } from '../../commands/keys.ts';
import { commands, currentKeyContext, isOffered, isPossible, whyUnavailable } from '../../commands/table.ts';
import { notify } from '../../notifications.tsx';
import { changedKeys } from '../../state/settings/keymap.ts';
import { paletteStore } from '../palette/palette.ts';

/** A key that is held longer shows something until it is released. */
const minHoldMs = 350;

/** Keys that text fields handle. */
const textKeys: ReadonlySet<string> = new Set(['A', 'C', 'V', 'X', 'Y', 'Z', 'Shift+Z'].map((key) => `Mod+${key}`));

/** Only these keys are commands while a text is typed. */
const isNonTextKey = (names: readonly string[]) =>
  names.every((name) => (name.startsWith('Mod+') && !textKeys.has(name)) || /^(Shift\+)?F\d+$/.test(name));

/** Whether the focused control handles a key: a button Space and Enter, a slider arrows, a menu all keys. */
function isForControl({ key, target }: KeyboardEvent, context: KeyContext): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('[role="menu"]')) return true;
  if (key === ' ' || key === 'Enter') {
    const control = target.closest('button, summary, a, input, select');
    // During touch-up, only if it was focused by keyboard.
    return control !== null && (context !== 'touch' || control.matches(':focus-visible'));
  }
  if (key === 'Escape') return target.closest('input[aria-haspopup]') !== null;
  if (key === 'Tab') return context === 'touch';
  const isMove = key.startsWith('Arrow') || key === 'Home' || key === 'End';
  return isMove && target.closest('[role="slider"], [role="radiogroup"], input') !== null;
}

const scrollKeys: ReadonlySet<string> = new Set([' ', 'PageUp', 'PageDown', 'Home', 'End']);

/** Returns the command of a pressed key, or null. */
function commandOf(event: KeyboardEvent): CommandId | null {
  const names = keyNames(event);
  const context = currentKeyContext();
  if (isTyping(event.target) ? !isNonTextKey(names) : isForControl(event, context)) return null;
  const id = commandAt(context, names, changedKeys());
  if (id === null || isPossible(id, context)) return id;
  if (scrollKeys.has(event.key)) event.preventDefault();
  const reason = isOffered(id, context) ? whyUnavailable(id) : null;
  if (reason !== null && !event.repeat) notify({ tone: 'info', text: () => reason }, { about: 'unavailable' });
  return null;
}

/** Keeps "Select all" from selecting the text of the page. */
function preventPageSelection(event: Event): void {
  if (event.target === document.body || event.target === document) event.preventDefault();
}

export function useCommandKeys(): void {
  useEffect(() => {
    let hasDialog = false;
    let held: { readonly code: string; readonly pressedAt: number; readonly onRelease: () => void } | null = null;
    // Read before the key closes a dialog, because it is not for the screen below.
    const onCapture = (event: KeyboardEvent) => {
      // A held key closes one layer only.
      if (event.key === 'Escape' && event.repeat) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      // The palette is open before it is visible.
      hasDialog = isDialogOpen() || paletteStore.getState().opened;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || hasDialog) return;
      const id = commandOf(event);
      if (id === null) return;
      event.preventDefault();
      if (event.repeat && !commands[id].repeats) return;
      const onRelease = commands[id].run(event);
      if (typeof onRelease === 'function')
        held = { code: event.code, pressedAt: event.timeStamp, onRelease: () => onRelease() };
    };
    const onKeyUp = (event: KeyboardEvent) => {
      if (held === null || event.code !== held.code) return;
      if (event.timeStamp - held.pressedAt > minHoldMs) held.onRelease();
      held = null;
    };
    window.addEventListener('keydown', onCapture, true);
    // On the document, not the window: a tooltip that Esc closes stops the event at the document.
    document.addEventListener('keydown', onKeyDown);
    window.addEventListener('keyup', onKeyUp);
    document.addEventListener('selectstart', preventPageSelection);
    return () => {
      window.removeEventListener('keydown', onCapture, true);
      document.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('keyup', onKeyUp);
      document.removeEventListener('selectstart', preventPageSelection);
    };
  }, []);
}
