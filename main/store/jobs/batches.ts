/** Batches: the jobs that came in by one drop, one scan or one command. */
import { type Batch, finalStates, type JobOrigin, type JobState } from '../../../contract/jobs/job.ts';
import type { Message } from '../../../contract/messages/message.ts';
import type { PickRule } from '../../../contract/recipes/pick-rules.ts';
import type { StoreContext } from '../store-context.ts';
import { parseMessage, serializeMessage } from '../stored-messages.ts';
import type { Followers } from './followers.ts';
import { stateList } from './job-rows.ts';

export interface NewBatch {
  readonly title: Message;
  readonly origin: JobOrigin;
  readonly folderId: string | null;
  /** The most it may cost, in credits; left out = as much as it takes. */
  readonly maxCredits?: number;
  /** Its jobs wait until the user has agreed to what they may cost. */
  readonly heldForCost?: boolean;
  /** So many of its photographs are done first, to be looked at: the first ones, or such as differ. */
  readonly trial?: { readonly count: number; readonly spread: boolean };
}

interface BatchRow {
  id: number;
  title: string;
  origin: JobOrigin;
  folder_id: string | null;
  held: 0 | 1;
  max_credits: number | null;
  held_for_cost: 0 | 1;
  trial: number | null;
  proofs: 0 | 1;
  pick_rule: string | null;
  created_at: number;
  station: string | null;
  person: string | null;
}

export function batches({ db, now, changes }: StoreContext, followers: Followers) {
  const columns = `SELECT *, EXISTS (SELECT 1 FROM proofs WHERE batch_id = batches.id) AS proofs,
    (SELECT json_object('mark', mark, 'recipeId', recipe_id) FROM pick_rules WHERE batch_id = batches.id) AS pick_rule FROM batches`;
  const insert = db.prepare(
    `INSERT INTO batches (title, origin, folder_id, created_at, max_credits, held, held_for_cost, trial, trial_spread)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const removeEmpty = db.prepare(
    `DELETE FROM batches WHERE id = ? AND NOT EXISTS (SELECT 1 FROM jobs WHERE batch_id = batches.id)
       AND NOT EXISTS (SELECT 1 FROM proofs WHERE batch_id = batches.id)`,
  );
  const byId = db.prepare<[number], BatchRow>(`${columns} WHERE id = ?`);
  const newest = db.prepare<[number], BatchRow>(
    `${columns} WHERE EXISTS (SELECT 1 FROM jobs WHERE batch_id = batches.id AND removed_at IS NULL)
       OR EXISTS (SELECT 1 FROM results WHERE batch_id = batches.id) OR proofs
     ORDER BY id DESC LIMIT ?`,
  );
  const ofFolder = db.prepare<[string], BatchRow>(`${columns} WHERE folder_id = ? ORDER BY id DESC LIMIT 1`);
  const setHeld = db.prepare('UPDATE batches SET held = ?, held_for_cost = ? WHERE id = ?');
  const setCap = db.prepare('UPDATE batches SET max_credits = ? WHERE id = ? AND max_credits IS NOT ?');
  const ofJobs = db
    .prepare<[string], number>('SELECT DISTINCT batch_id FROM jobs WHERE id IN (SELECT value FROM json_each(?))')
    .pluck();
  const group = db.prepare(
    `UPDATE batches SET cap_group = @to WHERE id IN (SELECT value FROM json_each(@ids)) OR cap_group IN (
       SELECT cap_group FROM batches WHERE id IN (SELECT value FROM json_each(@ids)) AND cap_group IS NOT NULL)`,
  );
  const anyCapped = db
    .prepare<[], number>(
      `SELECT 1 FROM batches WHERE max_credits IS NOT NULL
         AND EXISTS (SELECT 1 FROM jobs WHERE batch_id = batches.id AND state <> 'done') LIMIT 1`,
    )
    .pluck();
  const cappedOf = db.prepare<[string], { id: number; credits: number }>(
    `SELECT batches.id, max_credits AS credits FROM jobs JOIN batches ON batches.id = batch_id AND max_credits IS NOT NULL
     WHERE jobs.id IN (SELECT value FROM json_each(?)) AND state NOT IN (${stateList(finalStates)})
     ORDER BY batches.id DESC LIMIT 1`,
  );
  const cap = db.prepare<[number], number | null>('SELECT max_credits FROM batches WHERE id = ?').pluck();
  const notifyListeners = db.prepare(
    `INSERT INTO studio_words (shared_id, word) SELECT shared_id, @word FROM jobs WHERE batch_id = @id AND state = 'queued' AND station IS NOT NULL`,
  );
  const queued = db.prepare<[number], number>(`SELECT id FROM jobs WHERE batch_id = ? AND state = 'queued'`).pluck();
  const counts = db.prepare<[number], { state: JobState; n: number }>(
    'SELECT state, count(*) AS n FROM jobs WHERE batch_id = ? GROUP BY state',
  );

  const holdInOne = db.transaction((id: number, isHeld: boolean, isHeldForCost: boolean) => {
    setHeld.run(isHeld ? 1 : 0, isHeldForCost ? 1 : 0, id);
    notifyListeners.run({ id, word: isHeld ? 'hold' : 'go-on' });
    followers.settleFor(queued.all(id));
  });

  /** Gives these batches one limit together. */
  function putTogether(ids: readonly number[]): void {
    if (ids.length > 1) group.run({ ids: JSON.stringify(ids), to: Math.min(...ids) });
  }

  return {
    create(batch: NewBatch): number {
      changes.list('batches');
      const { title, origin, folderId, maxCredits = null, heldForCost = false, trial } = batch;
      const held = heldForCost ? 1 : 0;
      return Number(
        insert.run(
          serializeMessage(title),
          origin,
          folderId,
          now(),
          maxCredits,
          held,
          held,
          trial?.count ?? null,
          trial?.spread ? 1 : 0,
        ).lastInsertRowid,
      );
    },
    /** Takes a batch back into which no job came. */
    removeEmpty: (id: number): void => void removeEmpty.run(id),
    get: (id: number): Batch | null => read(byId.get(id)),
    /** Newest first; batches without anything to show are left out. */
    list: (limit = 1000): Batch[] => newest.all(limit).map(toBatch),
    /** The newest batch that came from a watch folder. */
    latestOfFolder: (folderId: string): Batch | null => read(ofFolder.get(folderId)),
    /** Holds back the batch's jobs that have not begun; what runs goes on. */
    setHeld(id: number, isHeld: boolean): void {
      holdInOne.immediate(id, isHeld, false);
      changes.list('batches');
    },
    /** The most that a batch may cost, in credits; null = as much as it takes. */
    capOf: (id: number): number | null => cap.get(id) ?? null,
    /** The user agrees to so many credits (null = however many); a batch that was held on account of its cost goes on. */
    setCap(id: number, credits: number | null): void {
      setCap.run(credits, id, credits);
      if (byId.get(id)?.held_for_cost === 1) holdInOne(id, false, false);
      changes.list('batches');
    },
    /** The same of the batches of these jobs, together. */
    setCapOf(jobIds: readonly number[], credits: number): void {
      const ids = ofJobs.all(JSON.stringify(jobIds));
      putTogether(ids);
      for (const id of ids) this.setCap(id, credits);
    },
    /** Whether a batch with a limit has jobs that are not done. */
    hasCapped: (): boolean => anyCapped.get() !== undefined,
    /**
     * Extends the limit that unfinished ones of these jobs have to the batch `newId`, unless it has its own.
     * @returns the limit in credits; null if there is none
     */
    extendCap(jobIds: readonly number[], newId: number | null): number | null {
      const found = cappedOf.get(JSON.stringify(jobIds));
      if (found === undefined) return null;
      if (newId !== null && this.capOf(newId) === null) {
        setCap.run(found.credits, newId, found.credits);
        putTogether([found.id, newId]);
        changes.list('batches');
      }
      return found.credits;
    },
    /** Holds a batch since its next request could cost more than it may; in the transaction of the caller. */
    holdForCost(id: number): void {
      holdInOne(id, true, true);
      changes.list('batches');
    },
    counts: (id: number): Partial<Record<JobState, number>> =>
      Object.fromEntries(counts.all(id).map(({ state, n }) => [state, n])),
  };
}

function read(row: BatchRow | undefined): Batch | null {
  return row ? toBatch(row) : null;
}

function toBatch(row: BatchRow): Batch {
  return {
    id: row.id,
    title: parseMessage(row.title),
    origin: row.origin,
    folderId: row.folder_id,
    createdAt: row.created_at,
    held: row.held === 1,
    maxCredits: row.max_credits,
    heldForCost: row.held_for_cost === 1,
    trial: row.trial,
    proofs: row.proofs === 1,
    pickRule: row.pick_rule === null ? null : (JSON.parse(row.pick_rule) as PickRule),
    addedBy: row.station === null ? null : { station: row.station, person: row.person ?? '' },
  };
}
