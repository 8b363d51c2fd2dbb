/** Gives jobs another output folder or another service. */
import { msg } from '../../../../contract/messages/message.ts';
import { isLocalSql } from '../job-ownership.ts';
import { stateList } from '../job-rows.ts';
import { type ActionContext, type ChangedJob, idsInStates, idsOf, isNamedLocalSql } from './action-context.ts';
import type { jobRetry } from './retry-jobs.ts';

const redirectSql = `UPDATE OR IGNORE jobs SET output_folder = @folder, target_hash = target_hash(recipe, @folder),
    run_after = 0, failures = '{}', lease = NULL
  WHERE ${isNamedLocalSql} AND (state IN ('queued', 'failed', 'cancelled', 'uncertain', 'waiting', 'placing')
    OR (state = 'fetching' AND lease IS NULL)) RETURNING id, state`;

const waitingForFolderSql = `SELECT id FROM jobs WHERE state IN ('queued', 'waiting', 'fetching', 'placing')
  AND removed_at IS NULL AND output_folder = ?`;

/** Outputs in other folders stay there. */
const redirectAdditionalSql = `UPDATE jobs SET run_after = 0, failures = '{}', lease = NULL,
    recipe = json_set(recipe, '$.alsoAs', json((
      SELECT json_group_array(CASE WHEN value ->> 'folder' = @from
        THEN json_set(value, '$.folder', @folder) ELSE json(value) END)
      FROM json_each(jobs.recipe, '$.alsoAs'))))
  WHERE state IN (${stateList(['queued', 'waiting', 'fetching', 'placing'])}) AND removed_at IS NULL AND ${isLocalSql('jobs')}
    AND EXISTS (SELECT 1 FROM json_each(recipe, '$.alsoAs') further WHERE further.value ->> 'folder' = @from)
  RETURNING id, state`;

const updateTargetsSql = `UPDATE OR IGNORE jobs SET target_hash = target_hash(recipe, output_folder)
  WHERE id IN (SELECT value FROM json_each(?))`;

/** The former leader keeps its service, so the job no longer follows it. */
const sendToSql = `UPDATE OR IGNORE jobs SET profile_id = @profileId, follows = NULL, step = 0,
    operation = json_extract(recipe, '$.steps[0].operation')
  WHERE ${isNamedLocalSql} AND state IN ('queued', 'failed', 'cancelled')
  RETURNING id, state`;

const clearSubmissionsSql = 'UPDATE step_runs SET submitted_at = NULL WHERE job_id IN (SELECT value FROM json_each(?))';

export function jobRedirection(
  { db, events, followers, prepare }: ActionContext,
  { retry }: Pick<ReturnType<typeof jobRetry>, 'retry'>,
) {
  const setFolder = prepare(redirectSql);
  const waitingForFolder = db.prepare<[string], number>(waitingForFolderSql).pluck();
  const setAdditionalFolder = db.prepare<[{ from: string; folder: string }], ChangedJob>(redirectAdditionalSql);
  const updateTargets = db.prepare(updateTargetsSql);
  const setProfile = prepare(sendToSql);
  const clearSubmissions = db.prepare(clearSubmissionsSql);

  function recordRedirection(jobs: readonly ChangedJob[], folder: string): void {
    events.addToAll(idsOf(jobs), { kind: 'notice', text: msg('store.job.redirected', { folder }) });
  }
  function redirect(ids: readonly number[], folder: string, shouldRetry = true): ChangedJob[] {
    const redirected = setFolder(ids, { folder });
    recordRedirection(redirected, folder);
    if (shouldRetry) retry(idsInStates(redirected, 'failed'));
    return redirected;
  }
  function redirectAdditionalOutputs(from: string, folder: string): ChangedJob[] {
    const redirected = setAdditionalFolder.all({ from, folder });
    updateTargets.run(JSON.stringify(idsOf(redirected)));
    recordRedirection(redirected, folder);
    return redirected;
  }

  return {
    redirect,
    redirectAll(from: string, folder: string): ChangedJob[] {
      const additional = redirectAdditionalOutputs(from, folder);
      const redirected = redirect(waitingForFolder.all(from), folder);
      const both = new Set(idsOf(redirected));
      return [...redirected, ...additional.filter(({ id }) => !both.has(id))];
    },
    sendTo(ids: readonly number[], profileId: string): ChangedJob[] {
      const sent = setProfile(ids, { profileId });
      clearSubmissions.run(JSON.stringify(idsOf(sent)));
      for (const { id } of sent) followers.promoteSuccessor(id);
      return sent;
    },
  };
}
