/** Adds photographs to the queue, as a new batch or to an existing one. */
import type { JobOrigin } from '../../../../contract/jobs/job.ts';
import { msg } from '../../../../contract/messages/message.ts';
import { protectedOriginals } from '../../results/protected-originals.ts';
import type { Photographs } from '../../review/photographs/photographs.ts';
import type { StoreContext } from '../../store-context.ts';
import type { JobActions } from '../actions/job-actions.ts';
import type { batches, NewBatch } from '../batches/batches.ts';
import { trialTerms } from '../batches/trial-batches.ts';
import type { JobEvents } from '../job-events.ts';
import type { JobKeys, sameWork } from '../sharing/find-same-work.ts';
import type { Followers } from '../sharing/followers.ts';
import { uncertainElsewhere } from '../sharing/uncertain-elsewhere.ts';
import { dataLosses, unknownFateError } from './data-loss.ts';
import { type AddedJob, type AddOptions, type AddOutcome, jobKeys, type NewJob } from './new-jobs.ts';
import { jobReuse, type problemRecorder } from './reuse-jobs.ts';

export interface JobTables {
  readonly batches: ReturnType<typeof batches>;
  readonly events: JobEvents;
  readonly actions: JobActions;
  readonly followers: Followers;
  readonly photographs: Photographs;
}

interface Place {
  readonly batchId: number;
  readonly origin: JobOrigin;
  readonly counter: number;
  readonly position: number;
  /** 1: held until the user has seen the trial of its batch. */
  readonly held: 0 | 1;
}

const insertSql = `INSERT INTO jobs (batch_id, origin, counter, source_path, relative_folder, output_folder, content_hash,
    picture_hash, bytes, width, height, recipe, recipe_hash, target_hash, turn, recipe_name, profile_id, step_count,
    operation, priority, position, held, created_at, photograph_id)
  VALUES (@batchId, @origin, @counter, @sourcePath, @relativeFolder, @outputFolder, @contentHash,
    @pictureHash, @bytes, @width, @height, @recipe, @recipeHash, @targetHash, @turn, @recipeName, @profileId, @stepCount,
    @operation, @priority, @position, @held, @at, @photographId)`;

function jobInsertion(
  context: StoreContext,
  { events, actions, followers, photographs }: JobTables,
  same: ReturnType<typeof sameWork>,
  recordProblem: ReturnType<typeof problemRecorder>,
) {
  const { db, now } = context;
  const insert = db.prepare(insertSql);
  const originals = protectedOriginals(context);
  const losses = dataLosses(context);
  const askIfUncertainElsewhere = uncertainElsewhere(context, events);

  const insertRow = (item: NewJob, place: Place, keys: JobKeys, turn: number): number => {
    const { recipe, relativeFolder, outputFolder, bytes, width, height } = item;
    const row = {
      ...keys,
      ...place,
      turn,
      relativeFolder,
      outputFolder,
      bytes,
      width,
      height,
      recipe: JSON.stringify(recipe),
      recipeName: recipe.name,
      stepCount: recipe.steps.length,
      operation: recipe.steps[0]?.operation,
      priority: item.priority ?? 0,
      at: now(),
      photographId: photographs.findOrCreate(item),
    };
    return Number(insert.run(row).lastInsertRowid);
  };

  /** @param isNew no job has had this content and work */
  return (item: NewJob, place: Place, keys: JobKeys, isNew: boolean, shouldRevive: boolean): AddedJob => {
    const leader = isNew ? null : same.leader(keys, item.again ? place.batchId : null);
    if (leader?.canRevive && shouldRevive) actions.retry([leader.id]);
    const id = insertRow(item, place, keys, isNew ? 0 : same.nextTurn(keys));
    events.add(id, { kind: 'made', text: msg('store.job.takenIn') });
    if (item.note !== undefined) events.add(id, { kind: 'notice', text: item.note });
    recordProblem(id, item.problem);
    if (leader) {
      followers.join(id, leader.id);
      followers.settleFor([id]);
    }
    if (!item.again && losses.askAbout(id, item.changedAt ?? null)) {
      events.add(id, { kind: 'error', text: unknownFateError.message });
      followers.settle(id);
    } else if (!item.again && !isNew) askIfUncertainElsewhere(id);
    originals.add(item.sourcePath, item.identity ?? null);
    for (const [path, identity] of item.references ?? []) originals.add(path, identity);
    return { kind: 'new', id, isGone: false };
  };
}

/** One transaction, so that two processes cannot add the same file twice. */
export function jobAdding(
  context: StoreContext,
  tables: JobTables,
  same: ReturnType<typeof sameWork>,
  recordProblem: ReturnType<typeof problemRecorder>,
) {
  const { db } = context;
  const { batches: batchTable } = tables;
  const lastCounter = db
    .prepare<[number], number>('SELECT coalesce(max(counter), 0) FROM jobs WHERE batch_id = ?')
    .pluck();
  const lastPosition = db.prepare<[], number>('SELECT coalesce(max(position), 0) FROM jobs').pluck();
  const trial = trialTerms(context);
  const reuse = jobReuse(db, same, tables.actions, recordProblem);
  const insert = jobInsertion(context, tables, same, recordProblem);

  function addOne(item: NewJob, place: Place, options: AddOptions): AddedJob {
    const keys = jobKeys(item);
    const isNew = same.isNew(keys);
    const reused = item.again || isNew ? null : reuse(item, keys, options);
    return reused ?? insert(item, place, keys, isNew, (options.known ?? 'go-on') === 'go-on');
  }

  return db.transaction(
    (batch: NewBatch | { readonly batchId: number }, items: readonly NewJob[], options: AddOptions): AddOutcome => {
      const isNew = !('batchId' in batch);
      const batchId = isNew ? batchTable.create(batch) : batch.batchId;
      const origin = isNew ? batch.origin : batchTable.get(batchId)?.origin;
      if (origin === undefined) throw new Error(`There is no batch ${batchId}.`);
      const counter = lastCounter.get(batchId) ?? 0;
      const position = lastPosition.get() ?? 0;
      const terms = options.isReleased ? undefined : trial.get(batchId);
      const isHeld = (nth: number) => terms !== undefined && (terms.spread === 1 || nth > terms.count);
      const ids: Record<AddedJob['kind'], number[]> = { new: [], resumed: [], undecided: [], finished: [] };
      let resultsGone = 0;
      for (const item of items) {
        const nth = ids.new.length + 1;
        const held = isHeld(counter + nth) ? 1 : 0;
        const place: Place = { batchId, origin, counter: counter + nth, position: position + nth, held };
        const { kind, id, isGone } = addOne(item, place, options);
        ids[kind].push(id);
        if (isGone) resultsGone += 1;
      }
      if (ids.new.length === 0 && isNew) batchTable.removeEmpty(batchId);
      const { new: jobIds, resumed, undecided, finished } = ids;
      const skipped = items.length - jobIds.length;
      return {
        batchId: jobIds.length === 0 ? null : batchId,
        jobIds,
        resumed,
        undecided,
        finished,
        resultsGone,
        skipped,
      };
    },
  );
}
