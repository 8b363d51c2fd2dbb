/**
 * Deletes data found in photographs: analyses, landmarks, ratings. Result images stay, and so does the record of the work,
 * which prevents paying twice.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { ForgettableCounts } from '../../../contract/jobs/result.ts';
import { backUpDatabase, dayMs, listBackups } from '../database/backups.ts';
import type { DatabaseWorker } from '../database/worker/database-worker.ts';
import { isExcludedSql } from '../jobs/charge-sql.ts';
import type { KeptPreviews } from '../review/previews/kept-previews.ts';
import type { StoreContext } from '../store-context.ts';
import { parseMessage } from '../stored-messages.ts';

/** One batch, or everything before a time (ms since 1970). */
type RemovalScope = { readonly batchId: number } | { readonly before: number };
type ScopeParams = { batchId: number | null; before: number | null };

/** Pages of 4 KiB. Larger databases rely on deleted data being overwritten. */
const maxVacuumPages = 65_536;

const maxSliceCount = 500;

export function analysisRemoval(
  { db, now, changes }: StoreContext,
  folder: string,
  kept: KeptPreviews,
  worker: Pick<DatabaseWorker, 'copy' | 'findDamage'>,
) {
  const statements = prepareStatements(db);

  const blank = db.transaction((params: ScopeParams) => {
    const rows = statements.blankResults.all({ ...params, now: now() });
    for (const statement of statements.otherTraces) statement.run(params);
    const jobIds = JSON.stringify(rows.map(({ job_id }) => job_id));
    statements.blankAnswers.run(jobIds);
    statements.noteToClear.run(jobIds);
    return rows;
  });

  async function forget(scope: RemovalScope): Promise<number> {
    const rows = blank.immediate(toScopeParams(scope));
    if (rows.length > 0) {
      changes.jobs(rows.map(({ job_id }) => job_id));
      changes.photographs(rows.flatMap(({ photograph_id }) => photograph_id ?? []));
    }
    return clear();
  }

  /** Clears the traces of jobs in `to_clear`. Returns their number. */
  async function clear(): Promise<number> {
    const rows = statements.toClear.all();
    const last = rows.at(-1);
    if (last === undefined) return 0;
    clearPages(db);
    await clearPictures(join(folder, 'thumbnails'));
    await clearKept(rows.map(({ job_id }) => job_id));
    const copy = listBackups(db.name).length === 0 ? null : await backUpDatabase(db, worker, now());
    for (const { file } of listBackups(db.name)) if (copy !== null && file !== copy) await rm(file, { force: true });
    statements.dropToClear.run(last.id);
    return rows.length;
  }

  /** Deletes kept previews, because they show the faces. */
  async function clearKept(jobIds: readonly number[]): Promise<void> {
    const photographIds = statements.photographsOf.all(JSON.stringify(jobIds));
    kept.settleOf(photographIds);
    for (let from = 0; from < photographIds.length; from += maxSliceCount) {
      const slice = photographIds.slice(from, from + maxSliceCount);
      const pictures = kept.ofPhotographs(slice);
      for (const picture of pictures) await rm(kept.fileOf(picture), { force: true });
      for (const id of slice) await rm(kept.waitingFile(id), { force: true });
      kept.drop(pictures);
    }
  }

  return {
    /** Counts the analyses that `forget` would delete, or leave because of open work. */
    find(scope: RemovalScope): ForgettableCounts {
      const params = toScopeParams(scope);
      const { analyses, left } = statements.count.get(params) ?? { analyses: 0, left: 0 };
      return { analyses, left: left + (statements.countUnplaced.get(params) ?? 0) };
    },
    /** Newest first. */
    batches: () =>
      statements.batchesWithData.all().map(({ id, title, created_at, analyses }) => ({
        id,
        title: parseMessage(title),
        createdAt: created_at,
        analyses,
      })),
    /**
     * Deletes the data and its traces in freed pages, the WAL, backups and thumbnails. The next call or start finishes an
     * interrupted one. Returns the number of deleted analyses.
     */
    forget,
    /** Returns damaged databases (absolute paths), which may hold the data. Only the user deletes them. */
    async putAside(): Promise<string[]> {
      const isDatabase = (name: string) => /^burnish\.db-damaged-[\dTZ-]+$/.test(name);
      return (await readdir(folder)).filter(isDatabase).map((name) => join(folder, name));
    },
    /** Applies the age limit of the settings, and finishes interrupted calls. For the queue owner. */
    async forgetOld(): Promise<void> {
      const days = Number(statements.maxAgeDays.get() ?? 0);
      await (days > 0 ? forget({ before: now() - days * dayMs }) : clear());
    },
  };
}

/** SQL condition: the job is done, and no leader or follower still needs its data. */
const isSettled = `jobs.state = 'done' AND NOT EXISTS (
  SELECT 1 FROM jobs other WHERE (other.id = coalesce(jobs.follows, jobs.id) OR other.follows = coalesce(jobs.follows, jobs.id))
    AND other.state NOT IN ('done', 'failed', 'cancelled', 'uncertain'))`;
const isInBatch = '(@batchId IS NULL OR jobs.batch_id = @batchId)';
const isOld = '(@before IS NULL OR results.created_at < @before)';
const hasData = `results.kind = 'analysis' AND results.forgotten_at IS NULL`;
const isExcluded = `${isExcludedSql('jobs')} AND ${isInBatch} AND (@before IS NULL OR finished_at < @before)`;

function prepareStatements(db: Database) {
  return {
    count: db.prepare<[ScopeParams], { analyses: number; left: number }>(
      `SELECT coalesce(sum(${isSettled}), 0) AS analyses, coalesce(sum(NOT (${isSettled})), 0) AS left
       FROM results JOIN jobs ON jobs.id = results.job_id WHERE ${hasData} AND ${isInBatch} AND ${isOld}`,
    ),
    // Paid answers of jobs that ended before placing. A retry uses them.
    countUnplaced: db
      .prepare<[ScopeParams], number>(
        `SELECT count(*) FROM step_runs JOIN jobs ON jobs.id = step_runs.job_id
         WHERE jobs.state <> 'done' AND json_extract(answer, '$.analysis') IS NOT NULL AND ${isInBatch}
           AND (@before IS NULL OR jobs.created_at < @before)`,
      )
      .pluck(),
    batchesWithData: db.prepare<[], { id: number; title: string; created_at: number; analyses: number }>(
      `SELECT batches.id, title, batches.created_at, count(*) AS analyses FROM results
       JOIN batches ON batches.id = results.batch_id WHERE ${hasData} GROUP BY batches.id ORDER BY batches.id DESC`,
    ),
    blankResults: db.prepare<[ScopeParams & { now: number }], { job_id: number; photograph_id: number | null }>(
      `UPDATE results SET raw = 'null', body = NULL, forgotten_at = @now
       WHERE id IN (SELECT results.id FROM results JOIN jobs ON jobs.id = results.job_id
         WHERE ${hasData} AND ${isInBatch} AND ${isOld} AND ${isSettled})
       RETURNING job_id, photograph_id`,
    ),
    otherTraces: prepareOtherTraces(db),
    blankAnswers: db.prepare(
      `UPDATE step_runs SET answer = NULL WHERE job_id IN (SELECT value FROM json_each(?))
         AND json_extract(answer, '$.analysis') IS NOT NULL`,
    ),
    noteToClear: db.prepare('INSERT INTO to_clear (job_id) SELECT value FROM json_each(?)'),
    toClear: db.prepare<[], { id: number; job_id: number }>('SELECT id, job_id FROM to_clear ORDER BY id'),
    dropToClear: db.prepare('DELETE FROM to_clear WHERE id <= ?'),
    photographsOf: db
      .prepare<[string], number>(
        `SELECT DISTINCT photograph_id FROM jobs
         WHERE id IN (SELECT value FROM json_each(?)) AND photograph_id IS NOT NULL`,
      )
      .pluck(),
    maxAgeDays: db.prepare<[], number | null>(`SELECT value FROM settings WHERE name = 'forgetAfterDays'`).pluck(),
  };
}

function prepareOtherTraces(db: Database) {
  return [
    `UPDATE measures SET faces = NULL, eyes_open = NULL, eyes_shut = NULL
     WHERE faces IS NOT NULL AND (@before IS NULL OR judged_at < @before)
       AND (@batchId IS NULL OR photograph_id IN (SELECT photograph_id FROM jobs WHERE jobs.batch_id = @batchId
         UNION ALL SELECT photograph_id FROM proofs WHERE proofs.batch_id = @batchId))`,
    `DELETE FROM result_flaws WHERE kind IN ('face', 'person') AND result_id IN (SELECT results.id FROM results
       JOIN jobs ON jobs.id = results.job_id WHERE ${isInBatch} AND ${isOld})`,
    `DELETE FROM sights WHERE (@before IS NULL OR seen_at < @before)
       AND (@batchId IS NULL OR content_hash IN (SELECT content_hash FROM jobs WHERE jobs.batch_id = @batchId))`,
    // Subjects in the reason for an exclusion: its second message.
    `DELETE FROM job_events WHERE job_id IN (SELECT id FROM jobs WHERE ${isExcluded}) AND text LIKE '%"contract.only.%'`,
    `UPDATE jobs SET error =
       json_set(error, '$.message', json(coalesce(error -> '$.message.values.messages[0]', error -> '$.message')))
     WHERE ${isExcluded}`,
  ].map((sql) => db.prepare<[ScopeParams]>(sql));
}

function toScopeParams(scope: RemovalScope): ScopeParams {
  return 'batchId' in scope ? { batchId: scope.batchId, before: null } : { batchId: null, before: scope.before };
}

function clearPages(db: Database): void {
  try {
    const pages = db.pragma('page_count', { simple: true }) as number;
    // Earlier versions did not overwrite freed pages.
    if (db.pragma('freelist_count', { simple: true }) !== 0 && pages <= maxVacuumPages) db.exec('VACUUM');
  } catch (error) {
    if (!/^SQLITE_(BUSY|LOCKED)/.test((error as { code?: string }).code ?? '')) throw error;
  }
  db.pragma('wal_checkpoint(TRUNCATE)');
}

/** Deletes only files named like thumbnails, because the folder may hold files of the user. */
async function clearPictures(folder: string): Promise<void> {
  for (const part of await readdir(folder).catch(() => [])) {
    if (!/^([0-9a-f]{2}|developed)$/.test(part)) continue;
    for (const name of await readdir(join(folder, part)).catch(() => [])) {
      if (/^[0-9a-f]{64}(\.webp|-\w+-\d+\.(copy|json)$)/.test(name))
        await rm(join(folder, part, name), { force: true });
    }
  }
}
