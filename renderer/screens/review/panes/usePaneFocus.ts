import { type RefObject, useEffect, useRef } from 'react';
import type { PhotoPane } from '../../../state/review/panes.ts';
import { serialize } from '../serialize.ts';
import { focusOnPane } from './paneActions.ts';

/**
 * Focuses the element of the pane that the keys are on.
 * @returns what a pane does that is focused by the user: the keys are on it then. A focus that only follows the keys
 *   changes nothing, since by then they may be on the next pane.
 */
export function usePaneFocus(element: RefObject<HTMLElement | null>, pane: PhotoPane, isFocused: boolean): () => void {
  const follows = useRef(false);
  useEffect(() => {
    if (!isFocused) return;
    follows.current = true;
    element.current?.focus({ preventScroll: true });
    follows.current = false;
  }, [element, isFocused]);
  return () => {
    if (!follows.current) void serialize(() => focusOnPane(pane));
  };
}
