/** The ledger: one row for each request that may have been charged. What it says of a request only grows more certain. */
import { basename } from 'node:path';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import type { Charge, ChargeGroup, ChargeOutcome, ChargeSum, Evidence } from '../../../contract/services/costs.ts';
import type { Job } from '../jobs/job-rows.ts';
import type { StoreContext } from '../store-context.ts';

/** A request that is about to be sent. */
export interface NewCharge {
  readonly job: Pick<Job, 'id' | 'batchId' | 'step' | 'operation' | 'profileId' | 'sourcePath'> & {
    readonly recipe: { readonly name: string };
    /** Null where nobody has looked. */
    readonly contentHash: string | null;
  };
  readonly service: string;
  /** Credits at most; null = unknown. */
  readonly reserved: number | null;
  /** By which the service knows the request again; null = it has none. */
  readonly idempotencyKey: string | null;
  /** `ServiceClient.accountId` of the account that knows the key; null if there is no key. */
  readonly accountId: string | null;
}

/** A request under way. */
export interface OpenCharge {
  readonly id: number;
  readonly profileId: string;
  readonly step: number;
  readonly sentAt: number;
  readonly idempotencyKey: string | null;
  readonly accountId: string | null;
  /** How often it was sent, under that key. */
  readonly times: number;
}

/** Credits that are spent, or may be. */
export interface SpentCredits {
  readonly credits: number;
  /** Requests whose cost nobody knows: they are not in `credits`. */
  readonly unknown: number;
}

interface ChargeRow {
  id: number;
  sent_at: number;
  profile_id: string;
  service: string;
  batch_id: number;
  job_id: number;
  step: number;
  operation: OperationId;
  recipe: string;
  photograph: string | null;
  content_hash: string | null;
  reserved: number | null;
  cost: number | null;
  outcome: ChargeOutcome;
  known_by: Charge['knownBy'];
  settled_at: number | null;
  decision: Charge['decision'];
  evidence: string | null;
  request_id: string | null;
  log_id: string | null;
  task_id: string | null;
}

/** Which rows: of one service, one batch, since and before a time (ms since 1970). */
export interface ChargeFilter {
  readonly profileId?: string;
  readonly batchId?: number;
  readonly since?: number;
  readonly before?: number;
}

/** What a request counts for where nobody knows yet whether it was charged: a lost answer is taken as spent. */
const counted = `CASE outcome WHEN 'not-charged' THEN 0 WHEN 'charged' THEN cost ELSE reserved END`;
const spentSql = `SELECT coalesce(round(sum(${counted}), 6), 0) AS credits,
  coalesce(sum((${counted}) IS NULL), 0) AS unknown FROM ledger`;
const chosen = `(@profileId IS NULL OR profile_id = @profileId) AND (@batchId IS NULL OR batch_id = @batchId)
  AND sent_at >= @since AND sent_at < @before`;
const groups: Readonly<Record<ChargeGroup, string>> = {
  day: `strftime('%Y-%m-%d', sent_at / 1000, 'unixepoch', 'localtime')`,
  // Previews have none.
  batch: `iif(batch_id = 0, '', cast(batch_id AS TEXT))`,
  service: 'service',
  recipe: 'recipe',
};

export function ledger({ db, now, changes }: StoreContext) {
  const insert = db.prepare(
    `INSERT INTO ledger (sent_at, profile_id, service, batch_id, job_id, step, operation, recipe, photograph, content_hash,
       reserved, idempotency_key, account_id)
     VALUES (@sentAt, @profileId, @service, @batchId, @jobId, @step, @operation, @recipe, @photograph, @contentHash,
       @reserved, @idempotencyKey, @accountId)`,
  );
  const open = db.prepare<[number], OpenCharge>(
    `SELECT id, profile_id AS profileId, step, sent_at AS sentAt, idempotency_key AS idempotencyKey, account_id AS accountId, times
     FROM ledger WHERE job_id = ? AND outcome = 'open'`,
  );
  const named = `request_id = coalesce(run.request_id, ledger.request_id), log_id = coalesce(run.log_id, ledger.log_id),
    task_id = coalesce(run.task_id, ledger.task_id)`;
  const identify = db.prepare(
    `UPDATE ledger SET request_id = coalesce(@requestId, request_id), log_id = coalesce(@logId, log_id),
       task_id = coalesce(@taskId, task_id) WHERE job_id = @jobId AND outcome = 'open'`,
  );
  const leftOver = db.prepare(`UPDATE ledger SET outcome = 'uncertain' WHERE job_id < 0 AND outcome = 'open'`);
  const settle = db.prepare(
    `UPDATE ledger SET outcome = @outcome, cost = iif(@outcome = 'charged', reserved, 0), known_by = 'answer', settled_at = @at
     WHERE job_id = @jobId AND outcome = 'open'`,
  );
  const incrementTimes = db.prepare(`UPDATE ledger SET times = times + 1 WHERE job_id = ? AND outcome = 'open'`);
  const markUncertain = db.prepare(`UPDATE ledger SET outcome = 'uncertain' WHERE job_id = ? AND outcome = 'open'`);
  const name = db.prepare(
    `UPDATE ledger SET ${named} FROM (SELECT * FROM step_runs) AS run
     WHERE ledger.job_id = @jobId AND ledger.outcome = 'open' AND run.job_id = ledger.job_id AND run.step = ledger.step`,
  );
  const spentOf = db.prepare<[string, number], SpentCredits>(`${spentSql} WHERE profile_id = ? AND sent_at >= ?`);
  const spentOfBatch = db.prepare<[{ id: number }], SpentCredits>(
    `${spentSql} WHERE batch_id IN (SELECT @id UNION SELECT other.id FROM batches AS own JOIN batches AS other USING (cap_group)
       WHERE own.id = @id)`,
  );
  // Whatever was under way when the balance was asked for may, or may not, be in it.
  const spentSinceBalance = db.prepare<[{ profileId: string; at: number }], SpentCredits>(
    `${spentSql} WHERE outcome <> 'not-charged' AND id IN (
       SELECT id FROM ledger WHERE profile_id = @profileId AND sent_at >= @at
       UNION SELECT id FROM ledger WHERE profile_id = @profileId AND settled_at >= @at
       UNION SELECT id FROM ledger WHERE profile_id = @profileId AND outcome = 'open')`,
  );
  const anyOpen = db
    .prepare<[string], number>(`SELECT 1 FROM ledger WHERE profile_id = ? AND outcome = 'open' LIMIT 1`)
    .pluck();
  const last = db
    .prepare<[{ profileId: string }], number | null>(
      `SELECT max(coalesce((SELECT max(sent_at) FROM ledger WHERE profile_id = @profileId), 0),
         coalesce((SELECT max(settled_at) FROM ledger WHERE profile_id = @profileId), 0))`,
    )
    .pluck();
  const uncertain = db.prepare<[string], ChargeRow>(
    `SELECT * FROM ledger WHERE profile_id = ? AND outcome = 'uncertain' ORDER BY id`,
  );
  const selectSince = db.prepare<[string, number], ChargeRow>(
    'SELECT * FROM ledger WHERE profile_id = ? AND sent_at >= ? ORDER BY id',
  );
  const withUncertain = db
    .prepare<[], string>(`SELECT DISTINCT profile_id FROM ledger WHERE outcome = 'uncertain'`)
    .pluck();
  const witnessed = db.prepare<[string, number], number>(
    'UPDATE ledger SET evidence = ? WHERE id = ? RETURNING job_id',
  );
  type Chosen = [{ profileId: string | null; batchId: number | null; since: number; before: number }];
  const rows = db.prepare<Chosen, ChargeRow>(`SELECT * FROM ledger WHERE ${chosen} ORDER BY id`);
  const sums = Object.fromEntries(
    Object.entries(groups).map(([group, expression]) => [
      group,
      db.prepare<Chosen, ChargeSum>(
        `SELECT ${expression} AS "of", count(*) AS requests,
           coalesce(round(sum(iif(outcome = 'charged', cost, 0)), 6), 0) AS charged,
           coalesce(round(sum(iif(outcome = 'open', reserved, 0)), 6), 0) AS open,
           coalesce(round(sum(iif(outcome = 'uncertain', reserved, 0)), 6), 0) AS uncertain,
           sum((${counted}) IS NULL) AS unknown
         FROM ledger WHERE ${chosen} GROUP BY 1 ORDER BY min(id)`,
      ),
    ]),
  ) as unknown as Record<ChargeGroup, { all(...chosen: Chosen): ChargeSum[] }>;
  const forget = db.prepare(
    `UPDATE ledger SET photograph = NULL, content_hash = NULL
     WHERE (photograph IS NOT NULL OR content_hash IS NOT NULL) AND outcome <> 'open' AND ${chosen}`,
  );
  const choose = ({ profileId, batchId, since: from = 0, before = Number.MAX_SAFE_INTEGER }: ChargeFilter) => ({
    profileId: profileId ?? null,
    batchId: batchId ?? null,
    since: from,
    before,
  });

  return {
    /** Writes down a request before it is sent, in the transaction that says it is. Returns the id of its charge. */
    recordRequest({ job, service, reserved, idempotencyKey, accountId }: NewCharge): number {
      const { lastInsertRowid } = insert.run({
        ...{ sentAt: now(), profileId: job.profileId, service, batchId: job.batchId, jobId: job.id, step: job.step },
        ...{
          operation: job.operation,
          recipe: job.recipe.name,
          photograph: basename(job.sourcePath),
          contentHash: job.contentHash,
        },
        ...{ reserved, idempotencyKey, accountId },
      });
      return Number(lastInsertRowid);
    },
    /** The request of a job that is under way, or that is to be asked for once more under its key. */
    open: (jobId: number): OpenCharge | null => open.get(jobId) ?? null,
    /** It is about to be sent once more, under its key. */
    again: (jobId: number): void => void incrementTimes.run(jobId),
    /** What the service called the request that is under way, as its step run has it. */
    named: (jobId: number): void => void name.run({ jobId }),
    /** The same of a preview, which has no step run. */
    identified(
      jobId: number,
      { requestId = null, logId = null, taskId = null }: Partial<Pick<Charge, 'requestId' | 'logId' | 'taskId'>>,
    ): void {
      identify.run({ jobId, requestId, logId, taskId });
    },
    /** At start: nobody waits for the previews of an earlier run. */
    dropPreviews: (): void => void leftOver.run(),
    /** The service has answered: what became of the request that is under way. */
    settle: (jobId: number, outcome: Extract<ChargeOutcome, 'charged' | 'not-charged'>): void =>
      void settle.run({ jobId, outcome, at: now() }),
    /** Nobody will ask for the request that is under way any more. */
    unsure: (jobId: number): void => void markUncertain.run(jobId),
    /** What was spent at a service since a time (ms since 1970), lost answers and requests under way with it. */
    spent: (profileId: string, from: number): SpentCredits => spentOf.get(profileId, from) as SpentCredits,
    /** The same of a batch, and of those with which it has its limit together. */
    spentOfBatch: (batchId: number): SpentCredits => spentOfBatch.get({ id: batchId }) as SpentCredits,
    /** The most that a balance of that time may have shrunk by since. */
    spentSinceBalance: (profileId: string, balanceTime: number): SpentCredits =>
      spentSinceBalance.get({ profileId, at: balanceTime }) as SpentCredits,
    /** True while requests of a service are under way, as far as this computer knows. */
    isUnderWay: (profileId: string): boolean => anyOpen.get(profileId) !== undefined,
    /** When a request was last sent to a service, or answered; null = never. */
    lastAt: (profileId: string): number | null => last.get({ profileId }) || null,
    /** Services with lost answers. */
    servicesInDoubt: (): string[] => withUncertain.all(),
    uncertain: (profileId: string): Charge[] => uncertain.all(profileId).map(toCharge),
    since: (profileId: string, from: number): Charge[] => selectSince.all(profileId, from).map(toCharge),
    /** Keeps the balances around a lost answer. They change neither its outcome nor its cost. */
    witnessed: (id: number, evidence: Evidence): void =>
      changes.jobs(witnessed.pluck().all(JSON.stringify(evidence), id)),
    list: (filter: ChargeFilter = {}): Charge[] => rows.all(choose(filter)).map(toCharge),
    sums: (group: ChargeGroup, filter: ChargeFilter = {}): ChargeSum[] => sums[group].all(choose(filter)),
    /** Takes the names of photographs out of it, but for requests under way. Returns in how many rows. */
    forget: (filter: ChargeFilter = {}): number => forget.run(choose(filter)).changes,
  };
}

function toCharge(row: ChargeRow): Charge {
  return {
    id: row.id,
    sentAt: row.sent_at,
    profileId: row.profile_id,
    service: row.service,
    batchId: row.batch_id,
    jobId: row.job_id,
    step: row.step,
    operation: row.operation,
    recipe: row.recipe,
    photograph: row.photograph,
    contentHash: row.content_hash,
    reserved: row.reserved,
    cost: row.cost,
    outcome: row.outcome,
    knownBy: row.known_by,
    settledAt: row.settled_at,
    decision: row.decision,
    evidence: row.evidence === null ? null : (JSON.parse(row.evidence) as Evidence),
    requestId: row.request_id,
    logId: row.log_id,
    taskId: row.task_id,
  };
}
