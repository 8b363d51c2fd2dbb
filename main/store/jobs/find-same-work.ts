/** Finds jobs that did, or do, the same work: on the same file, or on another one with the same content. */
import type { Database } from 'better-sqlite3';
import type { JobState } from '../../../contract/jobs/job.ts';
import { canChargeSql, isGivenUp, isPaidSql, isSentSql } from './charge-sql.ts';
import { type SharingRow, sharingCase } from './result-sharing.ts';

/** What tells one job from all others, but for how often it was asked for. */
export interface JobKeys {
  readonly contentHash: string;
  /** Null: known by its content alone. */
  readonly pictureHash: string | null;
  readonly recipeHash: string;
  readonly sourcePath: string;
  readonly targetHash: string;
  /** Of where the file of the first output goes, however it and those of further ones are made. */
  readonly placeHash: string;
  /** How the file of the first output is made: `renderingHash` of its look. */
  readonly renderingHash: string;
  readonly recipeId: string;
  readonly profileId: string;
}

/**
 * What a finished file is to a recipe that was edited since in how its first file is made, or to a photograph whose data were: `is-made`:
 * that is left as it is; `is-another`: the file as it would be now is wanted too.
 */
export type FileMatch = 'is-made' | 'is-another';

/** What the service is asked once for. */
type ContentKeys = Pick<JobKeys, 'contentHash' | 'pictureHash' | 'recipeHash' | 'profileId'>;

/** A job to follow; `canRevive`: it goes on when it is tried again, which needs no decision. */
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
/** What the files of a job of the same photograph are, and where. */
interface FileRow extends SameRow {
  content_hash: string;
  recipe_id: string;
  place_hash: string;
  look_hash: string;
}

/** The job to go on with; `redirect`: to another folder; `move`: to another service as well. */
export interface SameJob {
  readonly id: number;
  readonly state: JobState;
  readonly adjustment: 'as-it-is' | 'redirect' | 'move';
  /** Cancelled in the knowledge that it may have been charged: only asking for it anew sends it again. */
  readonly isGivenUp: boolean;
  /** Done without a result, by the rule "skip", and without having been charged. */
  readonly isLeftOut: boolean;
  /** Not asked for anew: it may share the result of any other job with the same content. */
  readonly isFirst: boolean;
}

/** Another file with the same content whose result went to the same folder. */
export interface ContentTwin {
  readonly photographId: number;
  /** Absolute; where it was taken in. */
  readonly path: string;
  /** Absolute; where it has been found since. */
  readonly foundPath: string | null;
}

export function sameWork(db: Database) {
  const columns = `id, state, turn, profile_id, target_hash, error, result_count, ${isPaidSql} AS paid,
    ${isGivenUp('jobs')} AS given_up, ${isSentSql} AS sent, ${canChargeSql} AS charges`;
  const ofFile = db.prepare<[JobKeys], FileRow>(
    `SELECT ${columns}, content_hash, recipe ->> '$.id' AS recipe_id, place_hash(recipe, output_folder) AS place_hash,
       look_hash(recipe) AS look_hash
     FROM jobs
     WHERE (content_hash = @contentHash OR picture_hash = @pictureHash) AND recipe_hash = @recipeHash
       AND source_path = @sourcePath
     ORDER BY content_hash = @contentHash DESC, turn DESC, id DESC`,
  );
  const leading = db.prepare<[ContentKeys & { batchId: number | null; but: number | null }], SameRow>(
    ['jobs_leading WHERE content_hash = @contentHash', 'jobs_by_picture WHERE picture_hash = @pictureHash']
      .map(
        (found) => `SELECT ${columns} FROM jobs INDEXED BY ${found} AND recipe_hash = @recipeHash
          AND profile_id = @profileId AND follows IS NULL AND (@batchId IS NULL OR batch_id = @batchId) AND id IS NOT @but`,
      )
      .join(' UNION ALL '),
  );
  const aboutToBeSent = db.prepare<[number], ContentKeys & { batchId: number; turn: number }>(
    `SELECT content_hash AS contentHash, picture_hash AS pictureHash, recipe_hash AS recipeHash, profile_id AS profileId, batch_id AS batchId, turn
     FROM jobs WHERE id = ? AND state = 'queued' AND follows IS NULL AND NOT ${isPaidSql}`,
  );
  const twins = db.prepare<[JobKeys & { relativeFolder: string }], ContentTwin>(
    `SELECT source_path AS path, jobs.photograph_id AS photographId, found.path AS foundPath
     FROM jobs LEFT JOIN found_originals found USING (photograph_id)
     WHERE content_hash = @contentHash AND recipe_hash = @recipeHash AND profile_id = @profileId
       AND relative_folder = @relativeFolder AND source_path <> @sourcePath
       AND (target_hash = @targetHash
         OR (recipe ->> '$.id' = @recipeId AND place_hash(recipe, output_folder) = @placeHash))`,
  );
  const nextTurn = db
    .prepare<[JobKeys], number>(
      `SELECT coalesce(max(turn) + 1, 0) FROM jobs
       WHERE content_hash = @contentHash AND recipe_hash = @recipeHash AND source_path = @sourcePath
         AND target_hash = @targetHash AND profile_id = @profileId`,
    )
    .pluck();

  const known = db
    .prepare<[JobKeys], number>(
      `SELECT 1 FROM jobs WHERE content_hash = @contentHash AND recipe_hash = @recipeHash
       UNION ALL SELECT 1 FROM jobs WHERE picture_hash = @pictureHash AND recipe_hash = @recipeHash LIMIT 1`,
    )
    .pluck();

  function leader(keys: ContentKeys, batchId: number | null, but: number | null = null): Leader | null {
    // Put in order here: asked of SQLite, that takes twenty times as long as finding them, and most have none.
    const rows = leading.all({ ...contentOf(keys), batchId, but }).sort((a, b) => b.id - a.id);
    // What is done, or on its way, comes before what could only be tried again or asked about.
    const found = rows.find(hasOrMakesResult) ?? rows.find((row) => sharingCase(row).newcomer !== 'lead');
    return found ? { id: found.id, canRevive: sharingCase(found).newcomer === 'follow-and-retry' } : null;
  }

  return {
    /** True where no job has had to do with this content and work: then there is nothing to look for. */
    isNew: (keys: JobKeys): boolean => known.get(keys) === undefined,
    /**
     * The job of this file that the same request goes on with. One for another folder does where it has not come to its
     * end; one at another service, where nothing of it is paid there (it moves) or something is (it goes on there).
     * @param before what a file of this recipe is to it that was made otherwise, before it was edited
     */
    ofFile(keys: JobKeys, before: FileMatch): SameJob | null {
      const rows = ofFile.all(keys);
      const sameServiceRows = rows.filter(({ profile_id }) => profile_id === keys.profileId);
      const exact = sameServiceRows.find(isExactly(keys)) ?? sameServiceRows.find(isOfEdited(keys, before));
      if (exact) return found(exact, 'as-it-is');
      // What another folder has already is placed from there, and a decision is about the folder it was made for.
      const isDone = sameServiceRows.some((row) => sharingCase(row).is === 'has-result');
      const ended = isDone ? undefined : sameServiceRows.find((row) => isAtEnd(row) && row.given_up === 0);
      if (ended) return found(ended, 'redirect');
      if (sameServiceRows.length > 0) return null;
      const elsewhere = rows.find((row) => isAtEnd(row) && row.state !== 'uncertain' && row.given_up === 0);
      return elsewhere ? found(elsewhere, elsewhere.paid === 1 ? 'redirect' : 'move') : null;
    },
    /**
     * The job that was, or will be, sent for this content and has something to share: a result, else its fate, or the
     * question whether it was charged; of several the newest, null where there is none.
     * @param batchId of this batch only
     * @param but a job that is not meant
     */
    leader,
    /**
     * The same for a job that is queued and would be sent: null as well where something of it is paid. One that was asked for
     * anew shares only with those of its batch.
     */
    otherLeader(id: number): Leader | null {
      const job = aboutToBeSent.get(id);
      return job ? leader(job, job.turn > 0 ? job.batchId : null, id) : null;
    },
    /** True where another job has a result to share with `id`, or will have one: then that needs not be sent. */
    isSharedWith: (id: number, keys: JobKeys): boolean =>
      leading.all({ ...contentOf(keys), batchId: null, but: id }).some(hasOrMakesResult),
    /** Other files whose results went to the same folder. */
    twins: (keys: JobKeys, relativeFolder: string): ContentTwin[] =>
      known.get(keys) === undefined ? [] : twins.all({ ...keys, relativeFolder }),
    nextTurn: (keys: JobKeys): number => nextTurn.get(keys) ?? 0,
  };
}

function found(row: SameRow, adjustment: SameJob['adjustment']): SameJob {
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

/** An analysis is no file, and finds the same whatever else its photograph says. */
function isExactly({ targetHash, contentHash }: JobKeys) {
  return ({ target_hash, content_hash }: FileRow) =>
    target_hash === targetHash && (content_hash === contentHash || target_hash === '');
}

/**
 * True for a job of the same recipe and photograph, for the same place, whose outputs, or the data in the photograph, were others then:
 * a recipe or title that is edited does not have all its photographs done again by that.
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

/** True for a job with a result, or on its way to one. */
function hasOrMakesResult(row: SameRow): boolean {
  const { is } = sharingCase(row);
  return is === 'has-result' || is === 'under-way';
}

/** Over without a result, or kept from being written: so another folder may be just what it needs. */
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
