/** Balances of services, each asked for while none of our requests was under way: between two of them, all that was spent is known. */
import type { StoreContext } from '../store-context.ts';

export interface Balance {
  /** ms since 1970. */
  readonly at: number;
  /** Credits left. */
  readonly balance: number;
  /** Credits ever bought; null where the service does not say. */
  readonly total: number | null;
}

export function balances({ db }: StoreContext) {
  const insert = db.prepare('INSERT OR REPLACE INTO balances (profile_id, at, balance, total) VALUES (?, ?, ?, ?)');
  const before = db.prepare<[string, number], Balance>(
    'SELECT at, balance, total FROM balances WHERE profile_id = ? AND at <= ? ORDER BY at DESC LIMIT 1',
  );
  const selectSince = db.prepare<[{ profileId: string; from: number }], Balance>(
    `SELECT at, balance, total FROM balances WHERE profile_id = @profileId AND at >= coalesce(
       (SELECT max(at) FROM balances WHERE profile_id = @profileId AND at <= @from), 0) ORDER BY at`,
  );
  const newest = db.prepare<[string, number], Balance>(
    'SELECT at, balance, total FROM balances WHERE profile_id = ? ORDER BY at DESC LIMIT ?',
  );
  const fallen = db
    .prepare<[string], number>(
      `SELECT 1 FROM (SELECT balance, lag(balance) OVER (ORDER BY at) AS before FROM balances WHERE profile_id = ?)
       WHERE balance < before LIMIT 1`,
    )
    .pluck();
  return {
    note: (profileId: string, { at, balance, total }: Balance): void => void insert.run(profileId, at, balance, total),
    /** The newest ones, newest first. */
    newest: (profileId: string, count: number): Balance[] => newest.all(profileId, count),
    /** True where it has gone down before: it counts what is spent. */
    hasFallen: (profileId: string): boolean => fallen.get(profileId) !== undefined,
    /** Those since a time (ms since 1970), oldest first, with the one that was known then. */
    since: (profileId: string, from: number): Balance[] => selectSince.all({ profileId, from }),
    /** The newest one that was asked for at this time (ms since 1970) or before; null = none. */
    before: (profileId: string, time: number): Balance | null => before.get(profileId, time) ?? null,
  };
}
