/** How the keys move while the list of jobs has the focus. */
import type { KeyboardEvent } from 'react';
import { selectIn } from '../../../state/lists/selectInList.ts';
import { stepFrom } from '../../../state/lists/selection.ts';
import { jobList } from '../../../state/queue/jobList.ts';
import { setSelection, useQueueUi } from '../../../state/queue/queueUi.ts';

/** Moves the lead by `delta` rows; the row there may have to be read first. */
async function go(delta: number, shouldExtend: boolean, show: (place: number) => void): Promise<void> {
  const before = useQueueUi.getState().selection;
  const place = stepFrom(before, delta, jobList.now().count);
  if (place === null) return;
  show(place);
  const id = await jobList.idAt(place);
  if (id === null) return;
  const { selection } = useQueueUi.getState();
  setSelection(await selectIn(jobList, selection, { id, place }, { extends: shouldExtend, adds: false }));
}

/** Does what the key means in a list, `page` rows high; false when it means nothing here. */
export function listKey(event: KeyboardEvent, page: number, show: (place: number) => void): boolean {
  const { count } = jobList.now();
  const step = (delta: number) => {
    void go(delta, event.shiftKey, show);
    return true;
  };
  switch (event.key) {
    case 'ArrowDown':
      return step(1);
    case 'ArrowUp':
      return step(-1);
    case 'PageDown':
      return step(page);
    case 'PageUp':
      return step(-page);
    case 'Home':
      return step(-count);
    case 'End':
      return step(count);
    default:
      return false;
  }
}
