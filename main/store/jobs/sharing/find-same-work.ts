/** Finds jobs with the same work on the same file or content. */
import type { Database } from 'better-sqlite3';
import type { JobState } from '../../../../contract/jobs/job.ts';
import { canChargeSql, isGivenUp, isPaidSql, isSentSql } from '../charge-sql.ts';
import { type SharingRow, sharingCase } from './result-sharing.ts';

/** Identifies a job, except for its `turn`. */
export interface JobKeys {
  readonly contentHash: string;
  /** Null = content hash only. */
  readonly pictureHash: string | null;
  readonly recipeHash: string;
  readonly sourcePath: string;
  readonly targetHash: string;
  /** From `firstOutputHash`. */
  readonly placeHash: string;
  /** From `renderingHash`. */
  readonly renderingHash: string;
  readonly recipeId: string;
  readonly profileId: string;
}

/** Whether a file made before an edit is accepted (`is-made`) or made again (`is-another`). */
export type FileMatch = 'is-made' | 'is-another';

/** Identifies work paid for once. */
type ContentKeys = Pick<JobKeys, 'contentHash' | 'pictureHash' | 'recipeHash' | 'profileId'>;

/** `canRevive`: a retry resumes it without a decision. */
export interface Leader {
  readonly id: number;
  readonly canRevive: boolean;
}

interface SameRow extends SharingRow {
  id: number;
  profile_id: string;
  target_hash: string;
  turn: number;
}
interface FileRow extends SameRow {
  content_hash: string;
  recipe_id: string;
  place_hash: string;
  look_hash: string;
}

/** `redirect`: in another folder; `move`: at another service as well. */
export interface SameJob {
  readonly id: number;
  readonly state: JobState;
  readonly adjustment: 'as-it-is' | 'redirect' | 'move';
  /** Canceled despite a possible charge. */
  readonly isGivenUp: boolean;
  /** Done without a result or charge. */
  readonly isLeftOut: boolean;
  /** Never added again, so it may share any result. */
  readonly isFirst: boolean;
}

/** Another file whose result is in the same folder. */
export interface ContentTwin {
  readonly photographId: number;
  /** Absolute, as added. */
  readonly path: string;
  /** Absolute, if moved since. */
  readonly foundPath: string | null;
}

const columns = `id, state, turn, profile_id, target_hash, error, result_count, ${isPaidSql} AS paid,
  ${isGivenUp('jobs')} AS given_up, ${isSentSql} AS sent, ${canChargeSql} AS charges`;

const ofFileSql = `SELECT ${columns}, content_hash, recipe ->> '$.id' AS recipe_id,
    place_hash(recipe, output_folder) AS place_hash, look_hash(recipe) AS look_hash
  FROM jobs
  WHERE (content_hash = @contentHash OR picture_hash = @pictureHash) AND recipe_hash = @recipeHash
    AND source_path = @sourcePath
  ORDER BY content_hash = @contentHash DESC, turn DESC, id DESC`;

const leadersSql = [
  'jobs_leading WHERE content_hash = @contentHash',
  'jobs_by_picture WHERE picture_hash = @pictureHash',
]
  .map(
    (found) => `SELECT ${columns} FROM jobs INDEXED BY ${found} AND recipe_hash = @recipeHash
      AND profile_id = @profileId AND follows IS NULL AND (@batchId IS NULL OR batch_id = @batchId) AND id IS NOT @but`,
  )
  .join(' UNION ALL ');

const unpaidQueuedSql = `SELECT content_hash AS contentHash, picture_hash AS pictureHash, recipe_hash AS recipeHash,
    profile_id AS profileId, batch_id AS batchId, turn
  FROM jobs WHERE id = ? AND state = 'queued' AND follows IS NULL AND NOT ${isPaidSql}`;

const twinsSql = `SELECT source_path AS path, jobs.photograph_id AS photographId, found.path AS foundPath
  FROM jobs LEFT JOIN found_originals found USING (photograph_id)
  WHERE content_hash = @contentHash AND recipe_hash = @recipeHash AND profile_id = @profileId
    AND relative_folder = @relativeFolder AND source_path <> @sourcePath
    AND (target_hash = @targetHash
      OR (recipe ->> '$.id' = @recipeId AND place_hash(recipe, output_folder) = @placeHash))`;

const nextTurnSql = `SELECT coalesce(max(turn) + 1, 0) FROM jobs
  WHERE content_hash = @contentHash AND recipe_hash = @recipeHash AND source_path = @sourcePath
    AND target_hash = @targetHash AND profile_id = @profileId`;

const anySql = `SELECT 1 FROM jobs WHERE content_hash = @contentHash AND recipe_hash = @recipeHash
  UNION ALL SELECT 1 FROM jobs WHERE picture_hash = @pictureHash AND recipe_hash = @recipeHash LIMIT 1`;

export function sameWork(db: Database) {
  const ofFile = db.prepare<[JobKeys], FileRow>(ofFileSql);
  const leaders = db.prepare<[ContentKeys & { batchId: number | null; but: number | null }], SameRow>(leadersSql);
  const unpaidQueued = db.prepare<[number], ContentKeys & { batchId: number; turn: number }>(unpaidQueuedSql);
  const twins = db.prepare<[JobKeys & { relativeFolder: string }], ContentTwin>(twinsSql);
  const nextTurn = db.prepare<[JobKeys], number>(nextTurnSql).pluck();
  const any = db.prepare<[JobKeys], number>(anySql).pluck();

  function leader(keys: ContentKeys, batchId: number | null, but: number | null = null): Leader | null {
    // Sorting in SQLite would take twenty times as long as the search.
    const rows = leaders.all({ ...contentOf(keys), batchId, but }).sort((a, b) => b.id - a.id);
    // Prefer results to jobs that need a retry or decision.
    const found = rows.find(hasOrMakesResult) ?? rows.find((row) => sharingCase(row).newcomer !== 'lead');
    return found ? { id: found.id, canRevive: sharingCase(found).newcomer === 'follow-and-retry' } : null;
  }

  return {
    /** Whether the content or work is new, so a search finds nothing. */
    isNew: (keys: JobKeys): boolean => any.get(keys) === undefined,
    /**
     * Finds the job to continue. One for another folder must have ended without a result. One at another service
     * moves if nothing is paid there, else it continues there.
     */
    ofFile(keys: JobKeys, before: FileMatch): SameJob | null {
      const rows = ofFile.all(keys);
      const sameServiceRows = rows.filter(({ profile_id }) => profile_id === keys.profileId);
      const exact = sameServiceRows.find(isExactly(keys)) ?? sameServiceRows.find(isOfEdited(keys, before));
      if (exact) return toSameJob(exact, 'as-it-is');
      // A result is placed from another folder. A decision concerns its folder only.
      const isDone = sameServiceRows.some((row) => sharingCase(row).is === 'has-result');
      const ended = isDone ? undefined : sameServiceRows.find((row) => isAtEnd(row) && row.given_up === 0);
      if (ended) return toSameJob(ended, 'redirect');
      if (sameServiceRows.length > 0) return null;
      const elsewhere = rows.find((row) => isAtEnd(row) && row.state !== 'uncertain' && row.given_up === 0);
      return elsewhere ? toSameJob(elsewhere, elsewhere.paid === 1 ? 'redirect' : 'move') : null;
    },
    /** Finds the newest job with a result, outcome or uncertain charge to share. @param but excludes a job */
    leader,
    /** Finds a leader for a queued, unpaid job. If added again, it shares only in its batch. */
    otherLeader(id: number): Leader | null {
      const job = unpaidQueued.get(id);
      return job ? leader(job, job.turn > 0 ? job.batchId : null, id) : null;
    },
    /** Whether another job has, or will have, a result for `id`. */
    isSharedWith: (id: number, keys: JobKeys): boolean =>
      leaders.all({ ...contentOf(keys), batchId: null, but: id }).some(hasOrMakesResult),
    twins: (keys: JobKeys, relativeFolder: string): ContentTwin[] =>
      any.get(keys) === undefined ? [] : twins.all({ ...keys, relativeFolder }),
    nextTurn: (keys: JobKeys): number => nextTurn.get(keys) ?? 0,
  };
}

function toSameJob(row: SameRow, adjustment: SameJob['adjustment']): SameJob {
  const { id, state, given_up, turn } = row;
  const isLeftOut = sharingCase(row).is === 'left-out';
  return { id, state, adjustment, isGivenUp: given_up === 1, isLeftOut, isFirst: turn === 0 };
}

const contentOf = ({ contentHash, pictureHash, recipeHash, profileId }: ContentKeys): ContentKeys => ({
  contentHash,
  pictureHash,
  recipeHash,
  profileId,
});

/** Analyses have no file and ignore metadata. */
function isExactly({ targetHash, contentHash }: JobKeys) {
  return ({ target_hash, content_hash }: FileRow) =>
    target_hash === targetHash && (content_hash === contentHash || target_hash === '');
}

/** An edit of a recipe or title must not process its photographs again. */
function isOfEdited({ recipeId, placeHash, renderingHash, contentHash }: JobKeys, before: FileMatch) {
  return (row: FileRow) =>
    row.recipe_id === recipeId &&
    row.place_hash === placeHash &&
    (before === 'is-made' ||
      isAtEnd(row) ||
      sharingCase(row).is === 'left-out' ||
      (row.look_hash === renderingHash && (row.state !== 'done' || row.content_hash === contentHash)));
}

function hasOrMakesResult(row: SameRow): boolean {
  const { is } = sharingCase(row);
  return is === 'has-result' || is === 'under-way';
}

/** Ended or blocked, so another folder may help. */
function isAtEnd({ state, error }: SameRow): boolean {
  switch (state) {
    case 'failed':
    case 'cancelled':
    case 'uncertain':
      return true;
    case 'placing':
      return error !== null;
    default:
      return false;
  }
}
