/** State of the mirror (`studio_sight`), and unsent decisions (`studio_decided`, filled by a trigger). */
import { type Decision, noDecision } from '../../../../contract/review/photo-decision.ts';
import type { StoreContext } from '../../store-context.ts';
import { pendingStudioCommands } from './studio-commands.ts';

export interface StudioSyncState {
  readonly studio: string;
  /** Set up here. */
  readonly shares: string;
  /** Last change read; null before a complete read. */
  readonly jobs: string | null;
  readonly photographs: string | null;
  /** Final jobs below this shared id are not mirrored; null = all are. */
  readonly olderThan: number | null;
  /** Its creation time, ms since 1970. */
  readonly olderAt: number | null;
}

export interface SharedPhotograph {
  readonly share: string;
  readonly path: string;
  readonly contentHash: string;
}

export interface UnsentDecision extends SharedPhotograph, Decision {
  readonly photographId: number;
  /** Bits: 1 flag, 2 stars, 4 label, 8 note. */
  readonly fields: number;
  /** Increases with every change. */
  readonly turn: number;
}

interface LocalDecision extends Decision {
  readonly id: number;
  /** Unsent fields, as in `UnsentDecision`. */
  readonly fields: number;
  readonly decidedAt: number | null;
}

const fieldBits = { flag: 1, stars: 2, label: 4, note: 8 } as const satisfies Record<keyof Decision, number>;
const fieldNames = Object.keys(fieldBits) as (keyof Decision)[];

const readSql =
  'SELECT studio, shares, jobs, photographs, older_than AS olderThan, older_at AS olderAt FROM studio_sight';

const writeSql = `INSERT INTO studio_sight (one, studio, shares, jobs, photographs, older_than, older_at)
  VALUES (1, @studio, @shares, @jobs, @photographs, @olderThan, @olderAt)
  ON CONFLICT (one) DO UPDATE SET studio = excluded.studio, shares = excluded.shares, jobs = excluded.jobs,
    photographs = excluded.photographs, older_than = excluded.older_than, older_at = excluded.older_at`;

const unsentSql = `SELECT photograph_id AS photographId, fields, turn, share, path, content_hash AS contentHash,
    flag, stars, label, note
  FROM studio_decided JOIN studio_photographs USING (photograph_id) JOIN photographs ON photographs.id = photograph_id
  ORDER BY photograph_id LIMIT ?`;

const localSql = `SELECT id, flag, stars, label, note, decided_at AS decidedAt,
    coalesce((SELECT fields FROM studio_decided WHERE photograph_id = id), 0) AS fields
  FROM studio_photographs JOIN photographs ON photographs.id = photograph_id
  WHERE path = @path AND share = @share AND content_hash = @contentHash`;

const decideSql =
  'UPDATE photographs SET flag = @flag, stars = @stars, label = @label, note = @note, decided_at = @at WHERE id = @id';

const setUnsentSql = `INSERT INTO studio_decided (photograph_id, fields) VALUES (?, ?)
  ON CONFLICT (photograph_id) DO UPDATE SET fields = excluded.fields`;

const tables = ['studio_words', 'studio_decided', 'studio_photographs', 'studio_batches', 'studio_sight'];

export function studioSync(context: StoreContext) {
  const { db } = context;
  const read = db.prepare<[], StudioSyncState>(readSql);
  const write = db.prepare(writeSql);
  const unsent = db.prepare<[number], UnsentDecision>(unsentSql);
  const unsentCount = db.prepare<[], number>('SELECT count(*) FROM studio_decided').pluck();
  const markSent = db.prepare('DELETE FROM studio_decided WHERE photograph_id = ? AND turn = ?');
  const clearTables = tables.map((table) => db.prepare(`DELETE FROM ${table}`));
  const commands = pendingStudioCommands(db);

  return {
    read: (): StudioSyncState | null => read.get() ?? null,
    write: (state: StudioSyncState): void => void write.run(state),
    words: commands.list,
    wordsHeard: commands.remove,
    decided: (limit: number): UnsentDecision[] => unsent.all(limit),
    /** A later change stays unsent. */
    decidedHeard: ({ photographId, turn }: UnsentDecision): void => void markSent.run(photographId, turn),
    decide: decisionMerge(context),
    unsaid: (): number => (unsentCount.get() ?? 0) + commands.count(),
    forget: db.transaction((): void => {
      for (const clear of clearTables) clear.run();
    }),
  };
}

function decisionMerge({ db, now, changes }: StoreContext) {
  const local = db.prepare<[SharedPhotograph], LocalDecision>(localSql);
  const update = db.prepare(decideSql);
  const clearUnsent = db.prepare('DELETE FROM studio_decided WHERE photograph_id = ?');
  const setUnsent = db.prepare(setUnsentSql);

  /** Undoes the trigger's entry in `studio_decided`. */
  function apply(before: LocalDecision, decision: Partial<Decision>): void {
    const { id, fields, decidedAt } = before;
    const { flag, stars, label, note } = { ...before, ...decision };
    // Keep the time of the local decision.
    update.run({ id, flag, stars, label, note, at: decidedAt ?? now() });
    if (fields === 0) clearUnsent.run(id);
    else setUnsent.run(id, fields);
  }

  /**
   * Takes over decisions, except for fields with unsent ones. Returns photographs whose decision of the last
   * `recentMs` was overruled.
   */
  return db.transaction(
    (
      all: readonly (SharedPhotograph & Decision)[],
      recentMs: number,
    ): { readonly id: number; readonly path: string }[] => {
      const touched: number[] = [];
      const overruled = all.flatMap((decision) => {
        const { share, path, contentHash } = decision;
        const before = local.get({ share, path, contentHash });
        if (before === undefined) return [];
        const changed = fieldNames.filter(
          (name) => (before.fields & fieldBits[name]) === 0 && before[name] !== decision[name],
        );
        if (changed.length === 0) return [];
        const { id, decidedAt } = before;
        const isRecent = decidedAt !== null && now() - decidedAt < recentMs && now() >= decidedAt;
        apply(before, Object.fromEntries(changed.map((name) => [name, decision[name]])));
        touched.push(id);
        const hadDecision = changed.some((name) => before[name] !== noDecision[name]);
        return isRecent && hadDecision ? [{ id, path }] : [];
      });
      changes.photographs(touched);
      return overruled;
    },
  );
}
