/** What clients chose in galleries: marks of their own, beside what the user decided about the same photographs. */
import type { ClientMark } from '../../../contract/review/list-queries.ts';
import { foldForSearch } from '../review/search/sort-keys.ts';
import type { StoreContext } from '../store-context.ts';

export interface ClientPick {
  readonly photographId: number;
  readonly picked: boolean;
  readonly stars: number;
  /** '' for none. */
  readonly comment: string;
}

/** All that a client chose in a gallery. */
export interface ClientAnswer {
  /** As its file says; ms since 1970. */
  readonly savedAt: number | null;
  readonly picks: readonly ClientPick[];
}

/** One that is kept. */
export interface KnownAnswer extends ClientAnswer {
  readonly id: number;
  /** ms since 1970. */
  readonly importedAt: number;
}

/** Whose answer it is: of each client of a gallery one is kept. Names that differ in case or accents are of the same client. */
export interface AnswerKey {
  readonly galleryId: string;
  readonly name: string;
}

/** A photograph that a command is about, and its flag as it is. */
export interface Flagged {
  readonly id: number;
  readonly flag: -1 | 0 | 1;
}

type PickRow = Omit<ClientPick, 'picked'> & { readonly picked: 0 | 1 };
type MarkRow = Omit<ClientMark, 'picked'> & { readonly photographId: number; readonly picked: 0 | 1 };

export function clientPicks({ db, now, changes }: Pick<StoreContext, 'db' | 'now' | 'changes'>) {
  const answer = db.prepare<[string, string], Pick<KnownAnswer, 'id' | 'savedAt' | 'importedAt'>>(
    `SELECT id, saved_at AS savedAt, imported_at AS importedAt FROM client_answers WHERE gallery_id = ? AND words = ?`,
  );
  const picks = db.prepare<[number], PickRow>(
    'SELECT photograph_id AS photographId, picked, stars, comment FROM client_picks WHERE answer_id = ?',
  );
  const drop = db.prepare('DELETE FROM client_answers WHERE id = ?');
  const empty = db.prepare('DELETE FROM client_picks WHERE answer_id = ?');
  const put = db
    .prepare<[object], number>(
      `INSERT INTO client_answers (gallery_id, name, words, saved_at, imported_at)
       VALUES (@galleryId, @name, @words, @savedAt, @at)
       ON CONFLICT (gallery_id, words) DO UPDATE SET name = @name, saved_at = @savedAt, imported_at = @at RETURNING id`,
    )
    .pluck();
  const putPick = db.prepare('INSERT INTO client_picks VALUES (@answerId, @photographId, @picked, @stars, @comment)');
  const marks = db.prepare<[string], MarkRow>(
    `SELECT photograph_id AS photographId, client_answers.name, title AS gallery, picked, stars, comment
     FROM client_picks JOIN client_answers ON client_answers.id = answer_id JOIN galleries ON galleries.id = gallery_id
     WHERE photograph_id IN (SELECT value FROM json_each(?)) ORDER BY imported_at, answer_id`,
  );
  const pickedBy =
    'SELECT photograph_id FROM client_picks WHERE picked = 1 AND answer_id = coalesce(@answerId, answer_id)';
  const toPick = db.prepare<[{ answerId: number | null }], Flagged>(
    `SELECT id, flag FROM photographs WHERE flag <> 1 AND entries > 0 AND id IN (${pickedBy}) ORDER BY id`,
  );
  const toUnpick = db.prepare<[{ answerId: number | null }], Flagged>(
    `SELECT id, flag FROM photographs WHERE flag = 1 AND entries > 0 AND id NOT IN (${pickedBy}) AND id IN (
       SELECT photograph_id FROM gallery_pictures
       JOIN client_answers ON client_answers.gallery_id = gallery_pictures.gallery_id
       WHERE client_answers.id = coalesce(@answerId, client_answers.id)) ORDER BY id`,
  );

  function find({ galleryId, name }: AnswerKey): KnownAnswer | null {
    const row = answer.get(galleryId, foldForSearch(name));
    if (row === undefined) return null;
    return { ...row, picks: picks.all(row.id).map((pick) => ({ ...pick, picked: pick.picked === 1 })) };
  }
  const swap = db.transaction((key: AnswerKey, next: ClientAnswer | null): KnownAnswer | null => {
    const before = find(key);
    if (next === null) {
      if (before !== null) drop.run(before.id);
      return before;
    }
    const answerId = put.get({ ...key, words: foldForSearch(key.name), savedAt: next.savedAt, at: now() })!;
    empty.run(answerId);
    for (const pick of next.picks) putPick.run({ ...pick, answerId, picked: pick.picked ? 1 : 0 });
    return before;
  });

  return {
    /** The answer that is kept; null where there is none. */
    get: find,
    /** Puts an answer in the place of the one that is kept, or takes that away (null). Returns the one that was kept. */
    swap(key: AnswerKey, next: ClientAnswer | null): KnownAnswer | null {
      const before = swap.immediate(key, next);
      changes.photographs([...(before?.picks ?? []), ...(next?.picks ?? [])].map(({ photographId }) => photographId));
      return before;
    },
    /** What clients chose about photographs, by photograph; the earliest import first. */
    marks: (photographIds: readonly number[]): Map<number, ClientMark[]> => {
      const rows = Map.groupBy(marks.all(JSON.stringify(photographIds)), ({ photographId }) => photographId);
      return new Map(
        [...rows].map(([id, of]) => [
          id,
          of.map(({ photographId: _, picked, ...mark }) => ({ ...mark, picked: picked === 1 })),
        ]),
      );
    },
    /** Photographs that a client picked, or any client (null), and that are not picked here. */
    toPick: (answerId: number | null): Flagged[] => toPick.all({ answerId }),
    /** Picked photographs of the client's gallery, or of any that was answered (null), that the client did not pick, or nobody. */
    toUnpick: (answerId: number | null): Flagged[] => toUnpick.all({ answerId }),
  };
}
