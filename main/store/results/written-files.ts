/** Files the app itself wrote, by path and content: never taken in again by a folder, and alone what "replace" may replace. */

import { type Rendering, renderingOf } from '../../../contract/recipes/output.ts';
import { outputsOf, storedRecipe } from '../../../contract/recipes/recipe.ts';
import { displayPath, type StoredPath } from '../../files/stored-path.ts';
import type { QueueContext } from '../store-context.ts';

export interface WrittenFile {
  /** Absolute. */
  readonly path: string;
  /** SHA-256 of the content, hex. */
  readonly hash: string;
  readonly bytes: number;
}

/** Which result a file is. */
export interface ResultKey {
  readonly jobId: number;
  readonly step: number;
  /** Number or class of an element; '' where the result is the one image. */
  readonly element: string;
  /** Number of the recipe's output, 0 for the first; left out: 0. */
  readonly output?: number;
}

/** A written file of a job, and which element of its result it is. */
export interface ResultFile extends WrittenFile {
  readonly element: string;
  /** Of the photograph it was made for. */
  readonly contentHash: string;
  readonly photographId: number | null;
  /** How it was made. */
  readonly rendering: Rendering;
}

/** A file of a job that another station took over; `sharedId`: the studio's id of that job. */
export interface SecondFile extends WrittenFile {
  readonly sharedId: number;
  readonly element: string;
  readonly output: number;
}

type ResultFileRow = Omit<ResultFile, 'rendering'> & { output: number; recipe: string };

export function writtenFiles({ db, now, changes, lightly }: QueueContext) {
  const put = db.prepare(
    `INSERT OR REPLACE INTO written_files (path, hash, bytes, job_id, step, element, output, at)
     VALUES (@path, @hash, @bytes, @jobId, @step, @element, @output, @at)`,
  );
  const own = db
    .prepare<[{ hash: string; path: string }], number>(
      // A result that is its photograph, byte for byte, does not make a result of the photograph.
      `SELECT 1 FROM written_files WHERE path = @path
       UNION ALL
       SELECT 1 FROM written_files LEFT JOIN jobs ON jobs.id = written_files.job_id
       WHERE hash = @hash AND jobs.content_hash IS NOT @hash
       UNION ALL
       SELECT 1 FROM exported_files WHERE path = @path OR hash = @hash LIMIT 1`,
    )
    .pluck();
  const recorded = db
    .prepare<[{ hash: string; path: string }], number>(
      `SELECT 1 FROM written_files WHERE hash = @hash
       UNION ALL
       SELECT 1 FROM shared_paths, json_each(hashes) WHERE shared_paths.path = @path AND value = @hash LIMIT 1`,
    )
    .pluck();
  const ofResult = db.prepare<[ResultKey], WrittenFile>(
    `SELECT path, hash, bytes FROM written_files
     WHERE job_id = @jobId AND step = @step AND element = @element AND output = @output AND version = 0 ORDER BY at DESC`,
  );
  const ofJob = db.prepare<[number], WrittenFile>(
    'SELECT path, hash, bytes FROM written_files WHERE job_id = ? AND version = 0',
  );
  const ofGroup = db.prepare<[{ leaderId: number }], ResultFileRow>(
    `SELECT path, hash, written_files.bytes, element, content_hash AS contentHash, photograph_id AS photographId,
       output, recipe FROM written_files JOIN jobs ON jobs.id = written_files.job_id
     WHERE job_id IN (SELECT id FROM jobs WHERE id = @leaderId OR follows = @leaderId) AND written_files.step = jobs.step_count - 1
       AND version = 0 ORDER BY at`,
  );
  const earlier = db.prepare<[{ path: string; jobId: number; element: string; output: number }], WrittenFile>(
    `SELECT written.path, written.hash, written.bytes FROM written_files AS written
     JOIN jobs AS before ON before.id = written.job_id JOIN jobs AS job ON job.id = @jobId
     WHERE written.path = @path AND written.element = @element AND written.output = @output AND written.version = 0
       AND before.source_path = job.source_path
       AND before.batch_id <> job.batch_id AND before.id < job.id AND before.state = 'done'
       AND json_extract(before.recipe, '$.id') = json_extract(job.recipe, '$.id')`,
  );
  const rename = db.prepare(
    'UPDATE OR REPLACE written_files SET path = @to, replaced_by = @replacedBy WHERE path = @from',
  );
  const replacedBy = db.prepare<[number], WrittenFile>(
    'SELECT path, hash, bytes FROM written_files WHERE replaced_by = ? ORDER BY at',
  );
  const seconds = db.prepare<[], SecondFile>(
    `SELECT path, hash, bytes, second_of AS sharedId, element, output FROM written_files INDEXED BY written_files_second
     WHERE second_of IS NOT NULL ORDER BY second_of`,
  );
  const notSecond = db.prepare('UPDATE written_files SET second_of = NULL WHERE path = ?');
  const settled = db.prepare('UPDATE written_files SET replaced_by = NULL WHERE path = ?');
  const renameResult = db.prepare<[{ from: string; to: string }], { photograph_id: number | null }>(
    'UPDATE results SET path = @to WHERE path = @from RETURNING photograph_id',
  );
  const renameFurther = db.prepare<[{ from: string; to: string }], { photograph_id: number | null }>(
    `UPDATE further_files SET path = @to WHERE path = @from
     RETURNING (SELECT photograph_id FROM jobs WHERE id = job_id) AS photograph_id`,
  );
  const ofSameJob = db
    .prepare<[string, number], number>('SELECT 1 FROM written_files WHERE path = ? AND job_id = ?')
    .pluck();
  const drop = db.prepare('DELETE FROM written_files WHERE path = ? AND job_id = ?');
  const makers = db
    .prepare<[string], string>(
      `SELECT DISTINCT json_extract(jobs.recipe, '$.id') FROM written_files JOIN jobs ON jobs.id = written_files.job_id
       WHERE written_files.hash = ?`,
    )
    .pluck();
  const sourcesOf = db
    .prepare<[string], string>(
      `SELECT DISTINCT jobs.content_hash FROM written_files JOIN jobs ON jobs.id = written_files.job_id
       WHERE written_files.hash = ?`,
    )
    .pluck();

  return {
    /**
     * Notes a file just before it gets its final name: so no watcher sees it unnoted, and after a crash it is known
     * whose it is; after a power cut, if `Store.onDisk` was awaited.
     */
    add: (file: WrittenFile, key: ResultKey): void =>
      void lightly(() => put.run({ output: 0, ...file, ...key, at: now() })),
    /** Takes the note back: somebody else was faster under that name. */
    forget: (path: string, jobId: number): void => void lightly(() => drop.run(path, jobId)),
    /** True for a file with the content of one the app wrote, wherever it is now, or at the path of one. */
    isOwn: (hash: string, path: string): boolean => own.get({ hash, path }) !== undefined,
    /**
     * Whether Burnish wrote a file of this content: here, or at another station of the studio for the result at this path. No other
     * file may be moved.
     */
    isRecorded: (hash: string, path: StoredPath): boolean =>
      recorded.get({ hash, path: displayPath(path) }) !== undefined,
    /** The recipes (ids) that a file of this content went through: the one that made it, and those that made its source. */
    appliedRecipes(hash: string): ReadonlySet<string> {
      const found = new Set<string>();
      const seen = new Set<string>();
      const contents = [hash];
      for (let content = contents.pop(); content !== undefined; content = contents.pop()) {
        if (seen.has(content)) continue;
        seen.add(content);
        for (const recipe of makers.all(content)) found.add(recipe);
        contents.push(...sourcesOf.all(content));
      }
      return found;
    },
    /** Files noted for a result as the service made it, newest first; a crash may have come before they were there. */
    ofResult: (key: ResultKey): WrittenFile[] => ofResult.all({ output: 0, ...key }),
    /** All files noted for a job's results as the service made them. */
    ofJob: (jobId: number): WrittenFile[] => ofJob.all(jobId),
    /** Files of the finished results of a job and of those that follow it, oldest first; they may have gone since. */
    ofGroup: (leaderId: number): ResultFile[] => ofGroup.all({ leaderId }).map(toResultFile),
    /**
     * The file that the rule "replace" lets a job replace at `path`: an earlier result of the same photograph and recipe,
     * known and not of the same batch. Whether somebody changed it since (`hash`) is for the caller to see.
     */
    earlierResult: (path: string, { jobId, element, output = 0 }: ResultKey): WrittenFile | null =>
      earlier.get({ path, jobId, element, output }) ?? null,
    /** True where the file at `path` was written for another output of the same job. */
    isOfSameJob: (path: string, jobId: number): boolean => ofSameJob.get(path, jobId) !== undefined,
    /** The earlier results that made room for those of a job, in this or an earlier try, and are not in the trash yet. */
    asidesOf: (jobId: number): WrittenFile[] => replacedBy.all(jobId),
    /** Files of jobs that other stations took over before the studio had heard of these: beside the others' results they are second ones. */
    seconds: (): SecondFile[] => seconds.all(),
    /** It is gone, or stays for good. */
    notSecond: (path: string): void => void notSecond.run(path),
    /** What becomes of an earlier result is settled. */
    asideSettled: (path: string): void => void settled.run(path),
    /**
     * A written file has another name now; its result is shown from there.
     * @param replacedBy the job for whose result it makes room
     */
    renamed(from: string, to: string, replacedBy: number | null = null): void {
      rename.run({ from, to, replacedBy });
      const renamed = [...renameResult.all({ from, to }), ...renameFurther.all({ from, to })];
      changes.photographs(renamed.flatMap(({ photograph_id }) => photograph_id ?? []));
    },
  };
}

function toResultFile({ output, recipe, ...file }: ResultFileRow): ResultFile {
  const made = storedRecipe(recipe);
  return { ...file, rendering: renderingOf(outputsOf(made)[output] ?? made.output) };
}
