/** The keys of a search field: down into the list that it searches, and out of it. */
import type { KeyboardEvent, RefObject } from 'react';
import { commandTargets, useCommandTarget } from '../../commands/commandTargets.ts';

interface Search {
  readonly field: RefObject<HTMLInputElement | null>;
  /** Shows what was typed at once, where typing is waited for. */
  readonly flush?: () => void;
  readonly clear: () => void;
  /** Resolves when the list shows what was typed. */
  readonly settled: () => Promise<void>;
  /** Puts the list's own mark on its first row. */
  readonly toFirst: () => Promise<void>;
}

/** Enter and the arrow down go to the first row; Esc takes away what was typed, and then leaves the field. */
export function useSearchKeys({ field, flush, clear, settled, toFirst }: Search): (event: KeyboardEvent) => void {
  useCommandTarget('search', () => field.current?.select());
  const enter = async () => {
    flush?.();
    // The list is asked for as the screen is drawn.
    await new Promise(requestAnimationFrame);
    await settled();
    await toFirst();
    commandTargets.list?.();
  };
  return (event) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' || event.key === 'ArrowDown') {
      event.preventDefault();
      void enter();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (field.current?.value) return clear();
      field.current?.blur();
      commandTargets.list?.();
    }
  };
}
