/** The ledger as rows of a table, and as data: what a bill is compared with. */

import type { Message } from '../../contract/messages/message.ts';
import type { Charge } from '../../contract/services/costs.ts';
import type { Store } from '../store/index.ts';
import { createBatchTitles } from './export/export-items.ts';
import type { Row } from './export/result-tables.ts';

/** In their order. */
export const chargeColumns = [
  ...['sent', 'service', 'operation', 'request_id', 'log_id', 'task_id', 'outcome', 'credits', 'credits_at_most'],
  ...['known_by', 'settled', 'decision', 'balance_before', 'balance_after', 'photograph', 'content_hash', 'recipe'],
  ...['step', 'batch', 'batch_number', 'job'],
] as const;

const time = (timestamp: number | null) => (timestamp === null ? null : new Date(timestamp).toISOString());

/** One row for each request. Costs are credits; times are UTC. */
export function* chargeRows(
  charges: Iterable<Charge>,
  { store, toWords }: { readonly store: Pick<Store, 'batches'>; readonly toWords: (message: Message) => string },
): Generator<Row> {
  const titleOf = createBatchTitles(store, toWords);
  for (const charge of charges) {
    const { evidence } = charge;
    yield {
      sent: time(charge.sentAt),
      service: charge.service,
      operation: charge.operation,
      request_id: charge.requestId,
      log_id: charge.logId,
      task_id: charge.taskId,
      outcome: charge.outcome,
      credits: charge.cost,
      credits_at_most: charge.reserved,
      known_by: charge.knownBy,
      settled: time(charge.settledAt),
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
