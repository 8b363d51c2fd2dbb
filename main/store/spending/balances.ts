/** Balances that services reported while none of our requests was under way. Others may spend from the same account. */
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
  return {
    note: (profileId: string, { at, balance, total }: Balance): void => void insert.run(profileId, at, balance, total),
    /** Those since a time (ms since 1970), oldest first, with the one that was known then. */
    since: (profileId: string, from: number): Balance[] => selectSince.all({ profileId, from }),
    /** The newest one that was asked for at this time (ms since 1970) or before; null = none. */
    before: (profileId: string, time: number): Balance | null => before.get(profileId, time) ?? null,
  };
}
