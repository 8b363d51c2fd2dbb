/** The ledger as rows of a table, to compare with a bill. */
import type { Message } from '../../../contract/messages/message.ts';
import type { Charge } from '../../../contract/services/costs.ts';
import type { Store } from '../../store/index.ts';
import { createBatchTitles } from '../common/export-items.ts';
import { isoTime, type Row } from './table-files.ts';

/** In the order of the table. */
export const chargeColumns = [
  'sent',
  'service',
  'operation',
  'request_id',
  'log_id',
  'task_id',
  'outcome',
  'credits',
  'credits_at_most',
  'known_by',
  'settled',
  'decision',
  'balance_before',
  'balance_after',
  'photograph',
  'content_hash',
  'recipe',
  'step',
  'batch',
  'batch_number',
  'job',
] as const;

/** Yields a row for each request. Costs are in credits, times in UTC. */
export function* chargeRows(
  charges: Iterable<Charge>,
  { store, toWords }: { readonly store: Pick<Store, 'batches'>; readonly toWords: (message: Message) => string },
): Generator<Row> {
  const titleOf = createBatchTitles(store, toWords);
  for (const charge of charges) {
    const { evidence } = charge;
    yield {
      sent: isoTime(charge.sentAt),
      service: charge.service,
      operation: charge.operation,
      request_id: charge.requestId,
      log_id: charge.logId,
      task_id: charge.taskId,
      outcome: charge.outcome,
      credits: charge.cost,
      credits_at_most: charge.reserved,
      known_by: charge.knownBy,
      settled: isoTime(charge.settledAt),
      decision: charge.decision,
      balance_before: evidence?.before ?? null,
      balance_after: evidence?.after ?? null,
      photograph: charge.photograph,
      content_hash: charge.contentHash,
      recipe: charge.recipe,
      step: charge.step + 1,
      batch: titleOf(charge.batchId),
      batch_number: charge.batchId,
      job: charge.jobId,
    };
  }
}
