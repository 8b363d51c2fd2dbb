/** How far this computer has read its studio's database, and what it has still to say there: decisions, and words on jobs of others. */
import { type Decision, noDecision } from '../../../contract/review/photo-decision.ts';
import type { StoreContext } from '../store-context.ts';

export interface StudioSyncState {
  /** Id of the studio. */
  readonly studio: string;
  /** The shares as they were set up here. */
  readonly shares: string;
  /** Up to which change; null before the first look is over. */
  readonly jobs: string | null;
  readonly photographs: string | null;
  /** Jobs (ids of the studio's) below this one are not here, if they had ended; null: all are. */
  readonly olderThan: number | null;
  /** When that one was added, ms since 1970. */
  readonly olderAt: number | null;
}

export const studioCommands = [
  'retry',
  'again',
  'cancel',
  'send-again',
  'give-up',
  'hold',
  'go-on',
  'first',
  'last',
] as const;
export type StudioCommand = (typeof studioCommands)[number];

/** A photograph as all stations know it. */
export interface SharedPhotograph {
  readonly share: string;
  readonly path: string;
  readonly contentHash: string;
}

/** What was decided here about a photograph, of which the studio has not heard. */
export interface UnsentDecision extends SharedPhotograph, Decision {
  readonly photographId: number;
  /** What of it is new: 1 flag, 2 stars, 4 label, 8 note. */
  readonly fields: number;
  /** Grows with every change. */
  readonly turn: number;
}

const fieldBits = { flag: 1, stars: 2, label: 4, note: 8 } as const satisfies Record<keyof Decision, number>;
const fieldNames = Object.keys(fieldBits) as (keyof Decision)[];

export function studioSync({ db, now, changes }: StoreContext) {
  const read = db.prepare<[], StudioSyncState>(
    'SELECT studio, shares, jobs, photographs, older_than AS olderThan, older_at AS olderAt FROM studio_sight',
  );
  const write = db.prepare(
    `INSERT INTO studio_sight (one, studio, shares, jobs, photographs, older_than, older_at)
     VALUES (1, @studio, @shares, @jobs, @photographs, @olderThan, @olderAt)
     ON CONFLICT (one) DO UPDATE SET studio = excluded.studio, shares = excluded.shares, jobs = excluded.jobs,
       photographs = excluded.photographs, older_than = excluded.older_than, older_at = excluded.older_at`,
  );
  const decided = db.prepare<[number], UnsentDecision>(
    `SELECT photograph_id AS photographId, fields, turn, share, path, content_hash AS contentHash, flag, stars, label, note
     FROM studio_decided JOIN studio_photographs USING (photograph_id) JOIN photographs ON photographs.id = photograph_id
     ORDER BY photograph_id LIMIT ?`,
  );
  const decidedCount = db.prepare<[], number>('SELECT count(*) FROM studio_decided').pluck();
  const heard = db.prepare('DELETE FROM studio_decided WHERE photograph_id = ? AND turn = ?');
  const quiet = db.prepare('DELETE FROM studio_decided WHERE photograph_id = ?');
  const asBefore = db.prepare(
    'INSERT INTO studio_decided (photograph_id, fields) VALUES (?, ?) ON CONFLICT (photograph_id) DO UPDATE SET fields = excluded.fields',
  );
  const found = db.prepare<[SharedPhotograph], Decision & { id: number; fields: number; decidedAt: number | null }>(
    `SELECT id, flag, stars, label, note, decided_at AS decidedAt, coalesce((SELECT fields FROM studio_decided WHERE photograph_id = id), 0) AS fields
     FROM studio_photographs JOIN photographs ON photographs.id = photograph_id
     WHERE path = @path AND share = @share AND content_hash = @contentHash`,
  );
  const put = db.prepare(
    'UPDATE photographs SET flag = @flag, stars = @stars, label = @label, note = @note, decided_at = @at WHERE id = @id',
  );
  const words = db.prepare<[number], { id: number; sharedId: number; word: StudioCommand }>(
    'SELECT id, shared_id AS sharedId, word FROM studio_words ORDER BY id LIMIT ?',
  );
  const wordCount = db.prepare<[], number>('SELECT count(*) FROM studio_words').pluck();
  const wordHeard = db.prepare('DELETE FROM studio_words WHERE id = ?');
  const forgotten = ['studio_words', 'studio_decided', 'studio_photographs', 'studio_batches', 'studio_sight'].map(
    (table) => db.prepare(`DELETE FROM ${table}`),
  );

  return {
    read: (): StudioSyncState | null => read.get() ?? null,
    write: (state: StudioSyncState): void => void write.run(state),
    words: (limit: number) => words.all(limit),
    wordsHeard: db.transaction((ids: readonly number[]): void => {
      for (const id of ids) wordHeard.run(id);
    }),
    decided: (limit: number): UnsentDecision[] => decided.all(limit),
    /** The studio has it; what was decided in the meantime is still to be said. */
    decidedHeard: ({ photographId, turn }: UnsentDecision): void => void heard.run(photographId, turn),
    /**
     * Takes over what the studio's stations have decided, but for what was decided here and is still to be said. Returns the photographs of which
     * another decision made here within `lately` ms does not stand any more.
     */
    decide: db.transaction(
      (
        all: readonly (SharedPhotograph & Decision)[],
        lately: number,
      ): { readonly id: number; readonly path: string }[] => {
        const touched: number[] = [];
        const overruled = all.flatMap((each) => {
          const local = found.get({ share: each.share, path: each.path, contentHash: each.contentHash });
          if (local === undefined) return [];
          const changed = fieldNames.filter(
            (name) => (local.fields & fieldBits[name]) === 0 && local[name] !== each[name],
          );
          if (changed.length === 0) return [];
          const next = { ...local, ...Object.fromEntries(changed.map((name) => [name, each[name]])) };
          const wasLately = local.decidedAt !== null && now() - local.decidedAt < lately && now() >= local.decidedAt;
          const { flag, stars, label, note } = next;
          // Decided elsewhere: a moment in which nobody here did.
          put.run({ id: local.id, flag, stars, label, note, at: local.decidedAt ?? now() });
          if (local.fields === 0) quiet.run(local.id);
          else asBefore.run(local.id, local.fields);
          touched.push(local.id);
          const hadDecision = changed.some((name) => local[name] !== noDecision[name]);
          return wasLately && hadDecision ? [{ id: local.id, path: each.path }] : [];
        });
        changes.photographs(touched);
        return overruled;
      },
    ),
    /** What the studio has still to hear. */
    unsaid: (): number => (decidedCount.get() ?? 0) + (wordCount.get() ?? 0),
    forget: db.transaction((): void => {
      for (const each of forgotten) each.run();
    }),
  };
}

export type StudioSync = ReturnType<typeof studioSync>;
