/** "Look first": proofs are reviewed before they are processed, and picks start their processing. */
import i18next from 'i18next';
import type { ProofReport } from '../../../contract/app/action-reports.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { everyPhotograph, type PhotographChoice, type PhotographQuery } from '../../../contract/review/list-queries.ts';
import { request } from '../../bridge.ts';
import { baseName, formatCount as number } from '../../locales/format.ts';
import { notify } from '../../notifications.tsx';
import { openBatchInReview } from '../batches/openBatch.ts';
import { currentData, useLoad } from '../data/store.ts';
import { refreshAfterRemoval, showNew } from '../review/photographList.ts';
import { useReviewUi } from '../review/reviewUi.ts';
import { currentKey } from '../settings/keymap.ts';

/** Adds proofs, and shows them as soon as the first one is added. @param grant for photographs and folders */
export async function lookFirst(grant: string, recipeId: string): Promise<void> {
  const stopFollowing = openNextProofs();
  const reply = await request('intake.lookFirst', { grant, recipeId });
  const isOpen = stopFollowing();
  if (!reply.ok) return;
  await showProofs(reply.value, isOpen);
}

/** Shows added proofs and reports them. @param isOpen whether their batch is shown already */
export async function showProofs(added: ProofReport, isOpen = false): Promise<void> {
  const { batchId } = added;
  if (batchId !== null && !isOpen) openBatchInReview(batchId);
  else if (batchId === useReviewUi.getState().query.batchId) await showNew();
  notifyProofReport(added);
}

/** Opens the next batch of proofs. Returns a function that stops this, and returns whether a batch was opened. */
function openNextProofs(): () => boolean {
  const last = Math.max(0, ...currentData().batches.map(({ id }) => id));
  let isOpen = false;
  const stop = useLoad.subscribe((load) => {
    const batch = load.phase === 'ready' && load.data.batches.find(({ id, proofs }) => proofs && id > last);
    if (!batch || isOpen) return;
    isOpen = true;
    openBatchInReview(batch.id);
  });
  return () => {
    stop();
    return isOpen;
  };
}

const maxNamedFiles = 3;

function notifyProofReport({ added, known, own, refused, notes }: ProofReport): void {
  const { t } = i18next;
  const named = refused.slice(0, maxNamedFiles);
  const text = () =>
    [
      ...(added > 0 ? [t('review.proofs.added', { count: added, number: number(added) })] : []),
      ...(known > 0 ? [t('review.proofs.known', { count: known, number: number(known) })] : []),
      ...(own > 0 ? [t('queue.report.own', { count: own })] : []),
      ...(refused.length > 0 ? [t('review.proofs.refused', { count: refused.length })] : []),
      ...named.map(({ path, message }) => `${baseName(path)}: ${formatMessage(message)}`),
      ...(refused.length > named.length ? [t('review.proofs.more', { count: refused.length - named.length })] : []),
      ...notes.map((each) => formatMessage(each)),
      ...(added + known + own + refused.length + notes.length === 0 ? [t('queue.report.nothing')] : []),
    ].join('\n');
  notify({ tone: refused.length > 0 || added + known === 0 ? 'warning' : 'success', text });
}

/** Returns a query for the picked photographs of a batch without results. */
export const pickedProofs = (batchId: number | null): PhotographQuery => ({
  ...everyPhotograph,
  batchId,
  flags: [1],
  unprocessed: true,
});

/** Removes photographs without results from Review. */
export async function removeProofs(on: PhotographChoice): Promise<void> {
  const reply = await request('photographs.removeProofs', { on });
  if (!reply.ok) return;
  const count = reply.value;
  const values = () => ({ count, number: number(count), keys: currentKey('app.undo') });
  const text = () => i18next.t(count === 0 ? 'review.proofs.noneRemoved' : 'review.proofs.removed', values());
  notify({ tone: 'info', text });
  await refreshAfterRemoval();
}
