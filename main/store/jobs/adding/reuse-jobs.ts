/** Continues existing jobs instead of adding new ones. */
import type { Database } from 'better-sqlite3';
import type { JobError, JobState } from '../../../../contract/jobs/job.ts';
import type { JobActions } from '../actions/job-actions.ts';
import { duplicateAction } from '../sharing/duplicate-policy.ts';
import type { JobKeys, SameJob, sameWork } from '../sharing/find-same-work.ts';
import type { AddedJob, AddOptions, NewJob } from './new-jobs.ts';

/** An edited recipe may have other outputs. */
const setRecipeSql = `UPDATE OR IGNORE jobs SET recipe = @recipe, recipe_name = @recipeName,
    target_hash = target_hash(@recipe, output_folder)
  WHERE id = @id`;

const setConditionsSql = `UPDATE jobs SET recipe = json_set(recipe, '$.only', json(?))
  WHERE id = ? AND state = 'queued' AND step = 0`;

/** The returned function reports whether the job was unsent, so that it has the problem now. */
export function problemRecorder(db: Database) {
  const setError = db.prepare(`UPDATE jobs SET error = ? WHERE id = ? AND state = 'queued' AND follows IS NULL`);
  return (id: number, problem: JobError | undefined): boolean =>
    problem !== undefined && setError.run(JSON.stringify(problem), id).changes > 0;
}

export function jobReuse(
  db: Database,
  same: ReturnType<typeof sameWork>,
  actions: JobActions,
  recordProblem: ReturnType<typeof problemRecorder>,
) {
  const stateOf = db.prepare<[number], JobState>('SELECT state FROM jobs WHERE id = ?').pluck();
  const setRecipe = db.prepare(setRecipeSql);
  const setConditions = db.prepare(setConditionsSql);
  const list = db.prepare('UPDATE jobs SET removed_at = NULL WHERE id = ? AND removed_at IS NOT NULL');

  function adjust({ id, adjustment }: SameJob, { profileId }: JobKeys, outputFolder: string): void {
    if (adjustment === 'move') actions.sendTo([id], profileId);
    if (adjustment !== 'as-it-is') actions.redirect([id], outputFolder, false);
  }
  function retry(id: number, { recipe, problem }: NewJob): void {
    setRecipe.run({ id, recipe: JSON.stringify(recipe), recipeName: recipe.name });
    actions.retry([id]);
    recordProblem(id, problem);
  }
  function resume(id: number, { recipe }: NewJob, known: AddOptions['known']): void {
    actions.hurry([id]);
    // A decision needs a listed job.
    list.run(id);
    // The latest request decides about conditions.
    if (known === 'go-on') setConditions.run(JSON.stringify(recipe.only ?? null), id);
  }

  /** Returns null if a new job is needed. */
  return (item: NewJob, keys: JobKeys, options: AddOptions): AddedJob | null => {
    const { known = 'go-on', remakeMissing = false, beforeEdit = 'is-another' } = options;
    const before = same.ofFile(keys, beforeEdit);
    if (before) adjust(before, keys, item.outputFolder);
    const isGone = before?.state === 'done' && item.resultGone === true;
    const isShared = () => before !== null && same.isSharedWith(before.id, keys);
    const action = duplicateAction(before, { known, isGone, remakeMissing, isShared });
    if (before === null || action === 'make') return null;
    if (action === 'retry') retry(before.id, item);
    if (action === 'go-on') resume(before.id, item, known);
    if (action === 'leave') return { kind: 'finished', id: before.id, isGone };
    // Its leader may have been given up.
    return { kind: stateOf.get(before.id) === 'uncertain' ? 'undecided' : 'resumed', id: before.id, isGone };
  };
}
