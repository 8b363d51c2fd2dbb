/** Results that an export is moving: what a kill left of a move is finished by the next export, or at the next start. */
import type { StoreContext } from '../store-context.ts';

export interface PendingMove {
  /** Of the result. */
  readonly id: number;
  /** Absolute, as `to`: its first name, which goes last of all. */
  readonly from: string;
  /** Its second name, which it may not have yet. */
  readonly to: string;
  /** SHA-256 of its content, hex. */
  readonly hash: string;
}

export function pendingMoves({ db }: Pick<StoreContext, 'db'>) {
  const put = db.prepare<[PendingMove]>(
    'INSERT OR REPLACE INTO begun_moves (to_path, from_path, hash, result_id) VALUES (@to, @from, @hash, @id)',
  );
  const drop = db.prepare<[string]>('DELETE FROM begun_moves WHERE to_path = ?');
  const all = db.prepare<[], PendingMove>(
    'SELECT result_id AS id, from_path AS "from", to_path AS "to", hash FROM begun_moves ORDER BY to_path',
  );
  return {
    /** Notes a move just before the file has its second name. */
    note: (move: PendingMove): void => void put.run(move),
    /** It is over, or was not made. @param to the second name */
    forget: (to: string): void => void drop.run(to),
    list: (): PendingMove[] => all.all(),
  };
}
