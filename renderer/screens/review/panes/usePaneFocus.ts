import { type RefObject, useEffect, useRef } from 'react';
import type { PhotoPane } from '../../../state/review/panes.ts';
import { serialize } from '../serialize.ts';
import { focusOnPane } from './paneActions.ts';

/**
 * Moves the focus of the page to the focused pane.
 * @returns the handler of `focus` events, which makes a pane the focused one. It ignores focus moved here, because by
 *   then keys may have moved on.
 */
export function usePaneFocus(element: RefObject<HTMLElement | null>, pane: PhotoPane, isFocused: boolean): () => void {
  const isMoving = useRef(false);
  useEffect(() => {
    if (!isFocused) return;
    isMoving.current = true;
    element.current?.focus({ preventScroll: true });
    isMoving.current = false;
  }, [element, isFocused]);
  return () => {
    if (!isMoving.current) void serialize(() => focusOnPane(pane));
  };
}
