/** Keeps the focus where keys go on from: never on nothing, whatever closes, goes, or is another screen now. */
import { type RefObject, useEffect } from 'react';
import { hands } from '../commands/hands.ts';
import { useUi } from '../state/ui.ts';

/** How many that had the focus are remembered: what closes one after the other is not deeper. */
const depth = 16;

const isLost = () => document.activeElement === null || document.activeElement === document.body;

/** It is seen, and the keys may go there. */
const isThere = (element: Element) =>
  element.isConnected &&
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.matches(':disabled, [inert] *');

/** @param main where the screens are; the focus begins there where a screen has no list */
export function useKeptFocus(main: RefObject<HTMLElement | null>): void {
  const screen = useUi((ui) => ui.screen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen begins anew
  useEffect(() => {
    const goHome = () => {
      hands.list?.();
      if (!isWithin(main.current)) main.current?.focus({ preventScroll: true });
    };
    if (!isWithin(main.current)) goHome();
    return follow(() => {
      // A list that comes later has the keys then.
      if (document.activeElement === main.current) hands.list?.();
    }, goHome);
  }, [screen]);
}

/** Whether the keys are somewhere on the screen, or in what is open over it. */
function isWithin(main: HTMLElement | null): boolean {
  const focused = document.activeElement;
  if (focused === null || !isThere(focused)) return false;
  return main?.contains(focused) === true || focused.closest('[role="dialog"]') !== null;
}

/** Where what had the focus goes, the one before it that is still there has it again; where there is none, it is for `goHome`. */
function follow(onEach: () => void, goHome: () => void): () => void {
  const before: Element[] = [];
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    before.push(target);
    if (before.length > depth) before.shift();
  };
  const onChange = () => {
    onEach();
    const last = before.at(-1);
    // A click beside everything takes the focus away from what stays.
    if (!isLost() || last === undefined || isThere(last)) return;
    while (before.length > 0 && isLost()) {
      const next = before.pop()!;
      if (next instanceof HTMLElement && isThere(next)) next.focus({ preventScroll: true });
    }
    if (isLost()) goHome();
  };
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', onFocus);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocus);
  };
}
