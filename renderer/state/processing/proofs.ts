/** "Look first": photographs are shown in Review before anything is done with them, and what is picked goes on from there. */
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

/** Shows them as they come in. @param grant of photographs and folders */
export async function lookFirst(grant: string, recipeId: string): Promise<void> {
  const opened = openAsTheyCome();
  const reply = await request('intake.lookFirst', { grant, recipeId });
  const isOpen = opened();
  if (!reply.ok) return;
  await showProofs(reply.value, isOpen);
}

/** Shows what was added to be looked through. @param isOpen whether it is shown already */
export async function showProofs(added: ProofReport, isOpen = false): Promise<void> {
  const { batchId } = added;
  if (batchId !== null && !isOpen) openBatchInReview(batchId);
  else if (batchId === useReviewUi.getState().query.batchId) await showNew();
  notifyProofReport(added);
}

/** Opens the batch as soon as there is something in it. @returns what ends that, and says whether it was opened */
function openAsTheyCome(): () => boolean {
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

/** So many names of files are told; of more, how many they are. */
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

/** Those of a batch that are picked and were not processed yet. */
export const pickedProofs = (batchId: number | null): PhotographQuery => ({
  ...everyPhotograph,
  batchId,
  flags: [1],
  unprocessed: true,
});

/** Takes those off the light table of which there are no results. */
export async function removeProofs(on: PhotographChoice): Promise<void> {
  const reply = await request('photographs.removeProofs', { on });
  if (!reply.ok) return;
  const count = reply.value;
  const words = () => ({ count, number: number(count), keys: currentKey('app.undo') });
  const text = () => i18next.t(count === 0 ? 'review.proofs.noneRemoved' : 'review.proofs.removed', words());
  notify({ tone: 'info', text });
  await refreshAfterRemoval();
}
