import { everyPhotograph } from '../../../contract/review/list-queries.ts';
import { request, requestQuietly } from '../../bridge.ts';
import { setBatch } from '../queue/queueUi.ts';
import { openPlace, useReviewUi } from '../review/reviewUi.ts';
import { goTo } from '../window/navigation.ts';

export function openBatchInReview(batchId: number): void {
  openPlace({ batchId });
  goTo('review');
}

/** Opens the first result of a trial in the loupe, which also shows the decision about it. */
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

/** Shows the folder of the first result whose file exists. */
export async function revealBatch(batchId: number): Promise<void> {
  const reply = await requestQuietly('photographs.head', { ...everyPhotograph, batchId });
  if (!reply.ok) return;
  const results = reply.value.rows.flatMap(({ shown }) => shown ?? []);
  const file = results.find(({ path, present }) => path !== null && present) ?? results[0];
  // Main reports that a file is missing.
  if (file) await request('results.reveal', { id: file.id });
}
