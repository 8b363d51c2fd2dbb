/** Where the keys go on from when something closes or the screen is another one: never from nothing. */
import { useEffect, useLayoutEffect } from 'react';
import { commandTargets } from '../commands/commandTargets.ts';

/** What closes keeps the focus that long, and what opens instead of it has taken it by then. */
const closing = 10;

const isThere = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement &&
  element !== document.body &&
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.matches(':disabled, [inert] *');

/** Puts the focus on the list of the screen that is shown, or on the screen where it has none. */
function focusScreen(): void {
  commandTargets.list?.();
  const main = document.querySelector('main');
  if (!isThere(document.activeElement)) main?.focus({ preventScroll: true });
}

/** A screen begins with the keys on it, also when one comes back to it; what is open over it keeps them. */
export function FocusScreen() {
  useEffect(() => {
    const focused = document.activeElement;
    if (!isThere(focused) || !focused.closest('main, [role="dialog"]')) {
      // The rail has no keys of its own but Tab and Enter.
      if (focused instanceof HTMLElement) focused.blur();
      focusScreen();
    }
  }, []);
  return null;
}

/** When what is open closes or goes, what had the focus before has it again; where that is gone too, the screen. */
export function useRestoreFocus(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    // An item is gone with its menu, whose button stays.
    const menu = before?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
    return () => {
      const atClose = document.activeElement;
      setTimeout(() => {
        const now = document.activeElement;
        if (now !== atClose && isThere(now)) return;
        const back = [before, menu ? document.getElementById(menu) : null].find(isThere);
        if (back) back.focus({ preventScroll: true });
        else focusScreen();
      }, closing);
    };
  }, [isOpen]);
}
