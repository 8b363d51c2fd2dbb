/** Keeps the focus on an element of the window when a popup closes or the screen changes. */
import { useEffect, useLayoutEffect } from 'react';
import { commandTargets } from '../commands/commandTargets.ts';

/** A closing popup has released the focus by then, and a popup that replaces it has taken it. */
const closingMs = 10;

const isFocusable = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement &&
  element !== document.body &&
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.matches(':disabled, [inert] *');

/** Focuses the list of the current screen, or the screen itself. */
function focusScreen(): void {
  commandTargets.list?.();
  const main = document.querySelector('main');
  if (!isFocusable(document.activeElement)) main?.focus({ preventScroll: true });
}

/** Focuses a screen when it is shown, unless a popup over it has the focus. */
export function FocusScreen() {
  useEffect(() => {
    const focused = document.activeElement;
    if (!isFocusable(focused) || !focused.closest('main, [role="dialog"]')) {
      // The rail handles only Tab and Enter.
      if (focused instanceof HTMLElement) focused.blur();
      focusScreen();
    }
  }, []);
  return null;
}

/** Restores the focus after a popup closes or unmounts: to the previous element, or to the screen if that is gone. */
export function useRestoreFocus(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    // A menu item disappears with its menu, but the menu's button remains.
    const menu = before?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
    return () => {
      const atClose = document.activeElement;
      setTimeout(() => {
        const now = document.activeElement;
        if (now !== atClose && isFocusable(now)) return;
        const target = [before, menu ? document.getElementById(menu) : null].find(isFocusable);
        if (target) target.focus({ preventScroll: true });
        else focusScreen();
      }, closingMs);
    };
  }, [isOpen]);
}
