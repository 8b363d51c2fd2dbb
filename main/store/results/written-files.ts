/** Files that Burnish wrote. Watch folders skip them, and the rule "replace" replaces no others. */
import type { Database } from 'better-sqlite3';
import { type Rendering, renderingOf } from '../../../contract/recipes/output.ts';
import { outputsOf, storedRecipe } from '../../../contract/recipes/recipe.ts';
import { displayPath, type StoredPath } from '../../files/stored-path.ts';
import type { QueueContext, StoreContext } from '../store-context.ts';
import type { ElementKey } from './additional-files.ts';

export interface WrittenFile {
  /** Absolute. */
  readonly path: string;
  /** SHA-256, hex. */
  readonly hash: string;
  readonly bytes: number;
}

export interface ResultKey extends ElementKey {
  /** Index of the recipe's output, 0 by default. */
  readonly output?: number;
}

export interface ResultFile extends WrittenFile {
  readonly element: string;
  /** SHA-256 of the photograph. */
  readonly contentHash: string;
  readonly photographId: number | null;
  readonly rendering: Rendering;
}

/** A file of a job that another station took over. `sharedId` is the job's id in the studio. */
export interface SecondFile extends WrittenFile {
  readonly sharedId: number;
  readonly element: string;
  readonly output: number;
}

type ResultFileRow = Omit<ResultFile, 'rendering'> & { output: number; recipe: string };
type Rename = { from: string; to: string };

export function writtenFiles({ db, now, changes, lightly }: QueueContext) {
  const statements = prepareStatements(db);

  return {
    /** Notes a file just before it gets its name, so that no watch folder adds it. Await `Store.onDisk` against power cuts. */
    add: (file: WrittenFile, key: ResultKey): void =>
      void lightly(() => statements.put.run({ output: 0, ...file, ...key, at: now() })),
    /** Removes a note if the name turned out to be taken. */
    forget: (path: string, jobId: number): void => void lightly(() => statements.drop.run(path, jobId)),
    /** Whether a file has the path or the content of a written or exported file. */
    isOwn: (hash: string, path: string): boolean => statements.own.get({ hash, path }) !== undefined,
    /** Whether Burnish wrote this content, here or, for the result at `path`, at another station. Other files may not be moved. */
    isRecorded: (hash: string, path: StoredPath): boolean =>
      statements.recorded.get({ hash, path: displayPath(path) }) !== undefined,
    /** Returns the ids of the recipes that made a file and its sources. */
    appliedRecipes(hash: string): ReadonlySet<string> {
      const found = new Set<string>();
      const seen = new Set<string>();
      const contents = [hash];
      for (let content = contents.pop(); content !== undefined; content = contents.pop()) {
        if (seen.has(content)) continue;
        seen.add(content);
        for (const recipe of statements.recipesOf.all(content)) found.add(recipe);
        contents.push(...statements.sourcesOf.all(content));
      }
      return found;
    },
    /** Returns noted files, newest first. Some may be missing after a crash. */
    ofResult: (key: ResultKey): WrittenFile[] => statements.ofResult.all({ output: 0, ...key }),
    ofJob: (jobId: number): WrittenFile[] => statements.ofJob.all(jobId),
    /** Returns final files of a job and its followers, oldest first. */
    ofGroup: (leaderId: number): ResultFile[] => statements.ofGroup.all({ leaderId }).map(toResultFile),
    /** Returns the earlier result that the rule "replace" lets a job replace, or null. Its file may have changed. */
    earlierResult: (path: string, { jobId, element, output = 0 }: ResultKey): WrittenFile | null =>
      statements.earlier.get({ path, jobId, element, output }) ?? null,
    isOfSameJob: (path: string, jobId: number): boolean => statements.ofSameJob.get(path, jobId) !== undefined,
    /** Returns results replaced by a job that are not in the trash yet. */
    asidesOf: (jobId: number): WrittenFile[] => statements.replacedBy.all(jobId),
    asideSettled: (path: string): void => void statements.settleAside.run(path),
    seconds: (): SecondFile[] => statements.seconds.all(),
    notSecond: (path: string): void => void statements.clearSecond.run(path),
    /** Records a new name. `replacedBy` is the job whose result takes the old one. */
    renamed(from: string, to: string, replacedBy: number | null = null): void {
      statements.rename.run({ from, to, replacedBy });
      const rows = [...statements.renameResult.all({ from, to }), ...statements.renameAdditional.all({ from, to })];
      changes.photographs(rows.flatMap(({ photograph_id }) => photograph_id ?? []));
    },
  };
}

function prepareStatements(db: Database) {
  return {
    put: db.prepare(
      `INSERT OR REPLACE INTO written_files (path, hash, bytes, job_id, step, element, output, at)
       VALUES (@path, @hash, @bytes, @jobId, @step, @element, @output, @at)`,
    ),
    drop: db.prepare('DELETE FROM written_files WHERE path = ? AND job_id = ?'),
    own: db
      .prepare<[{ hash: string; path: string }], number>(
        // The content of a photograph is not own, even if a result equals it.
        `SELECT 1 FROM written_files WHERE path = @path
         UNION ALL
         SELECT 1 FROM written_files LEFT JOIN jobs ON jobs.id = written_files.job_id
         WHERE hash = @hash AND jobs.content_hash IS NOT @hash
         UNION ALL
         SELECT 1 FROM exported_files WHERE path = @path OR hash = @hash LIMIT 1`,
      )
      .pluck(),
    recorded: db
      .prepare<[{ hash: string; path: string }], number>(
        `SELECT 1 FROM written_files WHERE hash = @hash
         UNION ALL
         SELECT 1 FROM shared_paths, json_each(hashes) WHERE shared_paths.path = @path AND value = @hash LIMIT 1`,
      )
      .pluck(),
    ofResult: db.prepare<[ResultKey], WrittenFile>(
      `SELECT path, hash, bytes FROM written_files
       WHERE job_id = @jobId AND step = @step AND element = @element AND output = @output AND version = 0 ORDER BY at DESC`,
    ),
    ofJob: db.prepare<[number], WrittenFile>(
      'SELECT path, hash, bytes FROM written_files WHERE job_id = ? AND version = 0',
    ),
    ofGroup: db.prepare<[{ leaderId: number }], ResultFileRow>(
      `SELECT path, hash, written_files.bytes, element, content_hash AS contentHash, photograph_id AS photographId,
         output, recipe FROM written_files JOIN jobs ON jobs.id = written_files.job_id
       WHERE job_id IN (SELECT id FROM jobs WHERE id = @leaderId OR follows = @leaderId)
         AND written_files.step = jobs.step_count - 1 AND version = 0 ORDER BY at`,
    ),
    earlier: db.prepare<[{ path: string; jobId: number; element: string; output: number }], WrittenFile>(
      `SELECT written.path, written.hash, written.bytes FROM written_files AS written
       JOIN jobs AS before ON before.id = written.job_id JOIN jobs AS job ON job.id = @jobId
       WHERE written.path = @path AND written.element = @element AND written.output = @output AND written.version = 0
         AND before.source_path = job.source_path
         AND before.batch_id <> job.batch_id AND before.id < job.id AND before.state = 'done'
         AND json_extract(before.recipe, '$.id') = json_extract(job.recipe, '$.id')`,
    ),
    ofSameJob: db
      .prepare<[string, number], number>('SELECT 1 FROM written_files WHERE path = ? AND job_id = ?')
      .pluck(),
    replacedBy: db.prepare<[number], WrittenFile>(
      'SELECT path, hash, bytes FROM written_files WHERE replaced_by = ? ORDER BY at',
    ),
    settleAside: db.prepare('UPDATE written_files SET replaced_by = NULL WHERE path = ?'),
    seconds: db.prepare<[], SecondFile>(
      `SELECT path, hash, bytes, second_of AS sharedId, element, output FROM written_files INDEXED BY written_files_second
       WHERE second_of IS NOT NULL ORDER BY second_of`,
    ),
    clearSecond: db.prepare('UPDATE written_files SET second_of = NULL WHERE path = ?'),
    ...prepareRenames(db),
    ...prepareOrigins(db),
  };
}

function prepareRenames(db: Database) {
  return {
    rename: db.prepare('UPDATE OR REPLACE written_files SET path = @to, replaced_by = @replacedBy WHERE path = @from'),
    renameResult: db.prepare<[Rename], { photograph_id: number | null }>(
      'UPDATE results SET path = @to WHERE path = @from RETURNING photograph_id',
    ),
    renameAdditional: db.prepare<[Rename], { photograph_id: number | null }>(
      `UPDATE further_files SET path = @to WHERE path = @from
       RETURNING (SELECT photograph_id FROM jobs WHERE id = job_id) AS photograph_id`,
    ),
  };
}

function prepareOrigins(db: Database) {
  const select = (column: string) =>
    db
      .prepare<[string], string>(
        `SELECT DISTINCT ${column} FROM written_files JOIN jobs ON jobs.id = written_files.job_id
         WHERE written_files.hash = ?`,
      )
      .pluck();
  return { recipesOf: select(`json_extract(jobs.recipe, '$.id')`), sourcesOf: select('jobs.content_hash') };
}

function toResultFile({ output, recipe, ...file }: ResultFileRow): ResultFile {
  const made = storedRecipe(recipe);
  return { ...file, rendering: renderingOf(outputsOf(made)[output] ?? made.output) };
}

export function exportedFiles({ db, now }: Pick<StoreContext, 'db' | 'now'>) {
  const put = db.prepare('INSERT OR REPLACE INTO exported_files (path, hash, at) VALUES (@path, @hash, @at)');
  const drop = db.prepare('DELETE FROM exported_files WHERE path = ?');
  const known = db
    .prepare<{ path: string }, number>(
      'SELECT 1 FROM results WHERE path = @path UNION ALL SELECT 1 FROM written_files WHERE path = @path LIMIT 1',
    )
    .pluck();
  return {
    /** Returns false if the path is that of a result. */
    note({ path, hash }: Pick<WrittenFile, 'path' | 'hash'>): boolean {
      if (known.get({ path }) !== undefined) return false;
      put.run({ path, hash, at: now() });
      return true;
    },
    forget: (path: string): void => void drop.run(path),
  };
}

interface OutputDisk {
  /** Absolute; null for fixed disks. */
  readonly mount: string | null;
}

/** The disks of output folders when a batch first wrote there. */
export function outputDisks({ db, changes }: Pick<StoreContext, 'db' | 'changes'>) {
  const forBatch = db.prepare<[number, string], OutputDisk>(
    'SELECT mount FROM output_disks WHERE batch_id = ? AND folder = ?',
  );
  const newest = db.prepare<[string], OutputDisk>(
    'SELECT mount FROM output_disks WHERE folder = ? ORDER BY batch_id DESC LIMIT 1',
  );
  const note = db.prepare('INSERT OR REPLACE INTO output_disks (batch_id, folder, mount) VALUES (?, ?, ?)');
  const known = new Map<string, OutputDisk>();
  const keyOf = (batchId: number, folder: string) => `${batchId} ${folder}`;
  changes.clearOnForeign(() => known.clear());
  return {
    of(batchId: number, folder: string): OutputDisk | null {
      const key = keyOf(batchId, folder);
      const disk = known.get(key) ?? forBatch.get(batchId, folder) ?? null;
      if (disk !== null) known.set(key, disk);
      return disk;
    },
    newest: (folder: string): OutputDisk | null => newest.get(folder) ?? null,
    note(batchId: number, folder: string, { mount }: OutputDisk): void {
      known.delete(keyOf(batchId, folder));
      note.run(batchId, folder, mount);
    },
  };
}
