/** Picks of clients in galleries, separate from the user's decisions about the same photographs. */
import type { Database } from 'better-sqlite3';
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

export interface ClientAnswer {
  /** ms since 1970, by the client's clock. */
  readonly savedAt: number | null;
  readonly picks: readonly ClientPick[];
}

interface StoredAnswer extends ClientAnswer {
  readonly id: number;
  /** ms since 1970. */
  readonly importedAt: number;
}

/** Names that differ only in case or accents are the same client. */
export interface AnswerKey {
  readonly galleryId: string;
  readonly name: string;
}

/** A photograph and its current flag. */
export interface Flagged {
  readonly id: number;
  readonly flag: -1 | 0 | 1;
}

type PickRow = Omit<ClientPick, 'picked'> & { readonly picked: 0 | 1 };
type MarkRow = Omit<ClientMark, 'picked'> & { readonly photographId: number; readonly picked: 0 | 1 };

export function clientPicks({ db, now, changes }: Pick<StoreContext, 'db' | 'now' | 'changes'>) {
  const statements = prepareStatements(db);

  function find({ galleryId, name }: AnswerKey): StoredAnswer | null {
    const row = statements.answer.get(galleryId, foldForSearch(name));
    if (row === undefined) return null;
    return { ...row, picks: statements.picks.all(row.id).map((pick) => ({ ...pick, picked: pick.picked === 1 })) };
  }
  const swap = db.transaction((key: AnswerKey, next: ClientAnswer | null): StoredAnswer | null => {
    const before = find(key);
    if (next === null) {
      if (before !== null) statements.drop.run(before.id);
      return before;
    }
    const words = foldForSearch(key.name);
    const answerId = statements.put.get({ ...key, words, savedAt: next.savedAt, at: now() })!;
    statements.dropPicks.run(answerId);
    for (const pick of next.picks) statements.putPick.run({ ...pick, answerId, picked: pick.picked ? 1 : 0 });
    return before;
  });

  return {
    isAny: (): boolean => statements.isAny.get() === 1,
    get: find,
    /** Replaces an answer, or removes it (null). Returns the previous one. */
    swap(key: AnswerKey, next: ClientAnswer | null): StoredAnswer | null {
      const before = swap.immediate(key, next);
      changes.photographs([...(before?.picks ?? []), ...(next?.picks ?? [])].map(({ photographId }) => photographId));
      return before;
    },
    /** Returns marks by photograph, the earliest import first. */
    marks: (photographIds: readonly number[]): Map<number, ClientMark[]> => {
      const rows = statements.marks.all(JSON.stringify(photographIds));
      return new Map(
        [...Map.groupBy(rows, ({ photographId }) => photographId)].map(([id, marks]) => [
          id,
          marks.map(({ photographId: _, picked, ...mark }) => ({ ...mark, picked: picked === 1 })),
        ]),
      );
    },
    /** Returns photographs that a client, or any client (null), picked, and the user did not. */
    toPick: (answerId: number | null): Flagged[] => statements.toPick.all({ answerId }),
    /** Returns photographs of the client's gallery that the user picked, and the client (null: no client) did not. */
    toUnpick: (answerId: number | null): Flagged[] => statements.toUnpick.all({ answerId }),
  };
}

const pickedBy =
  'SELECT photograph_id FROM client_picks WHERE picked = 1 AND answer_id = coalesce(@answerId, answer_id)';

function prepareStatements(db: Database) {
  return {
    isAny: db.prepare<[], 0 | 1>('SELECT EXISTS (SELECT 1 FROM client_picks)').pluck(),
    answer: db.prepare<[string, string], Pick<StoredAnswer, 'id' | 'savedAt' | 'importedAt'>>(
      `SELECT id, saved_at AS savedAt, imported_at AS importedAt FROM client_answers WHERE gallery_id = ? AND words = ?`,
    ),
    picks: db.prepare<[number], PickRow>(
      'SELECT photograph_id AS photographId, picked, stars, comment FROM client_picks WHERE answer_id = ?',
    ),
    drop: db.prepare('DELETE FROM client_answers WHERE id = ?'),
    dropPicks: db.prepare('DELETE FROM client_picks WHERE answer_id = ?'),
    put: db
      .prepare<[object], number>(
        `INSERT INTO client_answers (gallery_id, name, words, saved_at, imported_at)
         VALUES (@galleryId, @name, @words, @savedAt, @at)
         ON CONFLICT (gallery_id, words) DO UPDATE SET name = @name, saved_at = @savedAt, imported_at = @at RETURNING id`,
      )
      .pluck(),
    putPick: db.prepare('INSERT INTO client_picks VALUES (@answerId, @photographId, @picked, @stars, @comment)'),
    marks: db.prepare<[string], MarkRow>(
      `SELECT photograph_id AS photographId, client_answers.name, title AS gallery, picked, stars, comment
       FROM client_picks JOIN client_answers ON client_answers.id = answer_id JOIN galleries ON galleries.id = gallery_id
       WHERE photograph_id IN (SELECT value FROM json_each(?)) ORDER BY imported_at, answer_id`,
    ),
    toPick: db.prepare<[{ answerId: number | null }], Flagged>(
      `SELECT id, flag FROM photographs WHERE flag <> 1 AND entries > 0 AND id IN (${pickedBy}) ORDER BY id`,
    ),
    toUnpick: db.prepare<[{ answerId: number | null }], Flagged>(
      `SELECT id, flag FROM photographs WHERE flag = 1 AND entries > 0 AND id NOT IN (${pickedBy}) AND id IN (
         SELECT photograph_id FROM gallery_pictures
         JOIN client_answers ON client_answers.gallery_id = gallery_pictures.gallery_id
         WHERE client_answers.id = coalesce(@answerId, client_answers.id)) ORDER BY id`,
    ),
  };
}
