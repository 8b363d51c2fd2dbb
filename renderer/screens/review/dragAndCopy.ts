/** Drags and copies result files to other apps. */
import i18next from 'i18next';
import { request } from '../../bridge.ts';
import { formatCount as number } from '../../locales/format.ts';
import { notify } from '../../notifications.tsx';
import { isSelected, toChoice } from '../../state/lists/selection.ts';
import { photographList } from '../../state/review/photographList.ts';
import { useReviewUi } from '../../state/review/reviewUi.ts';
import { offersNow } from './export/exportSheet.ts';

/** Whether a drop on the window comes from Burnish itself. */
let isOwnDrag = false;
export const isDraggedOut = (): boolean => isOwnDrag;

/** Drags the selection, or the one photograph if it is not selected. */
export async function dragOut(id: number): Promise<void> {
  const { selection } = useReviewUi.getState();
  const on = isSelected(selection, id) ? toChoice(selection, photographList.now().query) : { ids: [id] };
  isOwnDrag = true;
  // No mouse events arrive during a drag.
  window.addEventListener('mousemove', () => setTimeout(() => (isOwnDrag = false), 500), { once: true });
  const reply = await request('export.drag', { on });
  if (!reply.ok) isOwnDrag = false;
}

/** Copies the files of the displayed or selected photographs. */
export async function copyFiles(): Promise<void> {
  const [scope] = await offersNow();
  if (scope === undefined || ['picked', 'client', 'all'].includes(scope.key)) return;
  const reply = await request('export.copyFiles', { on: scope.on });
  if (!reply.ok) return;
  const text = () => i18next.t('exporting.copied', { count: reply.value, number: number(reply.value) });
  notify({ tone: 'info', text });
}
