/** Cancels jobs. An uncertain job, or one being sent to a paid service, counts as given up. */
import { canTransition, finalStates, type JobError, type JobState, jobStates } from '../../../../contract/jobs/job.ts';
import { type MessageKey, msg } from '../../../../contract/messages/message.ts';
import { canChargeSql } from '../charge-sql.ts';
import { stateList } from '../job-rows.ts';
import { type ActionContext, type ChangedJob, finalStatesSql, idsOf, isNamedLocalSql } from './action-context.ts';

export const openStates = jobStates.filter((state) => !(finalStates as readonly JobState[]).includes(state));

const cancelledWhileSending: JobError = {
  kind: 'uncertain',
  code: 'CANCELLED_WHILE_SENDING',
  message: msg('store.cancelled.sending'),
  advice: 'decide',
  requestId: null,
  logId: null,
};

/** Timeline messages by the former state. After sending, they mention a possible charge. */
const cancelMessages: Readonly<Record<Exclude<JobState, 'done' | 'failed' | 'cancelled'>, MessageKey>> = {
  queued: 'store.cancelled.unsent',
  preparing: 'store.cancelled.unsent',
  submitting: 'store.cancelled.sending',
  waiting: 'store.cancelled.atService',
  fetching: 'store.cancelled.finished',
  placing: 'store.cancelled.home',
  uncertain: 'store.cancelled.givenUp',
};

const cancelSql = `UPDATE jobs SET state = 'cancelled', lease = NULL, finished_at = @now
  WHERE ${isNamedLocalSql} AND state IN (${stateList(jobStates.filter((state) => canTransition(state, 'cancelled')))})
  RETURNING id, state`;

/** The response is no longer awaited, so the charge stays unknown. */
const markUncertainChargeSql = `UPDATE jobs SET error = @error
  WHERE ${isNamedLocalSql} AND ${canChargeSql} AND (state = 'submitting' OR (
    state IN ('queued', 'preparing') AND EXISTS (SELECT 1 FROM ledger WHERE job_id = jobs.id AND outcome = 'open')))
  RETURNING id, state`;

const openInBatchSql = `SELECT id, state FROM jobs WHERE batch_id = @batchId AND state NOT IN (${finalStatesSql})`;

export function jobCancellation({ events, followers, studio, prepare, readStates }: ActionContext) {
  const setCancelled = prepare(cancelSql);
  const markUncertainCharge = prepare(markUncertainChargeSql);
  const openInBatch = prepare(openInBatchSql);

  function cancelLocal(ids: readonly number[]): ChangedJob[] {
    const before = new Map(readStates(ids).map(({ id, state }) => [id, state]));
    markUncertainCharge(ids, { error: JSON.stringify(cancelledWhileSending) });
    const cancelled = setCancelled(ids);
    for (const [state, key] of Object.entries(cancelMessages)) {
      const group = idsOf(cancelled).filter((id) => (before.get(id) ?? '') === state);
      events.addToAll(group, { kind: 'state', text: { key } });
    }
    for (const { id } of cancelled) followers.settle(id);
    return cancelled;
  }
  function cancel(ids: readonly number[]): ChangedJob[] {
    const remoteJobs = [...studio.send(ids, 'cancel', ...openStates), ...studio.send(ids, 'give-up', 'uncertain')];
    return [...cancelLocal(ids), ...remoteJobs];
  }

  return {
    cancel,
    cancelLocal,
    cancelBatch: (batchId: number): ChangedJob[] => cancel(idsOf(openInBatch([], { batchId }))),
  };
}
