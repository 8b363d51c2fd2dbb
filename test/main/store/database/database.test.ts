import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-database-'));
  file = join(folder, 'burnish.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const names = () => readdirSync(folder).sort();
const failureOf = (open: () => unknown): Error => {
  try {
    open();
  } catch (error) {
    return error as Error;
  }
  throw new Error('expected a failure');
};

const paperImage = {
  kind: 'image',
  element: null,
  path: '/out/4.png',
  width: 1,
  height: 1,
  bytes: 1,
  box: null,
} as const;
const drop = { title: 'new', origin: 'drop', folderId: null } as const;

/** Creates a database of the first version with jobs of one recipe; by default, all have the same content. */
function firstVersion(
  jobs: readonly {
    path?: string;
    out?: string;
    content?: string;
    state?: JobState;
    held?: 0 | 1;
    step?: 0 | 1;
    results?: 0;
  }[],
): Database.Database {
  const migrations = join(folder, 'first');
  mkdirSync(migrations);
  const sql = readFileSync(join(import.meta.dirname, '../../../../main/store/migrations/001-start.sql'), 'utf8');
  writeFileSync(join(migrations, '001-start.sql'), sql);
  const { db } = openDatabase(file, { migrations });
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
  return db;
}

describe('opening', () => {
  it('makes a database that survives a power cut and checks its references', () => {
    const { db, isNew } = openDatabase(file);
    expect(isNew).toBe(true);
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
    expect(db.pragma('fullfsync', { simple: true })).toBe(1);
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
    db.close();
    const again = openDatabase(file);
    expect(again.isNew).toBe(false);
    again.db.close();
  });

  it('knows exactly the states of the contract', () => {
    const { db } = openDatabase(file);
    const sql = db.prepare<[], string>(`SELECT sql FROM sqlite_master WHERE name = 'jobs'`).pluck().get() ?? '';
    const words = (text = '') => [...text.matchAll(/'(\w+)'/g)].map((match) => match[1]);
    expect(words(/state TEXT [^(]*CHECK \(([^;]*?)\)\s*\)/s.exec(sql)?.[1])).toEqual([...jobStates]);
    expect(words(/lease IS NULL OR state IN \(([^)]*)\)/.exec(sql)?.[1])).toEqual(
      runningStates.filter((state) => state !== 'waiting'),
    );
    expect(words(/removed_at IS NULL OR state IN \(([^)]*)\)/.exec(sql)?.[1])).toEqual([...finalStates]);
    db.close();
  });

  it('keeps the jobs of the first version: the same work has the same hash, whatever its folder', async () => {
    const path = '/Photographs/A.jpg';
    firstVersion([{ path }, { path }, { path, out: '/elsewhere' }]).close();
    const store = openStore({ folder });
    const item = paperJob('a', recipeOf('smart-beauty'), { contentHash: 'content', sourcePath: path });
    expect(store.jobs.add(drop, [{ ...item, outputFolder: '/out' }]).finished).toEqual([2]);
    expect(store.jobs.add(drop, [{ ...item, outputFolder: '/elsewhere' }]).finished).toEqual([3]);
    expect(await store.originals.isOriginal('/photographs/a.JPG')).toBe(true);
    store.close();
  });

  it('recognizes files and jobs from before multiple outputs, and sends none of them again', () => {
    const path = '/Photographs/A.jpg';
    const old = firstVersion([{ path }, { state: 'queued', path: '/Photographs/B.jpg', content: 'b' }]);
    const { alsoAs: _, ...recipe } = recipeOf('smart-beauty');
    const { folder: to, template, mirror, conflict, format, quality } = recipe.output;
    const stored = { ...recipe, output: { folder: to, template, mirror, conflict, format, quality } };
    old.prepare('UPDATE jobs SET recipe = ?').run(JSON.stringify(stored));
    old.prepare('INSERT INTO recipes (id, position, recipe) VALUES (?, 1, ?)').run(recipe.id, JSON.stringify(stored));
    old.exec(`INSERT INTO written_files (path, hash, bytes, job_id, step, element, at)
      VALUES ('/out/A.png', '${'a'.repeat(64)}', 1, 1, 0, '', 1)`);
    old.close();
    const store = openStore({ folder });
    expect(store.jobs.get(2)?.recipe).toEqual(recipeOf('smart-beauty'));
    expect(store.recipes.get(recipe.id)).toEqual(recipeOf('smart-beauty'));
    expect(store.writtenFiles.ofResult({ jobId: 1, step: 0, element: '' }).map((file) => file.path)).toEqual([
      '/out/A.png',
    ]);
    // The photograph counts as done for the current recipe and for one whose outputs have changed.
    const edited = { ...recipeOf('smart-beauty'), alsoAs: [additionalOutput()] };
    for (const each of [recipeOf('smart-beauty'), edited]) {
      const item = paperJob('a', each, { contentHash: 'content', sourcePath: path, outputFolder: '/out' });
      const added = store.jobs.add(drop, [item]);
      expect([added.jobIds, added.finished]).toEqual([[], [1]]);
    }
    store.close();
  });

  it('makes the job nearest to a result the leader among several of the first version', () => {
    const old = firstVersion([
      { state: 'done' },
      { state: 'failed' },
      { state: 'queued' },
      { state: 'queued', held: 1 },
      { state: 'waiting' },
      { state: 'cancelled', path: '/copy.jpg' },
      { state: 'failed', step: 1 },
      { state: 'uncertain' },
      { state: 'failed', content: 'b' },
      { state: 'queued', content: 'b' },
      { state: 'done', content: 'b', results: 0 },
    ]);
    old.close();
    const store = openStore({ folder });
    const now = (id: number) => [store.jobs.get(id)?.state, store.jobs.get(id)?.follows];
    expect(Array.from({ length: 11 }, (_, index) => now(index + 1))).toEqual([
      ['done', null],
      ['failed', 1],
      ['placing', 1],
      ['queued', 1],
      ['waiting', null],
      ['cancelled', 1],
      ['failed', null],
      ['uncertain', null],
      ['failed', 10],
      ['queued', null],
      ['done', null],
    ]);
    store.close();
  });

  it('creates photographs from the jobs of an older version, and keeps the ids of its results', () => {
    const old = firstVersion([{ path: '/w/b 2.jpg' }, { path: '/w/b 2.jpg' }, { path: '/w/a.jpg', content: 'other' }]);
    old.exec(`INSERT INTO results (id, job_id, batch_id, step, operation, kind, path, created_at)
      VALUES (7, 1, 1, 0, 'smart-beauty', 'image', '/out/1.png', 1), (8, 2, 1, 0, 'smart-beauty', 'image', '/out/2.png', 1),
        (9, 3, 1, 0, 'smart-beauty', 'image', '/out/3.png', 1);
      DELETE FROM results WHERE id = 9;`);
    old.close();
    const store = openStore({ folder });
    expect([1, 2, 3].map((id) => store.jobs.get(id)?.photographId)).toEqual([1, 1, 2]);
    store.results.add({ jobId: 3, batchId: 1, step: 0, operation: 'smart-beauty', ...paperImage });
    const db = new Database(file, { readonly: true });
    expect(db.prepare('SELECT id, photograph_id AS photograph, version FROM results').all()).toEqual([
      { id: 7, photograph: 1, version: 0 },
      { id: 8, photograph: 1, version: 0 },
      { id: 10, photograph: 2, version: 0 },
    ]);
    expect(db.prepare('SELECT source_path AS path, words, entries AS results FROM photographs').all()).toEqual([
      { path: '/w/b 2.jpg', words: 'b 2.jpg', results: 2 },
      { path: '/w/a.jpg', words: 'a.jpg', results: 1 },
    ]);
    db.close();
    store.close();
  });

  it('sends no finished work of the first version again', () => {
    firstVersion([{ state: 'done' }, { state: 'failed' }]).close();
    const store = openStore({ folder });
    const item = paperJob('a', recipeOf('smart-beauty'), { contentHash: 'content', sourcePath: '/a.jpg' });
    expect(store.jobs.add(drop, [{ ...item, outputFolder: '/out' }]).finished).toEqual([1]);
    store.actions.retry([2]);
    expect(store.jobs.get(2)).toMatchObject({ state: 'placing', follows: 1 });
    expect(store.moves.claim('built-in')).toBe(null);
    store.close();
  });

  it('creates recipes and tables of a new database together, so that a kill in between loses none', () => {
    const ended = new Error('ended');
    const fill = () => {
      throw ended;
    };
    expect(failureOf(() => openDatabase(file, { fill }))).toBe(ended);
    const store = openStore({ folder });
    expect(store.recipes.list()).toEqual(starterRecipes);
    store.close();
  });

  it('rejects a database of a newer Burnish, and leaves it unchanged', () => {
    const { db } = openDatabase(file);
    db.exec('CREATE TABLE later (what TEXT)');
    db.pragma('user_version = 999');
    db.close();
    expect(failureOf(() => openDatabase(file))).toBeInstanceOf(DatabaseTooNew);
    expect(names()).toEqual(['burnish.db', 'burnish.db-open']);
  });
});

describe('a migration', () => {
  function migrations(...all: string[]): string {
    const path = join(folder, `migrations-${all.length}`);
    mkdirSync(path);
    all.forEach((sql, index) => {
      writeFileSync(join(path, `00${index + 1}-step.sql`), sql);
    });
    return path;
  }

  it('runs once, in order, after a backup of the database', () => {
    const first = 'CREATE TABLE things (name TEXT);';
    const opened = openDatabase(file, { migrations: migrations(first) });
    opened.db.prepare('INSERT INTO things VALUES (?)').run('kept');
    opened.db.close();

    const second = migrations(first, `ALTER TABLE things ADD COLUMN size INTEGER; UPDATE things SET size = 3;`);
    const { db, isNew } = openDatabase(file, { migrations: second });
    expect(isNew).toBe(false);
    expect(db.prepare('SELECT * FROM things').all()).toEqual([{ name: 'kept', size: 3 }]);
    db.close();
    openDatabase(file, { migrations: second }).db.close();

    const backup = new Database(listBackups(file)[0]?.file, { readonly: true });
    expect(backup.prepare('SELECT * FROM things').all()).toEqual([{ name: 'kept' }]);
    backup.close();
  });

  it('that fails leaves the database unchanged', () => {
    const first = 'CREATE TABLE things (name TEXT);';
    openDatabase(file, { migrations: migrations(first) }).db.close();
    const broken = migrations(first, 'ALTER TABLE things ADD COLUMN size INTEGER; INSERT INTO nowhere VALUES (1);');
    expect(messageText(failureOf(() => openDatabase(file, { migrations: broken })).message)).toContain('nowhere');
    const { db } = openDatabase(file, { migrations: join(folder, 'migrations-1') });
    expect(db.pragma('user_version', { simple: true })).toBe(1);
    expect(
      db
        .prepare('SELECT * FROM things')
        .columns()
        .map(({ name }) => name),
    ).toEqual(['name']);
    db.close();
  });
});

describe('a damaged database', () => {
  function damage(): Buffer {
    const store = openStore({ folder });
    const recipe = recipeOf('portrait-background-removal');
    const items = Array.from({ length: 500 }, (_, index) => paperJob(`p${index}`, recipe));
    store.jobs.add({ title: 'many', origin: 'drop', folderId: null }, items);
    store.close();
    return overwrite();
  }
  /** While a connection is open, the file is complete only after a checkpoint. */
  function damageWith(store: Store): Buffer {
    store.jobs.add(drop, [paperJob('p', recipeOf('portrait-background-removal'))]);
    const connection = new Database(file);
    connection.pragma('wal_checkpoint(TRUNCATE)');
    connection.close();
    return overwrite();
  }
  function overwrite(): Buffer {
    const bytes = readFileSync(file);
    // Some of the last pages hold jobs, however the tables before them grow.
    bytes.fill(0x5a, 8192, bytes.length - 8 * 4096);
    writeFileSync(file, bytes);
    return bytes;
  }

  it('is repaired, and kept under another name', () => {
    const bytes = damage();
    const store = openStore({ folder });
    expect(readFileSync(store.rescue?.keptAt ?? '').equals(bytes)).toBe(true);
    expect(messageText(repairMessage(store.rescue!))).toContain(store.rescue?.keptAt);
    expect(store.rescue?.lostJobs).toBe(500 - store.views.summaries().length);
    expect(store.recipes.list()).toEqual(starterRecipes);
    store.close();
    const next = openStore({ folder });
    expect(next.rescue).toBe(null);
    next.close();
    const db = new Database(file, { readonly: true });
    const astray =
      'SELECT count(*) FROM jobs WHERE photograph_id IS NULL OR photograph_id NOT IN (SELECT id FROM photographs)';
    expect(db.prepare(astray).pluck().get()).toBe(0);
    db.close();
  });

  it('that is no database at all is kept as well', () => {
    writeFileSync(file, 'this is a shopping list, and long enough to be looked at as a page of a database');
    const store = openStore({ folder });
    expect(readFileSync(store.rescue?.keptAt ?? '', 'utf8')).toContain('shopping list');
    store.close();
  });

  it('stays in place while another Burnish has it open or owns the queue', () => {
    const otherStore = openStore({ folder });
    const bytes = damageWith(otherStore);
    expect(failureOf(() => openStore({ folder }))).toBeInstanceOf(DatabaseDamaged);
    otherStore.close();
    writeFileSync(file, bytes);
    const lock = lockExclusive(`${file}-queue`);
    expect(failureOf(() => openStore({ folder }))).toBeInstanceOf(DatabaseDamaged);
    expect(readFileSync(file).equals(bytes)).toBe(true);
    lock?.release();
    const store = openStore({ folder });
    expect(store.rescue).not.toBe(null);
    store.close();
  });

  it('that could not be read during a run is repaired at the next start', () => {
    openStore({ folder }).close();
    markForRepair(file);
    const store = openStore({ folder });
    expect(messageText(repairMessage(store.rescue!))).toContain('No photograph was lost.');
    store.close();
    const next = openStore({ folder });
    expect(next.rescue).toBe(null);
    next.close();
  });
});

it('has migrations that are numbered one after the other', () => {
  const names = readdirSync(join(import.meta.dirname, '../../../../main/store/migrations')).sort();
  expect(names.map((name) => Number.parseInt(name, 10))).toEqual(names.map((_, index) => index + 1));
});
