/** Finds jobs with the same work: on the same file, or on another file with the same content. */
import type { Database } from 'better-sqlite3';
import type { JobState } from '../../../../contract/jobs/job.ts';
import { canChargeSql, isGivenUp, isPaidSql, isSentSql } from '../charge-sql.ts';
import { type SharingRow, sharingCase } from './result-sharing.ts';

/** Identifies a job, except for how often the user added it again. */
export interface JobKeys {
  readonly contentHash: string;
  /** Null: the content hash alone identifies the picture. */
  readonly pictureHash: string | null;
  readonly recipeHash: string;
  readonly sourcePath: string;
  readonly targetHash: string;
  /** `firstOutputHash`: the location of the first output, regardless of how its file is made. */
  readonly placeHash: string;
  /** `renderingHash`: how the file of the first output is made. */
  readonly renderingHash: string;
  readonly recipeId: string;
  readonly profileId: string;
}

/**
 * Relation of a finished file to its recipe or photo info if those were edited later: `is-made` accepts the file,
 * `is-another` also requires the file as it would be made now.
 */
export type FileMatch = 'is-made' | 'is-another';

/** Identifies the work that a service is paid for once. */
type ContentKeys = Pick<JobKeys, 'contentHash' | 'pictureHash' | 'recipeHash' | 'profileId'>;

/** A job to follow. `canRevive`: a retry, which needs no decision, resumes it. */
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
/** A job of the same file. */
interface FileRow extends SameRow {
  content_hash: string;
  recipe_id: string;
  place_hash: string;
  look_hash: string;
}

/** The job to continue with. `redirect`: in another folder; `move`: at another service as well. */
export interface SameJob {
  readonly id: number;
  readonly state: JobState;
  readonly adjustment: 'as-it-is' | 'redirect' | 'move';
  /** Canceled although it may have been charged: only adding the photograph again sends it again. */
  readonly isGivenUp: boolean;
  /** Done without a result, by the rule "skip", and without a charge. */
  readonly isLeftOut: boolean;
  /** Added once only, so it may share the result of any other job with the same content. */
  readonly isFirst: boolean;
}

/** Another file with the same content whose result went to the same folder. */
export interface ContentTwin {
  readonly photographId: number;
  /** Absolute path at the time it was added. */
  readonly path: string;
  /** Absolute path at which it was found later, or null. */
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
    // Sorted here because sorting in SQLite takes twenty times as long as finding the rows, and most jobs have none.
    const rows = leaders.all({ ...contentOf(keys), batchId, but }).sort((a, b) => b.id - a.id);
    // Prefer a job with a result, or in progress, to one that needs a retry or a decision.
    const found = rows.find(hasOrMakesResult) ?? rows.find((row) => sharingCase(row).newcomer !== 'lead');
    return found ? { id: found.id, canRevive: sharingCase(found).newcomer === 'follow-and-retry' } : null;
  }

  return {
    /** Whether no job has had this content and work, so there is nothing to find. */
    isNew: (keys: JobKeys): boolean => any.get(keys) === undefined,
    /**
     * Finds the job of this file to continue with. A job for another folder qualifies if it ended without a result; so
     * does one at another service, which moves if nothing is paid there and continues there otherwise.
     * @param before whether a file made before an edit of its recipe or photo info counts
     */
    ofFile(keys: JobKeys, before: FileMatch): SameJob | null {
      const rows = ofFile.all(keys);
      const sameServiceRows = rows.filter(({ profile_id }) => profile_id === keys.profileId);
      const exact = sameServiceRows.find(isExactly(keys)) ?? sameServiceRows.find(isOfEdited(keys, before));
      if (exact) return toSameJob(exact, 'as-it-is');
      // A result in another folder is placed from there, and a decision concerns the folder it was made for.
      const isDone = sameServiceRows.some((row) => sharingCase(row).is === 'has-result');
      const ended = isDone ? undefined : sameServiceRows.find((row) => isAtEnd(row) && row.given_up === 0);
      if (ended) return toSameJob(ended, 'redirect');
      if (sameServiceRows.length > 0) return null;
      const elsewhere = rows.find((row) => isAtEnd(row) && row.state !== 'uncertain' && row.given_up === 0);
      return elsewhere ? toSameJob(elsewhere, elsewhere.paid === 1 ? 'redirect' : 'move') : null;
    },
    /**
     * Finds the newest job with this content that has something to share: a result, an outcome, or an uncertain charge.
     * @param batchId restricts the search to a batch
     * @param but excludes a job
     */
    leader,
    /**
     * Finds a leader for a queued job that would be sent; null also if it is partly paid. A job that was added again shares
     * only within its batch.
     */
    otherLeader(id: number): Leader | null {
      const job = unpaidQueued.get(id);
      return job ? leader(job, job.turn > 0 ? job.batchId : null, id) : null;
    },
    /** Whether another job has, or will have, a result for `id`, so that it need not be sent. */
    isSharedWith: (id: number, keys: JobKeys): boolean =>
      leaders.all({ ...contentOf(keys), batchId: null, but: id }).some(hasOrMakesResult),
    /** Finds other files whose results went to the same folder. */
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

/** An analysis has no file, and its findings do not depend on the metadata. */
function isExactly({ targetHash, contentHash }: JobKeys) {
  return ({ target_hash, content_hash }: FileRow) =>
    target_hash === targetHash && (content_hash === contentHash || target_hash === '');
}

/**
 * Matches jobs of the same recipe, photograph and location whose outputs or metadata were different. This way an edit of a
 * recipe or title does not process all its photographs again.
 */
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

/** Whether the job ended without a result, or cannot write it, so that another folder may help. */
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
