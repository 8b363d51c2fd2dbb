import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { finalStates, type JobState, jobStates, runningStates } from '../../../../contract/jobs/job.ts';
import { additionalOutput } from '../../../../contract/recipes/output.ts';
import { starterRecipes } from '../../../../contract/recipes/recipe.ts';
import { listBackups } from '../../../../main/store/database/backups.ts';
import { openDatabase } from '../../../../main/store/database/database.ts';
import { markForRepair } from '../../../../main/store/database/database-checks.ts';
import { lockExclusive } from '../../../../main/store/database/file-locks.ts';
import { DatabaseDamaged, DatabaseTooNew, openStore, repairMessage, type Store } from '../../../../main/store/index.ts';
import { paperJob, recipeOf } from '../../../helpers/queue/queue-stage.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { ownFolder, rescueOf, withDatabase } from '../../../helpers/store/own-folder.ts';
import { drop } from '../../../helpers/store/same-content.ts';

const folder = ownFolder();
const file = () => join(folder(), 'burnish.db');
const open = () => openStore({ folder: folder() });
const paperImage = {
  kind: 'image',
  element: null,
  path: '/out/4.png',
  width: 1,
  height: 1,
  bytes: 1,
  box: null,
} as const;

interface OldJob {
  readonly path?: string;
  readonly out?: string;
  readonly content?: string;
  readonly state?: JobState;
  readonly held?: 0 | 1;
  readonly step?: 0 | 1;
  readonly results?: 0;
}

/** Creates a database of the first version with jobs of one recipe; by default, all have the same content. */
function firstVersion(jobs: readonly OldJob[], more = ''): void {
  const migrations = join(folder(), 'first');
  mkdirSync(migrations);
  const sql = readFileSync(join(import.meta.dirname, '../../../../main/store/migrations/001-start.sql'), 'utf8');
  writeFileSync(join(migrations, '001-start.sql'), sql);
  const { db } = openDatabase(file(), { migrations });
  db.exec(`INSERT INTO batches (title, origin, created_at) VALUES ('old', 'command', 1)`);
  const insert = db.prepare(
    `INSERT INTO jobs (batch_id, origin, counter, source_path, relative_folder, output_folder, content_hash, bytes, width,
       height, recipe, recipe_hash, recipe_name, profile_id, step, step_count, operation, state, held, result_count, position,
       created_at)
     VALUES (1, 'command', 1, @path, '', @out, @content, 1, 1, 1, @recipe, 'hash of ' || @out, 'Old', 'built-in', @step, 2,
       'smart-beauty', @state, @held, @results, 1, 1)`,
  );
  const recipe = JSON.stringify(recipeOf('smart-beauty'));
  for (const job of jobs) {
    const { state = 'done', results = state === 'done' ? 1 : 0 } = job;
    insert.run({ path: '/a.jpg', out: '/out', content: 'content', held: 0, step: 0, ...job, state, results, recipe });
  }
  db.exec(more);
  db.close();
}

describe('opening', () => {
  it('makes a database that survives a power cut and checks its references', () => {
    const { db, isNew } = openDatabase(file());
    const pragmas = ['journal_mode', 'synchronous', 'fullfsync', 'foreign_keys'];
    expect(pragmas.map((name) => db.pragma(name, { simple: true }))).toEqual(['wal', 2, 1, 1]);
    db.close();

    const again = openDatabase(file());
    again.db.close();
    expect([isNew, again.isNew]).toEqual([true, false]);
  });

  it('knows exactly the states of the contract', () => {
    const { db } = openDatabase(file());
    const sql = db.prepare<[], string>(`SELECT sql FROM sqlite_master WHERE name = 'jobs'`).pluck().get() ?? '';
    db.close();
    const words = (pattern: RegExp) =>
      [...(pattern.exec(sql)?.[1] ?? '').matchAll(/'(\w+)'/g)].map((match) => match[1]);
    expect(words(/state TEXT [^(]*CHECK \(([^;]*?)\)\s*\)/s)).toEqual([...jobStates]);
    expect(words(/lease IS NULL OR state IN \(([^)]*)\)/)).toEqual(
      runningStates.filter((state) => state !== 'waiting'),
    );
    expect(words(/removed_at IS NULL OR state IN \(([^)]*)\)/)).toEqual([...finalStates]);
  });

  it('creates recipes and tables of a new database together, so that a kill in between loses none', () => {
    const fill = () => {
      throw new Error('ended');
    };
    expect(() => openDatabase(file(), { fill })).toThrow('ended');
    const store = open();
    expect(store.recipes.list()).toEqual(starterRecipes);
    store.close();
  });

  it('rejects a database of a newer Burnish, and leaves it unchanged', () => {
    const { db } = openDatabase(file());
    db.exec('CREATE TABLE later (what TEXT); PRAGMA user_version = 999');
    db.close();
    expect(() => openDatabase(file())).toThrow(DatabaseTooNew);
    expect(readdirSync(folder()).sort()).toEqual(['burnish.db', 'burnish.db-open']);
  });
});

describe('a database of the first version', () => {
  const photograph = (sourcePath: string, outputFolder = '/out', recipe = recipeOf('smart-beauty')) =>
    paperJob('a', recipe, { contentHash: 'content', sourcePath, outputFolder });

  it('keeps its jobs: the same work has the same hash, whatever its folder', async () => {
    const path = '/Photographs/A.jpg';
    firstVersion([{ path }, { path }, { path, out: '/elsewhere' }]);
    const store = open();
    expect(store.jobs.add(drop, [photograph(path)]).finished).toEqual([2]);
    expect(store.jobs.add(drop, [photograph(path, '/elsewhere')]).finished).toEqual([3]);
    expect(await store.originals.isOriginal('/photographs/a.JPG')).toBe(true);
    store.close();
  });

  it('sends no finished work again', () => {
    firstVersion([{ state: 'done' }, { state: 'failed' }]);
    const store = open();
    expect(store.jobs.add(drop, [photograph('/a.jpg')]).finished).toEqual([1]);
    store.actions.retry([2]);
    expect(store.jobs.get(2)).toMatchObject({ state: 'placing', follows: 1 });
    expect(store.moves.claim('built-in')).toBe(null);
    store.close();
  });

  it('recognizes files and jobs from before multiple outputs, and sends none of them again', () => {
    const path = '/Photographs/A.jpg';
    const { alsoAs: _, ...recipe } = recipeOf('smart-beauty');
    const { folder: to, template, mirror, conflict, format, quality } = recipe.output;
    const stored = JSON.stringify({ ...recipe, output: { folder: to, template, mirror, conflict, format, quality } });
    firstVersion(
      [{ path }, { state: 'queued', path: '/Photographs/B.jpg', content: 'b' }],
      `UPDATE jobs SET recipe = '${stored}';
       INSERT INTO recipes (id, position, recipe) VALUES ('${recipe.id}', 1, '${stored}');
       INSERT INTO written_files (path, hash, bytes, job_id, step, element, at)
         VALUES ('/out/A.png', '${'a'.repeat(64)}', 1, 1, 0, '', 1)`,
    );

    const store = open();
    expect(store.jobs.get(2)?.recipe).toEqual(recipeOf('smart-beauty'));
    expect(store.recipes.get(recipe.id)).toEqual(recipeOf('smart-beauty'));
    expect(store.writtenFiles.ofResult({ jobId: 1, step: 0, element: '' })).toMatchObject([{ path: '/out/A.png' }]);
    // The photograph counts as done for the current recipe and for one whose outputs have changed.
    const edited = { ...recipeOf('smart-beauty'), alsoAs: [additionalOutput()] };
    for (const each of [recipeOf('smart-beauty'), edited])
      expect(store.jobs.add(drop, [photograph(path, '/out', each)])).toMatchObject({ jobIds: [], finished: [1] });
    store.close();
  });

  it('gets the job nearest to a result as leader of several', () => {
    const cases: readonly (OldJob & { readonly now: [JobState, number | null] })[] = [
      { state: 'done', now: ['done', null] },
      { state: 'failed', now: ['failed', 1] },
      { state: 'queued', now: ['placing', 1] },
      { state: 'queued', held: 1, now: ['queued', 1] },
      { state: 'waiting', now: ['waiting', null] },
      { state: 'cancelled', path: '/copy.jpg', now: ['cancelled', 1] },
      { state: 'failed', step: 1, now: ['failed', null] },
      { state: 'uncertain', now: ['uncertain', null] },
      { state: 'failed', content: 'b', now: ['failed', 10] },
      { state: 'queued', content: 'b', now: ['queued', null] },
      { state: 'done', content: 'b', results: 0, now: ['done', null] },
    ];
    firstVersion(cases.map(({ now: _, ...job }) => job));
    const store = open();
    const jobs = cases.map((_, index) => store.jobs.get(index + 1)!);
    expect(jobs.map(({ state, follows }) => [state, follows])).toEqual(cases.map(({ now }) => now));
    store.close();
  });

  it('gets photographs from its jobs, and keeps the ids of its results', () => {
    firstVersion(
      [{ path: '/w/b 2.jpg' }, { path: '/w/b 2.jpg' }, { path: '/w/a.jpg', content: 'other' }],
      `INSERT INTO results (id, job_id, batch_id, step, operation, kind, path, created_at)
         VALUES (7, 1, 1, 0, 'smart-beauty', 'image', '/out/1.png', 1), (8, 2, 1, 0, 'smart-beauty', 'image', '/out/2.png', 1),
           (9, 3, 1, 0, 'smart-beauty', 'image', '/out/3.png', 1);
       DELETE FROM results WHERE id = 9;`,
    );
    const store = open();
    expect([1, 2, 3].map((id) => store.jobs.get(id)?.photographId)).toEqual([1, 1, 2]);
    store.results.add({ jobId: 3, batchId: 1, step: 0, operation: 'smart-beauty', ...paperImage });
    const rows = (sql: string) => withDatabase(folder(), (db) => db.prepare(sql).all());
    expect(rows('SELECT id, photograph_id AS photograph, version FROM results')).toEqual([
      { id: 7, photograph: 1, version: 0 },
      { id: 8, photograph: 1, version: 0 },
      { id: 10, photograph: 2, version: 0 },
    ]);
    expect(rows('SELECT source_path AS path, words, entries AS results FROM photographs')).toEqual([
      { path: '/w/b 2.jpg', words: 'b 2.jpg', results: 2 },
      { path: '/w/a.jpg', words: 'a.jpg', results: 1 },
    ]);
    store.close();
  });

  it('keeps previews of its finished work later, after all new work, the newest first', () => {
    firstVersion(
      [{ path: '/a.jpg' }, { path: '/b.jpg', content: 'other' }],
      `INSERT INTO results (job_id, batch_id, step, operation, kind, path, created_at)
         VALUES (1, 1, 0, 'smart-beauty', 'image', '/out/1.png', 1), (2, 1, 0, 'smart-beauty', 'image', '/out/2.png', 2)`,
    );
    const store = open();
    const due = (isLate: boolean) => store.keptPreviews.due(isLate, 10).map(({ photographId }) => photographId);
    expect([due(false), due(true)]).toEqual([[], [2, 2, 1, 1]]);
    expect(store.keptPreviews.space()).toEqual({ pictures: 0, bytes: 0 });
    store.close();
  });
});

describe('a migration', () => {
  const first = 'CREATE TABLE things (name TEXT);';
  const migrations = (...all: string[]): string => {
    const path = join(folder(), `migrations-${all.length}`);
    mkdirSync(path);
    all.forEach((sql, index) => void writeFileSync(join(path, `00${index + 1}-step.sql`), sql));
    return path;
  };

  it('runs once, in order, after a backup of the database', () => {
    const opened = openDatabase(file(), { migrations: migrations(first) });
    opened.db.exec(`INSERT INTO things VALUES ('kept')`);
    opened.db.close();

    const second = migrations(first, `ALTER TABLE things ADD COLUMN size INTEGER; UPDATE things SET size = 3;`);
    const { db, isNew } = openDatabase(file(), { migrations: second });
    expect([isNew, db.prepare('SELECT * FROM things').all()]).toEqual([false, [{ name: 'kept', size: 3 }]]);
    db.close();
    openDatabase(file(), { migrations: second }).db.close();

    const backup = new Database(listBackups(file())[0]?.file, { readonly: true });
    expect(backup.prepare('SELECT * FROM things').all()).toEqual([{ name: 'kept' }]);
    backup.close();
  });

  it('that fails leaves the database unchanged', () => {
    const sound = migrations(first);
    openDatabase(file(), { migrations: sound }).db.close();
    const broken = migrations(first, 'ALTER TABLE things ADD COLUMN size INTEGER; INSERT INTO nowhere VALUES (1);');
    expect(() => openDatabase(file(), { migrations: broken })).toThrow('nowhere');

    const { db } = openDatabase(file(), { migrations: sound });
    expect(db.pragma('user_version', { simple: true })).toBe(1);
    expect(db.pragma('table_info(things)')).toMatchObject([{ name: 'name' }]);
    db.close();
  });

  it('has a number one above the one before it', () => {
    const names = readdirSync(join(import.meta.dirname, '../../../../main/store/migrations')).sort();
    expect(names.map((name) => Number.parseInt(name, 10))).toEqual(names.map((_, index) => index + 1));
  });
});

describe('a damaged database', () => {
  const photographs = (count: number) =>
    Array.from({ length: count }, (_, index) => paperJob(`p${index}`, recipeOf('portrait-background-removal')));
  /** Overwrites most pages. Returns the whole file. */
  function overwrite(): Buffer {
    const bytes = readFileSync(file());
    // Some of the last pages hold jobs, however the tables before them grow.
    bytes.fill(0x5a, 8192, bytes.length - 8 * 4096);
    writeFileSync(file(), bytes);
    return bytes;
  }
  /** While a connection is open, the file is complete only after a checkpoint. */
  function damageWith(store: Store): Buffer {
    store.jobs.add(drop, photographs(1));
    withDatabase(folder(), (db) => db.pragma('wal_checkpoint(TRUNCATE)'));
    return overwrite();
  }

  it('is repaired, and kept under another name', () => {
    const before = open();
    before.jobs.add(drop, photographs(500));
    before.close();
    const bytes = overwrite();

    const store = open();
    expect(readFileSync(store.rescue?.keptAt ?? '').equals(bytes)).toBe(true);
    expect(messageText(repairMessage(store.rescue!))).toContain(store.rescue?.keptAt);
    expect(store.rescue?.lostJobs).toBe(500 - store.views.summaries().length);
    expect(store.recipes.list()).toEqual(starterRecipes);
    store.close();
    expect(rescueOf(folder())).toBe(null);
    const astray =
      'SELECT count(*) FROM jobs WHERE photograph_id IS NULL OR photograph_id NOT IN (SELECT id FROM photographs)';
    expect(withDatabase(folder(), (db) => db.prepare(astray).pluck().get())).toBe(0);
  });

  it('that is no database at all is kept as well', () => {
    writeFileSync(file(), 'this is a shopping list, and long enough to be looked at as a page of a database');
    expect(readFileSync(rescueOf(folder())?.keptAt ?? '', 'utf8')).toContain('shopping list');
  });

  it('stays in place while another Burnish has it open or owns the queue', () => {
    const otherStore = open();
    const bytes = damageWith(otherStore);
    expect(open).toThrow(DatabaseDamaged);
    otherStore.close();
    writeFileSync(file(), bytes);
    const lock = lockExclusive(`${file()}-queue`);
    expect(open).toThrow(DatabaseDamaged);
    expect(readFileSync(file()).equals(bytes)).toBe(true);

    lock?.release();
    expect(rescueOf(folder())).not.toBe(null);
  });

  it('that could not be read during a run is repaired at the next start', () => {
    open().close();
    markForRepair(file());
    expect(messageText(repairMessage(rescueOf(folder())!))).toContain('No photograph was lost.');
    expect(rescueOf(folder())).toBe(null);
  });
});
