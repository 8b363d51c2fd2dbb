import type { KeyboardEvent, RefObject } from 'react';
import { commandTargets, useCommandTarget } from '../../commands/commandTargets.ts';

interface Search {
  readonly field: RefObject<HTMLInputElement | null>;
  /** Applies a debounced search immediately. */
  readonly flush?: () => void;
  readonly clear: () => void;
  /** Resolves when the list shows the search results. */
  readonly settled: () => Promise<void>;
  /** Makes the first row of the list active. */
  readonly toFirst: () => Promise<void>;
}

/** Handles keys of a search field: Enter and the down arrow go to the first row; Esc clears the field, then leaves it. */
export function useSearchKeys({ field, flush, clear, settled, toFirst }: Search): (event: KeyboardEvent) => void {
  useCommandTarget('search', () => field.current?.select());
  const enter = async () => {
    flush?.();
    // The list is requested on the next frame.
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
