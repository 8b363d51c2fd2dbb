/** Jobs: taking them in, reading them. Claims and moves are in job-moves.ts, the user's actions in job-actions.ts. */
import type { JobError, JobOrigin, JobState } from '../../../contract/jobs/job.ts';
import { msg } from '../../../contract/messages/message.ts';
import { withoutConditions } from '../../../contract/recipes/recipe.ts';
import { protectedOriginals } from '../results/protected-originals.ts';
import type { Photographs } from '../review/photographs/photographs.ts';
import type { StoreContext } from '../store-context.ts';
import type { batches, NewBatch } from './batches.ts';
import { isPaidSql } from './charge-sql.ts';
import { dataLosses, unknownFateError } from './data-loss.ts';
import { duplicateAction } from './duplicate-policy.ts';
import { type ContentTwin, type FileMatch, sameWork } from './find-same-work.ts';
import type { Followers } from './followers.ts';
import type { JobActions } from './job-actions.ts';
import type { JobEvents } from './job-events.ts';
import { type Job, type JobRow, toJob } from './job-rows.ts';
import { isLocalSql } from './mirrored-jobs.ts';
import { type AddOptions, type AddOutcome, jobKeys, type NewJob, toNewJob, type WorkOnFile } from './new-jobs.ts';
import { trialTerms } from './trial-batches.ts';
import { uncertainElsewhere } from './uncertain-elsewhere.ts';

/** Where a new job stands: its batch, and its place in there and in the queue. */
interface Place {
  readonly batchId: number;
  readonly origin: JobOrigin;
  readonly counter: number;
  readonly position: number;
  /** 1: it waits for a look at the first ones. */
  readonly held: 0 | 1;
}

interface Tables {
  readonly batches: ReturnType<typeof batches>;
  readonly events: JobEvents;
  readonly actions: JobActions;
  readonly followers: Followers;
  readonly photographs: Photographs;
}

export function jobs(context: StoreContext, { batches: batchTable, events, actions, followers, photographs }: Tables) {
  const { db, now, changes } = context;
  const originalFiles = protectedOriginals(context);
  const same = sameWork(db);
  const lost = dataLosses(context);
  const askIfUncertainElsewhere = uncertainElsewhere(context, events);
  const insert = db.prepare(
    `INSERT INTO jobs (batch_id, origin, counter, source_path, relative_folder, output_folder, content_hash, picture_hash, bytes,
       width, height, recipe, recipe_hash, target_hash, turn, recipe_name, profile_id, step_count, operation,
       priority, position, held, created_at, photograph_id)
     VALUES (@batchId, @origin, @counter, @sourcePath, @relativeFolder, @outputFolder, @contentHash, @pictureHash, @bytes,
       @width, @height, @recipe, @recipeHash, @targetHash, @turn, @recipeName, @profileId, @stepCount, @operation,
       @priority, @position, @held, @at, @photographId)`,
  );
  const lastCounter = db
    .prepare<[number], number>('SELECT coalesce(max(counter), 0) FROM jobs WHERE batch_id = ?')
    .pluck();
  const trial = trialTerms(context);
  const lastPosition = db.prepare<[], number>('SELECT coalesce(max(position), 0) FROM jobs').pluck();
  const pathsOf = db
    .prepare<[string], string>(
      `SELECT source_path FROM jobs WHERE content_hash = ? AND ${isLocalSql('jobs')} ORDER BY id DESC LIMIT 20`,
    )
    .pluck();
  const byId = db.prepare<[number], JobRow>('SELECT * FROM jobs WHERE id = ?');
  const some = db.prepare<[string], JobRow>(
    'SELECT * FROM jobs WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id',
  );
  const before = db.prepare<[number], JobRow>(
    `SELECT other.* FROM jobs AS own JOIN jobs AS other ON other.content_hash = own.content_hash
     WHERE own.id = ? AND own.turn = 0 AND other.id <> own.id AND other.profile_id = own.profile_id
     ORDER BY other.id DESC LIMIT 50`,
  );
  const inState = db.prepare<[JobState], JobRow>(
    'SELECT * FROM jobs WHERE state = ? AND removed_at IS NULL ORDER BY id',
  );
  // Asked for again, and waiting for a decision: it must not stay off the list.
  const shown = db.prepare('UPDATE jobs SET removed_at = NULL WHERE id = ? AND removed_at IS NOT NULL');
  // Whoever asks for it again has the last word on whether it is sent.
  const unsentFor = db.prepare(
    `UPDATE jobs SET recipe = json_set(recipe, '$.only', json(?)) WHERE id = ? AND state = 'queued' AND step = 0`,
  );
  const rekeyed = db.prepare(
    `UPDATE OR IGNORE jobs SET content_hash = @contentHash, picture_hash = @pictureHash, bytes = @bytes, width = @width, height = @height,
       follows = @follows, turn = @turn, photograph_id = @photographId WHERE id = @id`,
  );
  // The same work by a recipe that may say otherwise by now what its files are to be.
  const edited = db.prepare(
    `UPDATE OR IGNORE jobs SET recipe = @recipe, recipe_name = @recipeName, target_hash = target_hash(@recipe, output_folder)
     WHERE id = @id`,
  );
  const warned = db.prepare(`UPDATE jobs SET error = ? WHERE id = ? AND state = 'queued' AND follows IS NULL`);
  const paid = db.prepare<[number], number>(`SELECT ${isPaidSql} FROM jobs WHERE id = ?`).pluck();

  const warn = (id: number, problem: JobError | undefined): boolean =>
    problem !== undefined && warned.run(JSON.stringify(problem), id).changes > 0;

  /**
   * One photograph: looked up and, where it is new, inserted in the transaction of the caller, so that two commands at the
   * same time cannot both take it in.
   */
  function addOne(
    item: NewJob,
    place: Place,
    { known = 'go-on', remakeMissing = false, beforeEdit = 'is-another' }: AddOptions,
  ) {
    const { recipe } = item;
    const { batchId } = place;
    const keys = jobKeys(item);
    const { profileId } = keys;
    const isNew = same.isNew(keys);
    if (!item.again && !isNew) {
      const before = same.ofFile(keys, beforeEdit);
      if (before?.adjustment === 'move') actions.sendTo([before.id], profileId);
      if (before?.adjustment === 'move' || before?.adjustment === 'redirect')
        actions.redirect([before.id], item.outputFolder, false);
      const isGone = before?.state === 'done' && item.resultGone === true;
      const isShared = () => before !== null && same.isSharedWith(before.id, keys);
      const decision = duplicateAction(before, { known, isGone, remakeMissing, isShared });
      if (before && decision !== 'make') {
        if (decision === 'retry') {
          edited.run({ id: before.id, recipe: JSON.stringify(recipe), recipeName: recipe.name });
          actions.retry([before.id]);
          warn(before.id, item.problem);
        }
        if (decision === 'go-on') {
          actions.hurry([before.id]);
          shown.run(before.id);
          if (known === 'go-on') unsentFor.run(JSON.stringify(recipe.only ?? null), before.id);
        }
        // Where the one it follows was given up meanwhile, it waits for the user's decision by now.
        const open = byId.get(before.id)?.state === 'uncertain' ? 'undecided' : 'resumed';
        return { kind: decision === 'leave' ? 'finished' : open, id: before.id, isGone } as const;
      }
    }
    const leader = isNew ? null : same.leader(keys, item.again ? batchId : null);
    if (leader?.canRevive && known === 'go-on') actions.retry([leader.id]);
    const done = insert.run({
      ...keys,
      ...place,
      turn: isNew ? 0 : same.nextTurn(keys),
      relativeFolder: item.relativeFolder,
      outputFolder: item.outputFolder,
      bytes: item.bytes,
      width: item.width,
      height: item.height,
      recipe: JSON.stringify(recipe),
      recipeName: recipe.name,
      stepCount: recipe.steps.length,
      operation: recipe.steps[0]?.operation,
      priority: item.priority ?? 0,
      at: now(),
      photographId: photographs.findOrCreate(item),
    });
    const id = Number(done.lastInsertRowid);
    events.add(id, { kind: 'made', text: msg('store.job.takenIn') });
    if (item.note !== undefined) events.add(id, { kind: 'notice', text: item.note });
    warn(id, item.problem);
    if (leader) {
      followers.join(id, leader.id);
      followers.settleFor([id]);
    }
    if (!item.again && lost.askAbout(id, item.changedAt ?? null)) {
      events.add(id, { kind: 'error', text: unknownFateError.message });
      followers.settle(id);
    } else if (!item.again && !isNew) askIfUncertainElsewhere(id);
    originalFiles.add(item.sourcePath, item.identity ?? null);
    for (const [path, identity] of item.references ?? []) originalFiles.add(path, identity);
    return { kind: 'new', id, isGone: false } as const;
  }

  const addAll = db.transaction(
    (batch: NewBatch | { readonly batchId: number }, items: readonly NewJob[], options: AddOptions): AddOutcome => {
      const isNew = !('batchId' in batch);
      const batchId = isNew ? batchTable.create(batch) : batch.batchId;
      const origin = isNew ? batch.origin : batchTable.get(batchId)?.origin;
      if (origin === undefined) throw new Error(`There is no batch ${batchId}.`);
      const counter = lastCounter.get(batchId) ?? 0;
      const position = lastPosition.get() ?? 0;
      const first = trial.get(batchId);
      const isHeld = (nth: number) => first !== undefined && (first.spread === 1 || nth > first.count);
      const ids: Record<'new' | 'resumed' | 'undecided' | 'finished', number[]> = {
        new: [],
        resumed: [],
        undecided: [],
        finished: [],
      };
      let resultsGone = 0;
      for (const item of items) {
        const next = ids.new.length + 1;
        const place = {
          batchId,
          origin,
          counter: counter + next,
          position: position + next,
          held: isHeld(counter + next) ? 1 : 0,
        } as const;
        const { kind, id, isGone } = addOne(item, place, options);
        ids[kind].push(id);
        if (isGone) resultsGone += 1;
      }
      if (ids.new.length === 0 && isNew) batchTable.removeEmpty(batchId);
      return {
        batchId: ids.new.length === 0 ? null : batchId,
        jobIds: ids.new,
        resumed: ids.resumed,
        undecided: ids.undecided,
        finished: ids.finished,
        resultsGone,
        skipped: items.length - ids.new.length,
      };
    },
  );

  const proofsOf = db
    .prepare<[string], number>(
      'SELECT photograph_id FROM jobs JOIN proofs USING (photograph_id) WHERE id IN (SELECT value FROM json_each(?))',
    )
    .pluck();
  function add(
    batch: NewBatch | { readonly batchId: number },
    items: readonly NewJob[],
    options: AddOptions = {},
  ): AddOutcome {
    const added = addAll.immediate(batch, items, options);
    changes.list('batches');
    changes.jobs([...added.jobIds, ...added.resumed]);
    // They are on their way now.
    changes.photographs(proofsOf.all(JSON.stringify([...added.jobIds, ...added.resumed])));
    return added;
  }

  return {
    /**
     * Takes photographs in, all or none, as a new batch or into one that is there. A file that has a job for this recipe
     * goes on with that one; content that went (or goes) through the same recipe is not sent once more, but placed from
     * that result.
     */
    add,
    /** The same photographs through the same recipes once more, as a new batch, or with those that are in `targetBatchId`. */
    addAgain(ids: readonly number[], targetBatchId: number | null = null): AddOutcome {
      const rows = some.all(JSON.stringify(ids));
      const remoteIds = actions.workAgain(rows.flatMap(({ id, station }) => (station === null ? [] : id)));
      if (remoteIds.length > 0) {
        const rest = new Set(remoteIds);
        const own = this.addAgain(
          rows.flatMap(({ id }) => (rest.has(id) ? [] : id)),
          targetBatchId,
        );
        return { ...own, resumed: [...own.resumed, ...remoteIds], skipped: own.skipped + remoteIds.length };
      }
      const first = rows[0] && batchTable.get(rows[0].batch_id);
      if (!first)
        return { batchId: null, jobIds: [], resumed: [], undecided: [], finished: [], resultsGone: 0, skipped: 0 };
      const items = rows.map(toNewJob).map((job) => ({ ...job, recipe: withoutConditions(job.recipe), again: true }));
      if (targetBatchId !== null) return add({ batchId: targetBatchId }, items);
      // Asked for by hand: so it is no batch of the watch folder.
      const origin = first.origin === 'watch' ? 'drop' : first.origin;
      return add({ title: msg('store.batch.again', { title: first.title }), origin, folderId: null }, items);
    },
    get(id: number): Job | null {
      const row = byId.get(id);
      return row ? toJob(row) : null;
    },
    /** Others of the same content at the same service, newest first; none for a job that was asked for anew. */
    before: (id: number): Job[] => before.all(id).map(toJob),
    inState: (state: JobState): Job[] => inState.all(state).map(toJob),
    /** The job that did the same work on the same file for the same place, or null. */
    sameJob(item: WorkOnFile, beforeEdit: FileMatch): Job | null {
      const before = same.ofFile(jobKeys(item), beforeEdit);
      const row = before ? byId.get(before.id) : undefined;
      return row ? toJob(row) : null;
    },
    twinsOf: (item: WorkOnFile & Pick<NewJob, 'relativeFolder'>): ContentTwin[] =>
      same.twins(jobKeys(item), item.relativeFolder),
    /** Where photographs with this content were found, newest first. */
    pathsOf: (contentHash: string): string[] => pathsOf.all(contentHash),
    /** True where something of the job is paid already: at the service, or at home. */
    isPaid: (id: number): boolean => paid.get(id) === 1,
    /**
     * The photograph of a job that was not sent yet has other content now than when it was taken in. The job goes on with
     * that; those that follow it keep the old content, and one of them leads. False where the new content has a job already.
     */
    changeContent(
      id: number,
      content: Pick<NewJob, 'contentHash' | 'pictureHash' | 'bytes' | 'width' | 'height'>,
    ): boolean {
      const row = byId.get(id);
      if (!row) return false;
      const { contentHash, pictureHash = null } = content;
      const keys = jobKeys({ ...toNewJob(row), contentHash, pictureHash });
      if (same.ofFile({ ...keys, pictureHash: null }, 'is-made') !== null) return false;
      followers.promoteSuccessor(id);
      const leader = same.leader(keys, null, id);
      const photographId = photographs.findOrCreate({ ...content, sourcePath: row.source_path });
      const turn = same.nextTurn(keys);
      rekeyed.run({ ...content, pictureHash, id, photographId, follows: leader?.id ?? null, turn });
      return true;
    },
    /**
     * Notes what was found wrong with a photograph after it was taken in, as `NewJob.problem`: unless its job has begun, its row says so,
     * and it is next in line.
     */
    foundWrong(item: WorkOnFile, problem: JobError): void {
      const found = same.ofFile(jobKeys(item), 'is-made');
      if (found === null || !warn(found.id, problem)) return;
      actions.hurry([found.id]);
      changes.jobs([found.id]);
    },
    /** A follower found nothing to be placed from at `tried`: true where it leads now, false where it waits for another. */
    lead: followers.lead,
  };
}
