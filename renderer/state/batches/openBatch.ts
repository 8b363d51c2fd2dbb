/** Where one goes from a batch: to its results on the light table or their folder, or to it in the queue. */
import { everyPhotograph } from '../../../contract/review/list-queries.ts';
import { request, requestQuietly } from '../../bridge.ts';
import { setBatch } from '../queue/queueUi.ts';
import { openPlace, useReviewUi } from '../review/reviewUi.ts';
import { goTo } from '../window/navigation.ts';

export function openBatchInReview(batchId: number): void {
  openPlace({ batchId });
  goTo('review');
}

/** Opens the first result of the batch's trial in the loupe, where the decision about the others is as well. */
export async function openTrial(batchId: number): Promise<void> {
  openBatchInReview(batchId);
  const reply = await requestQuietly('photographs.head', useReviewUi.getState().query);
  const first = reply.ok ? reply.value.rows[0] : undefined;
  if (first && useReviewUi.getState().query.batchId === batchId) useReviewUi.setState({ wanted: first.id });
}

export function showInQueue(batchId: number): void {
  setBatch(batchId);
  goTo('queue');
}

/** Shows the folder of the first of its results that is a file and there. */
export async function revealBatch(batchId: number): Promise<void> {
  const reply = await requestQuietly('photographs.head', { ...everyPhotograph, batchId });
  if (!reply.ok) return;
  const results = reply.value.rows.flatMap(({ shown }) => shown ?? []);
  const file = results.find(({ path, present }) => path !== null && present) ?? results[0];
  // Where none is there any more, that is what is said.
  if (file) await request('results.reveal', { id: file.id });
}
