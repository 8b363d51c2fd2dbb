/**
 * Forgets what was found in photographs: analyses, landmarks, ratings. Result images stay, and so does that the work was done:
 * the same command does not pay for it again by itself, and whoever wants the data again asks for it.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ForgettableCounts } from '../../../contract/jobs/result.ts';
import { backUpDatabase, dayMs, listBackups } from '../database/backups.ts';
import type { DatabaseWorker } from '../database/worker/database-worker.ts';
import { isExcludedSql } from '../jobs/charge-sql.ts';
import type { KeptPreviews } from '../review/previews/kept-previews.ts';
import type { StoreContext } from '../store-context.ts';
import { parseMessage } from '../stored-messages.ts';

/** One batch, or what is older than a time (ms since 1970). */
export type RemovedAnalyses = { readonly batchId: number } | { readonly before: number };

/** Larger databases are not written anew: what is deleted is overwritten in any case. Pages of 4 KiB. */
const maxVacuumPages = 65_536;

/** Photographs whose kept previews are deleted at a time. */
const slice = 500;

/** Jobs that have come to rest, in groups (see followers.ts) of which nobody still waits for the data. */
const settled = `jobs.state = 'done' AND NOT EXISTS (
  SELECT 1 FROM jobs other WHERE (other.id = coalesce(jobs.follows, jobs.id) OR other.follows = coalesce(jobs.follows, jobs.id))
    AND other.state NOT IN ('done', 'failed', 'cancelled', 'uncertain'))`;
const chosen = '(@batchId IS NULL OR jobs.batch_id = @batchId)';
const old = '(@before IS NULL OR results.created_at < @before)';
const hasData = `results.kind = 'analysis' AND results.forgotten_at IS NULL`;

type ScopeParams = { batchId: number | null; before: number | null };

export function analysisRemoval(
  { db, now, changes }: StoreContext,
  folder: string,
  kept: KeptPreviews,
  worker: Pick<DatabaseWorker, 'copy' | 'findDamage'>,
) {
  const found = db.prepare<[ScopeParams], { analyses: number; left: number }>(
    `SELECT coalesce(sum(${settled}), 0) AS analyses, coalesce(sum(NOT (${settled})), 0) AS left
     FROM results JOIN jobs ON jobs.id = results.job_id WHERE ${hasData} AND ${chosen} AND ${old}`,
  );
  // Of a job that ended before its answer was kept as a result: that is paid, and comes home when it is tried again.
  const unplaced = db
    .prepare<[{ batchId: number | null; before: number | null }], number>(
      `SELECT count(*) FROM step_runs JOIN jobs ON jobs.id = step_runs.job_id
       WHERE jobs.state <> 'done' AND json_extract(answer, '$.analysis') IS NOT NULL AND ${chosen}
         AND (@before IS NULL OR jobs.created_at < @before)`,
    )
    .pluck();
  const blank = db.prepare<[ScopeParams & { now: number }], { job_id: number; photograph_id: number | null }>(
    `UPDATE results SET raw = 'null', body = NULL, forgotten_at = @now
     WHERE id IN (SELECT results.id FROM results JOIN jobs ON jobs.id = results.job_id
       WHERE ${hasData} AND ${chosen} AND ${old} AND ${settled})
     RETURNING job_id, photograph_id`,
  );
  const answers = db.prepare(
    `UPDATE step_runs SET answer = NULL WHERE job_id IN (SELECT value FROM json_each(?))
       AND json_extract(answer, '$.analysis') IS NOT NULL`,
  );
  // How many faces there are, and whose eyes are open, was found in a photograph too; that it was measured stays, and the proposal.
  const measuredFaces = db.prepare<[ScopeParams]>(
    `UPDATE measures SET faces = NULL, eyes_open = NULL, eyes_shut = NULL WHERE faces IS NOT NULL AND (@before IS NULL OR judged_at < @before)
       AND (@batchId IS NULL OR photograph_id IN (SELECT photograph_id FROM jobs WHERE jobs.batch_id = @batchId
         UNION ALL SELECT photograph_id FROM proofs WHERE proofs.batch_id = @batchId))`,
  );
  // So were places of faces that our own look at a result told of.
  const flawedFaces = db.prepare<[ScopeParams]>(
    `DELETE FROM result_flaws WHERE kind IN ('face', 'person') AND result_id IN (SELECT results.id FROM results
       JOIN jobs ON jobs.id = results.job_id WHERE ${chosen} AND ${old})`,
  );
  const cachedSubjects = db.prepare<[ScopeParams]>(
    `DELETE FROM sights WHERE (@before IS NULL OR seen_at < @before)
       AND (@batchId IS NULL OR content_hash IN (SELECT content_hash FROM jobs WHERE jobs.batch_id = @batchId))`,
  );
  // That their recipe was not for them, and what became of them, stays; what was seen, the second sentence, goes.
  const excluded = `${isExcludedSql('jobs')} AND ${chosen} AND (@before IS NULL OR finished_at < @before)`;
  const whys = [
    `DELETE FROM job_events WHERE job_id IN (SELECT id FROM jobs WHERE ${excluded}) AND text LIKE '%"contract.only.%'`,
    `UPDATE jobs SET error = json_set(error, '$.message', json(coalesce(error -> '$.message.values.messages[0]', error -> '$.message')))
     WHERE ${excluded}`,
  ].map((sql) => db.prepare<[ScopeParams]>(sql));
  const batchesWithData = db.prepare<[], { id: number; title: string; created_at: number; analyses: number }>(
    `SELECT batches.id, title, batches.created_at, count(*) AS analyses FROM results
     JOIN batches ON batches.id = results.batch_id WHERE ${hasData} GROUP BY batches.id ORDER BY batches.id DESC`,
  );
  const putToClear = db.prepare('INSERT INTO to_clear (job_id) SELECT value FROM json_each(?)');
  const toClear = db.prepare<[], { id: number; job_id: number }>('SELECT id, job_id FROM to_clear ORDER BY id');
  const cleared = db.prepare('DELETE FROM to_clear WHERE id <= ?');
  const blankInOne = db.transaction((params: ScopeParams) => {
    const rows = blank.all({ ...params, now: now() });
    measuredFaces.run(params);
    flawedFaces.run(params);
    cachedSubjects.run(params);
    for (const why of whys) why.run(params);
    const jobIds = JSON.stringify(rows.map(({ job_id }) => job_id));
    answers.run(jobIds);
    putToClear.run(jobIds);
    return rows;
  });

  const photographsOf = db
    .prepare<[string], number>(
      'SELECT DISTINCT photograph_id FROM jobs WHERE id IN (SELECT value FROM json_each(?)) AND photograph_id IS NOT NULL',
    )
    .pluck();
  const afterDays = db.prepare<[], number | null>(`SELECT value FROM settings WHERE name = 'forgetAfterDays'`).pluck();

  async function forget(scope: RemovedAnalyses): Promise<number> {
    const rows = blankInOne.immediate(toScopeParams(scope));
    if (rows.length > 0) {
      changes.jobs(rows.map(({ job_id }) => job_id));
      changes.photographs(rows.flatMap(({ photograph_id }) => photograph_id ?? []));
    }
    return clear();
  }

  /** Clears what is on the list, whoever was stopped in the midst of it. @returns of how many analyses */
  async function clear(): Promise<number> {
    const rows = toClear.all();
    const last = rows.at(-1);
    if (last === undefined) return 0;
    clearPages();
    await clearPictures(join(folder, 'thumbnails'));
    await clearKept(rows.map(({ job_id }) => job_id));
    const copy = listBackups(db.name).length === 0 ? null : await backUpDatabase(db, worker, now());
    for (const { file } of listBackups(db.name)) if (copy !== null && file !== copy) await rm(file, { force: true });
    cleared.run(last.id);
    return rows.length;
  }

  return {
    /** What `forget` would delete, and what it would leave since work on it has not ended. */
    find(scope: RemovedAnalyses): ForgettableCounts {
      const { analyses, left } = found.get(toScopeParams(scope)) ?? { analyses: 0, left: 0 };
      return { analyses, left: left + (unplaced.get(toScopeParams(scope)) ?? 0) };
    },
    /** Batches with data, newest first. */
    batches: () =>
      batchesWithData.all().map(({ id, title, created_at, analyses }) => ({
        id,
        title: parseMessage(title),
        createdAt: created_at,
        analyses,
      })),
    /**
     * Deletes the data, and its traces: freed pages are overwritten, the log of the database is emptied, its copies are
     * replaced by a new one, and the small pictures kept for the screen are thrown away (they are drawn anew). What has to be
     * cleared is listed as it is deleted, so that after a kill the next start, or whoever forgets next, does it.
     * @returns how many analyses, those of one that was killed among them
     */
    forget,
    /** Absolute paths of databases that were put aside as damaged, in which the data may still be: they are the user's to delete. */
    async putAside(): Promise<string[]> {
      const isDatabase = (name: string) => /^burnish\.db-damaged-[\dTZ-]+$/.test(name);
      return (await readdir(folder)).filter(isDatabase).map((name) => join(folder, name));
    },
    /** Forgets what is older than the settings say, and clears what a kill has left. For whoever has the queue, from its start on. */
    async forgetOld(): Promise<void> {
      const days = Number(afterDays.get() ?? 0);
      await (days > 0 ? forget({ before: now() - days * dayMs }) : clear());
    },
  };

  /** The faces are in what is kept of the photographs and their results too. */
  async function clearKept(jobIds: readonly number[]): Promise<void> {
    const photographIds = photographsOf.all(JSON.stringify(jobIds));
    kept.settleOf(photographIds);
    for (let from = 0; from < photographIds.length; from += slice) {
      const pictures = kept.ofPhotographs(photographIds.slice(from, from + slice));
      for (const each of pictures) await rm(kept.fileOf(each), { force: true });
      for (const id of photographIds.slice(from, from + slice)) await rm(kept.waitingFile(id), { force: true });
      kept.drop(pictures);
    }
  }

  function clearPages(): void {
    try {
      const pages = db.pragma('page_count', { simple: true }) as number;
      // Pages that were freed before they were overwritten as a rule.
      if (db.pragma('freelist_count', { simple: true }) !== 0 && pages <= maxVacuumPages) db.exec('VACUUM');
    } catch (error) {
      if (!/^SQLITE_(BUSY|LOCKED)/.test((error as { code?: string }).code ?? '')) throw error;
    }
    db.pragma('wal_checkpoint(TRUNCATE)');
  }
}

function toScopeParams(scope: RemovedAnalyses): ScopeParams {
  return 'batchId' in scope ? { batchId: scope.batchId, before: null } : { batchId: null, before: scope.before };
}

/** Only what is named as the small pictures are: the data folder may be one of the user's. */
async function clearPictures(folder: string): Promise<void> {
  for (const part of await readdir(folder).catch(() => [])) {
    if (!/^([0-9a-f]{2}|developed)$/.test(part)) continue;
    for (const name of await readdir(join(folder, part)).catch(() => [])) {
      if (/^[0-9a-f]{64}(\.webp|-\w+-\d+\.(copy|json)$)/.test(name))
        await rm(join(folder, part, name), { force: true });
    }
  }
}
