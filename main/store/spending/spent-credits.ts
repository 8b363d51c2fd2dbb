/** Credits spent according to the ledger, and balances of services. */
import type { StoreContext } from '../store-context.ts';

export interface SpentCredits {
  readonly credits: number;
  /** Number of requests of unknown cost, not in `credits`. */
  readonly unknown: number;
}

/** Reported while no request was in progress. Others may use the account. */
export interface Balance {
  /** ms since 1970. */
  readonly at: number;
  readonly balance: number;
  /** Credits ever bought; null if not reported. */
  readonly total: number | null;
}

/** Open and uncertain requests count as spent. */
export const spentOfRow = `CASE outcome WHEN 'not-charged' THEN 0 WHEN 'charged' THEN cost ELSE reserved END`;

const sumSpent = `SELECT coalesce(round(sum(${spentOfRow}), 6), 0) AS credits,
  coalesce(sum((${spentOfRow}) IS NULL), 0) AS unknown FROM ledger`;
const spentSinceTime = `${sumSpent} WHERE profile_id = ? AND sent_at >= ?`;
const spentOfCapGroup = `${sumSpent} WHERE batch_id IN (
  SELECT @id UNION SELECT other.id FROM batches AS own JOIN batches AS other USING (cap_group) WHERE own.id = @id)`;
// Open requests count, because the balance may not include them.
const maxSpentSinceBalance = `${sumSpent} WHERE outcome <> 'not-charged' AND id IN (
   SELECT id FROM ledger WHERE profile_id = @profileId AND sent_at >= @at
   UNION SELECT id FROM ledger WHERE profile_id = @profileId AND settled_at >= @at
   UNION SELECT id FROM ledger WHERE profile_id = @profileId AND outcome = 'open')`;

export function spentCredits({ db }: Pick<StoreContext, 'db'>) {
  const sinceTime = db.prepare<[string, number], SpentCredits>(spentSinceTime);
  const ofCapGroup = db.prepare<[{ id: number }], SpentCredits>(spentOfCapGroup);
  const sinceBalance = db.prepare<[{ profileId: string; at: number }], SpentCredits>(maxSpentSinceBalance);
  return {
    spent: (profileId: string, from: number): SpentCredits => sinceTime.get(profileId, from) as SpentCredits,
    /** Includes the batches that share its limit. */
    spentOfBatch: (batchId: number): SpentCredits => ofCapGroup.get({ id: batchId }) as SpentCredits,
    /** Returns the maximum decrease of a balance since. */
    spentSinceBalance: (profileId: string, balanceTime: number): SpentCredits =>
      sinceBalance.get({ profileId, at: balanceTime }) as SpentCredits,
  };
}

const saveBalance = 'INSERT OR REPLACE INTO balances (profile_id, at, balance, total) VALUES (?, ?, ?, ?)';
const latestBalance = `SELECT at, balance, total FROM balances
  WHERE profile_id = ? AND at <= ? ORDER BY at DESC LIMIT 1`;
const balancesSince = `SELECT at, balance, total FROM balances WHERE profile_id = @profileId AND at >= coalesce(
  (SELECT max(at) FROM balances WHERE profile_id = @profileId AND at <= @from), 0) ORDER BY at`;

export function balances({ db }: Pick<StoreContext, 'db'>) {
  const save = db.prepare(saveBalance);
  const latest = db.prepare<[string, number], Balance>(latestBalance);
  const listSince = db.prepare<[{ profileId: string; from: number }], Balance>(balancesSince);
  return {
    note: (profileId: string, { at, balance, total }: Balance): void => void save.run(profileId, at, balance, total),
    /** Returns balances from the one known at `from` on, oldest first. */
    since: (profileId: string, from: number): Balance[] => listSince.all({ profileId, from }),
    /** Returns the latest balance at `time`. */
    before: (profileId: string, time: number): Balance | null => latest.get(profileId, time) ?? null,
  };
}
