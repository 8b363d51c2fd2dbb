/** The rows of the ledger as lists and sums. */
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import type { Charge, ChargeGroup, ChargeOutcome, ChargeSum, Evidence } from '../../../contract/services/costs.ts';
import type { StoreContext } from '../store-context.ts';
import { spentOfRow } from './spent-credits.ts';

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

/** Times in ms since 1970; `before` is exclusive. */
export interface ChargeFilter {
  readonly profileId?: string;
  readonly batchId?: number;
  readonly since?: number;
  readonly before?: number;
}

type FilterValues = [{ profileId: string | null; batchId: number | null; since: number; before: number }];

const matchesFilter = `(@profileId IS NULL OR profile_id = @profileId) AND (@batchId IS NULL OR batch_id = @batchId)
  AND sent_at >= @since AND sent_at < @before`;
const groupKeys: Readonly<Record<ChargeGroup, string>> = {
  day: `strftime('%Y-%m-%d', sent_at / 1000, 'unixepoch', 'localtime')`,
  // Previews have no batch.
  batch: `iif(batch_id = 0, '', cast(batch_id AS TEXT))`,
  service: 'service',
  recipe: 'recipe',
};
const sumOf = (group: string) => `SELECT ${group} AS "of", count(*) AS requests,
    coalesce(round(sum(iif(outcome = 'charged', cost, 0)), 6), 0) AS charged,
    coalesce(round(sum(iif(outcome = 'open', reserved, 0)), 6), 0) AS open,
    coalesce(round(sum(iif(outcome = 'uncertain', reserved, 0)), 6), 0) AS uncertain,
    sum((${spentOfRow}) IS NULL) AS unknown
  FROM ledger WHERE ${matchesFilter} GROUP BY 1 ORDER BY min(id)`;

const chargesByFilter = `SELECT * FROM ledger WHERE ${matchesFilter} ORDER BY id`;
const chargesSince = 'SELECT * FROM ledger WHERE profile_id = ? AND sent_at >= ? ORDER BY id';
const uncertainCharges = `SELECT * FROM ledger WHERE profile_id = ? AND outcome = 'uncertain' ORDER BY id`;
const anyOpenCharge = `SELECT 1 FROM ledger WHERE profile_id = ? AND outcome = 'open' LIMIT 1`;
const uncertainProfiles = `SELECT DISTINCT profile_id FROM ledger WHERE outcome = 'uncertain'`;
const lastActivity = `SELECT max(coalesce((SELECT max(sent_at) FROM ledger WHERE profile_id = @profileId), 0),
  coalesce((SELECT max(settled_at) FROM ledger WHERE profile_id = @profileId), 0))`;
const setEvidence = 'UPDATE ledger SET evidence = ? WHERE id = ? RETURNING job_id';
const forgetPhotographs = `UPDATE ledger SET photograph = NULL, content_hash = NULL
  WHERE (photograph IS NOT NULL OR content_hash IS NOT NULL) AND outcome <> 'open' AND ${matchesFilter}`;

export function chargeLists({ db, changes }: Pick<StoreContext, 'db' | 'changes'>) {
  const byFilter = db.prepare<FilterValues, ChargeRow>(chargesByFilter);
  const since = db.prepare<[string, number], ChargeRow>(chargesSince);
  const uncertain = db.prepare<[string], ChargeRow>(uncertainCharges);
  const anyOpen = db.prepare<[string], number>(anyOpenCharge).pluck();
  const profilesInDoubt = db.prepare<[], string>(uncertainProfiles).pluck();
  const last = db.prepare<[{ profileId: string }], number | null>(lastActivity).pluck();
  const keepEvidence = db.prepare<[string, number], number>(setEvidence).pluck();
  const forget = db.prepare(forgetPhotographs);
  const prepareSums = (group: ChargeGroup) => db.prepare<FilterValues, ChargeSum>(sumOf(groupKeys[group]));
  const sums = {
    day: prepareSums('day'),
    batch: prepareSums('batch'),
    service: prepareSums('service'),
    recipe: prepareSums('recipe'),
  };

  return {
    /** Whether this computer has requests in progress at a service. */
    isUnderWay: (profileId: string): boolean => anyOpen.get(profileId) !== undefined,
    /** Returns the time (ms since 1970) of the last request or response; null = never. */
    lastAt: (profileId: string): number | null => last.get({ profileId }) || null,
    /** Returns profiles with uncertain charges. */
    uncertainProfiles: (): string[] => profilesInDoubt.all(),
    uncertain: (profileId: string): Charge[] => uncertain.all(profileId).map(toCharge),
    since: (profileId: string, from: number): Charge[] => since.all(profileId, from).map(toCharge),
    /** Keeps the balances around an uncertain charge. They change neither its outcome nor its cost. */
    keepEvidence: (id: number, evidence: Evidence): void =>
      changes.jobs(keepEvidence.all(JSON.stringify(evidence), id)),
    list: (filter: ChargeFilter = {}): Charge[] => byFilter.all(filterValues(filter)).map(toCharge),
    sums: (group: ChargeGroup, filter: ChargeFilter = {}): ChargeSum[] => sums[group].all(filterValues(filter)),
    /** Removes photographs' names and hashes, except of open requests. Returns the number of rows. */
    forget: (filter: ChargeFilter = {}): number => forget.run(filterValues(filter)).changes,
  };
}

const filterValues = ({ profileId, batchId, since = 0, before = Number.MAX_SAFE_INTEGER }: ChargeFilter) => ({
  profileId: profileId ?? null,
  batchId: batchId ?? null,
  since,
  before,
});

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
