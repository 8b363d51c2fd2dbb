/** Writes what was saved into a new database: what its checks refuse is left out and counted. */
import Database from 'better-sqlite3';
import { exportPresetSchema } from '../../../contract/delivery/export-presets.ts';
import { type WatchFolder, watchFolderSchema } from '../../../contract/intake/watch-folder.ts';
import { ownPresetSchema } from '../../../contract/recipes/custom-presets.ts';
import { recipeSchema, starterRecipes } from '../../../contract/recipes/recipe.ts';
import { detailsPresetSchema } from '../../../contract/review/photo-info.ts';
import { storedProfileSchema } from '../../../contract/services/profile.ts';
import { relinkPhotographs } from '../review/photographs/photographs.ts';
import { repairKeptPreviews } from '../review/previews/kept-previews.ts';
import type { Merged } from './merge-rows.ts';
import type { Row, Shape } from './table-shapes.ts';

/** By table. */
export type Merges = ReadonlyMap<string, Merged>;

export interface Filled {
  /** How many there are now. */
  readonly jobs: number;
  /** How many rows could not be kept, by table. */
  readonly refused: Readonly<Record<string, number>>;
  /** Pauses the watch folders; returns the paths of those that were not. */
  pauseFolders(): string[];
}

/** What the program writes, so that each can only be what it was. */
const documents: Readonly<Record<string, { column: string; isValid: (document: unknown) => boolean }>> = {
  recipes: { column: 'recipe', isValid: (document) => recipeSchema.safeParse(document).success },
  folders: { column: 'folder', isValid: (document) => watchFolderSchema.safeParse(document).success },
  presets: { column: 'preset', isValid: (document) => ownPresetSchema.safeParse(document).success },
  details_presets: { column: 'preset', isValid: (document) => detailsPresetSchema.safeParse(document).success },
  export_presets: { column: 'preset', isValid: (document) => exportPresetSchema.safeParse(document).success },
  profiles: { column: 'profile', isValid: (document) => storedProfileSchema.safeParse(document).success },
};

/** @param now ms since 1970 */
export function fillFrom(
  db: Database.Database,
  shapes: readonly Shape[],
  merges: Merges,
  jobs: ReadonlyMap<number, Row>,
  now: number,
): Filled {
  const refused: Record<string, number> = {};
  const statements = new Map<string, Database.Statement>();
  const put = (table: string, row: Row) => {
    const names = Object.keys(row);
    const marks = names.map(() => '?').join(', ');
    const sql = `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${marks})`;
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    try {
      statement.run(...names.map((name) => row[name]));
      return true;
    } catch (error) {
      if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_CONSTRAINT')) throw error;
      refused[table] = (refused[table] ?? 0) + 1;
      return false;
    }
  };
  db.pragma('foreign_keys = OFF');
  db.transaction(() => {
    const rowsOf = (table: string) => [...(merges.get(table)?.values() ?? [])].map(({ row }) => row);
    for (const row of rowsOf('batches')) put('batches', row);
    const hasBatch = db.prepare('SELECT 1 FROM batches WHERE id = ?').pluck();
    for (const job of jobs.values()) {
      if (hasBatch.get(job.batch_id) === undefined) {
        put('batches', { id: job.batch_id ?? null, title: 'Recovered', origin: job.origin ?? 'drop', created_at: now });
      }
      put('jobs', job);
    }
    for (const { table } of shapes) {
      if (table === 'batches' || table === 'jobs') continue;
      for (const row of rowsOf(table)) {
        if (isSound(table, row)) put(table, row);
        else refused[table] = (refused[table] ?? 0) + 1;
      }
    }
    tidy(db, shapes, now);
  }).immediate();
  db.pragma('foreign_keys = ON');
  const count = db.prepare<[], number>('SELECT count(*) FROM jobs').pluck().get() ?? 0;
  return { refused, jobs: count, pauseFolders: () => pauseFolders(db) };
}

function isSound(table: string, row: Row): boolean {
  const document = documents[table];
  if (document === undefined) return true;
  try {
    const value = JSON.parse(String(row[document.column])) as { id?: unknown };
    return value.id === row.id && document.isValid(value);
  } catch {
    return false;
  }
}

/** What refers to something that is gone goes as well, and what follows from jobs is worked out again. */
function tidy(db: Database.Database, shapes: readonly Shape[], now: number): void {
  const has = (table: string) => shapes.some((shape) => shape.table === table);
  if (!has('jobs')) return;
  for (const table of ['step_runs', 'results', 'further_files', 'product_jobs', 'job_events']) {
    if (has(table)) db.exec(`DELETE FROM ${table} WHERE job_id NOT IN (SELECT id FROM jobs)`);
  }
  db.exec(`DELETE FROM results WHERE batch_id NOT IN (SELECT id FROM batches);
    UPDATE jobs SET result_count = (SELECT count(*) FROM results WHERE job_id = jobs.id) WHERE state = 'done' AND result_count = 0`);
  const columns = shapes.find(({ table }) => table === 'jobs')?.columns.map(({ name }) => name) ?? [];
  if (columns.includes('follows')) {
    db.exec('UPDATE jobs SET follows = NULL WHERE follows NOT IN (SELECT id FROM jobs)');
  }
  if (has('proofs')) {
    db.exec(`DELETE FROM proofs WHERE batch_id NOT IN (SELECT id FROM batches)
      OR photograph_id NOT IN (SELECT id FROM photographs)`);
  }
  for (const table of ['pick_rules', 'picks_begun']) {
    if (has(table)) db.exec(`DELETE FROM ${table} WHERE batch_id NOT IN (SELECT id FROM batches)`);
  }
  if (has('kept_previews')) repairKeptPreviews(db);
  if (has('photographs')) relinkPhotographs(db);
  if (has('originals')) {
    db.exec(`INSERT OR IGNORE INTO originals (key, file) SELECT path_key(source_path), NULL FROM jobs;
      INSERT OR IGNORE INTO originals (key, file)
        SELECT path_key(json_extract(value, '$.reference')), NULL FROM jobs, json_each(jobs.recipe, '$.steps')
        WHERE json_extract(value, '$.reference') IS NOT NULL`);
  }
  db.prepare(
    `INSERT INTO job_events (job_id, at, kind, text) SELECT id, ?, 'notice', 'The database was damaged, and was repaired.'
     FROM jobs WHERE state NOT IN ('done', 'cancelled')`,
  ).run(now);
  const recipe = db.prepare('INSERT INTO recipes (id, position, recipe) VALUES (?, ?, ?)');
  if (db.prepare('SELECT 1 FROM recipes').pluck().get() !== undefined) return;
  starterRecipes.forEach((each, index) => {
    recipe.run(each.id, index + 1, JSON.stringify(each));
  });
}

function pauseFolders(db: Database.Database): string[] {
  const save = db.prepare('UPDATE folders SET folder = ? WHERE id = ?');
  const rows = db.prepare<[], { id: string; folder: string }>('SELECT id, folder FROM folders').all();
  return rows.flatMap(({ id, folder }) => {
    const value = JSON.parse(folder) as WatchFolder;
    if (value.paused) return [];
    save.run(JSON.stringify({ ...value, paused: true }), id);
    return [value.path];
  });
}
