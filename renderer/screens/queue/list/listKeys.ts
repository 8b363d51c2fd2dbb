/** What the keys do while the list of jobs has the focus. */
import type { KeyboardEvent } from 'react';
import { doWithJobs } from '../../../state/jobCommands.ts';
import { setSelection, useQueueUi } from '../../../state/queueUi.ts';
import { allOf, emptySelection, moved } from '../../../state/selection.ts';

/** Does what the key means in a list of `ids`, `page` rows high; false when it means nothing here. */
export function listKey(event: KeyboardEvent, ids: readonly number[], page: number): boolean {
  const { selection } = useQueueUi.getState();
  const go = (delta: number) => {
    setSelection(moved(selection, ids, delta, event.shiftKey));
    return true;
  };
  const mod = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case 'ArrowDown':
      return go(1);
    case 'ArrowUp':
      return go(-1);
    case 'PageDown':
      return go(page);
    case 'PageUp':
      return go(-page);
    case 'Home':
      return go(-ids.length);
    case 'End':
      return go(ids.length);
    case 'a':
      if (mod) setSelection(allOf(ids, selection));
      return mod;
    case 'Escape':
      setSelection(emptySelection);
      return true;
    case ' ':
    case 'Enter':
      if (selection.lead !== null) void doWithJobs('review', [selection.lead]);
      return true;
    case 'Delete':
    case 'Backspace':
      void doWithJobs('remove', selection.ids);
      return true;
    default:
      return false;
  }
}
