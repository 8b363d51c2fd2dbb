/** Results for other programs, as files: dragged out of the window, or copied. */
import i18next from 'i18next';
import { request } from '../../bridge.ts';
import { formatCount as number } from '../../locales/format.ts';
import { notify } from '../../notifications.tsx';
import { isSelected, toChoice } from '../../state/lists/selection.ts';
import { photographList } from '../../state/review/photographList.ts';
import { useReviewUi } from '../../state/review/reviewUi.ts';
import { offersNow } from './export/exportSheet.ts';

/** While it is so, what is dropped on the window came from it. */
let isOwnDrag = false;
export const isDraggedOut = (): boolean => isOwnDrag;

/** Drags what is selected, or the one that was taken hold of where that is not selected. */
export async function dragOut(id: number): Promise<void> {
  const { selection } = useReviewUi.getState();
  const on = isSelected(selection, id) ? toChoice(selection, photographList.now().query) : { ids: [id] };
  isOwnDrag = true;
  // The mouse is not heard while something is dragged; afterwards it is.
  window.addEventListener('mousemove', () => setTimeout(() => (isOwnDrag = false), 500), { once: true });
  const reply = await request('export.drag', { on });
  if (!reply.ok) isOwnDrag = false;
}

/** Copies the files of what one looks at, or of what is selected. */
export async function copyFiles(): Promise<void> {
  const [offer] = await offersNow();
  if (offer === undefined || ['picked', 'client', 'all'].includes(offer.key)) return;
  const reply = await request('export.copyFiles', { on: offer.on });
  if (!reply.ok) return;
  const text = () => i18next.t('exporting.copied', { count: reply.value, number: number(reply.value) });
  notify({ tone: 'info', text });
}
