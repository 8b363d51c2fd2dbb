/** Inserts merged rows into a new database, and counts rejected ones. */
import Database from 'better-sqlite3';
import { exportPresetSchema } from '../../../contract/delivery/export-presets.ts';
import { type WatchFolder, watchFolderSchema } from '../../../contract/intake/watch-folder.ts';
import { ownPresetSchema } from '../../../contract/recipes/custom-presets.ts';
import { recipeSchema, starterRecipes } from '../../../contract/recipes/recipe.ts';
import { detailsPresetSchema } from '../../../contract/review/photo-info.ts';
import { storedProfileSchema } from '../../../contract/services/profile.ts';
import { relinkPhotographs } from '../review/photographs/photographs.ts';
import { repairKeptPreviews } from '../review/previews/kept-previews.ts';
import type { MergedTable } from './merge-rows.ts';
import type { Row, TableShape } from './table-shapes.ts';

export type MergedTables = ReadonlyMap<string, MergedTable>;

interface FillReport {
  /** Number of jobs. */
  readonly jobs: number;
  /** Number of rejected rows, by table. */
  readonly rejected: Readonly<Record<string, number>>;
  /** Pauses the watch folders, and returns the paths of the active ones. */
  pauseFolders(): string[];
}

/** Columns with documents, by table. A document that its schema rejects is damaged. */
const documents: Readonly<Record<string, { column: string; isValid: (document: unknown) => boolean }>> = {
  recipes: { column: 'recipe', isValid: (document) => recipeSchema.safeParse(document).success },
  folders: { column: 'folder', isValid: (document) => watchFolderSchema.safeParse(document).success },
  presets: { column: 'preset', isValid: (document) => ownPresetSchema.safeParse(document).success },
  details_presets: { column: 'preset', isValid: (document) => detailsPresetSchema.safeParse(document).success },
  export_presets: { column: 'preset', isValid: (document) => exportPresetSchema.safeParse(document).success },
  profiles: { column: 'profile', isValid: (document) => storedProfileSchema.safeParse(document).success },
};

/** @param now ms since 1970 */
export function fillDatabase(
  db: Database.Database,
  shapes: readonly TableShape[],
  tables: MergedTables,
  jobs: ReadonlyMap<number, Row>,
  now: number,
): FillReport {
  const rejected: Record<string, number> = {};
  const insert = createInserter(db);
  const add = (table: string, row: Row) => {
    if (!isValidRow(table, row) || !insert(table, row)) rejected[table] = (rejected[table] ?? 0) + 1;
  };
  const rowsOf = (table: string) => [...(tables.get(table)?.values() ?? [])].map(({ row }) => row);
  db.pragma('foreign_keys = OFF');
  db.transaction(() => {
    for (const row of rowsOf('batches')) add('batches', row);
    const selectBatch = db.prepare('SELECT 1 FROM batches WHERE id = ?').pluck();
    for (const job of jobs.values()) {
      if (selectBatch.get(job.batch_id) === undefined) {
        add('batches', { id: job.batch_id ?? null, title: 'Recovered', origin: job.origin ?? 'drop', created_at: now });
      }
      add('jobs', job);
    }
    for (const { table } of shapes) {
      if (table === 'batches' || table === 'jobs') continue;
      for (const row of rowsOf(table)) add(table, row);
    }
    restoreConsistency(db, shapes, now);
  }).immediate();
  db.pragma('foreign_keys = ON');
  const jobCount = db.prepare<[], number>('SELECT count(*) FROM jobs').pluck().get() ?? 0;
  return { rejected, jobs: jobCount, pauseFolders: () => pauseFolders(db) };
}

/** Returns a function that inserts a row, and returns false if a constraint rejects it. */
function createInserter(db: Database.Database): (table: string, row: Row) => boolean {
  const statements = new Map<string, Database.Statement>();
  return (table, row) => {
    const names = Object.keys(row);
    const placeholders = names.map(() => '?').join(', ');
    const sql = `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${placeholders})`;
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    try {
      statement.run(...names.map((name) => row[name]));
      return true;
    } catch (error) {
      if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_CONSTRAINT')) throw error;
      return false;
    }
  };
}

function isValidRow(table: string, row: Row): boolean {
  const document = documents[table];
  if (document === undefined) return true;
  try {
    const value = JSON.parse(String(row[document.column])) as { id?: unknown };
    return value.id === row.id && document.isValid(value);
  } catch {
    return false;
  }
}

/** Removes rows with missing references, and derives the data that depends on jobs. */
function restoreConsistency(db: Database.Database, shapes: readonly TableShape[], now: number): void {
  const hasTable = (table: string) => shapes.some((shape) => shape.table === table);
  if (!hasTable('jobs')) return;
  for (const table of ['step_runs', 'results', 'further_files', 'product_jobs', 'job_events']) {
    if (hasTable(table)) db.exec(`DELETE FROM ${table} WHERE job_id NOT IN (SELECT id FROM jobs)`);
  }
  db.exec(`DELETE FROM results WHERE batch_id NOT IN (SELECT id FROM batches);
    UPDATE jobs SET result_count = (SELECT count(*) FROM results WHERE job_id = jobs.id) WHERE state = 'done' AND result_count = 0`);
  const columns = shapes.find(({ table }) => table === 'jobs')?.columns.map(({ name }) => name) ?? [];
  if (columns.includes('follows')) {
    db.exec('UPDATE jobs SET follows = NULL WHERE follows NOT IN (SELECT id FROM jobs)');
  }
  if (hasTable('proofs')) {
    db.exec(`DELETE FROM proofs WHERE batch_id NOT IN (SELECT id FROM batches)
      OR photograph_id NOT IN (SELECT id FROM photographs)`);
  }
  for (const table of ['pick_rules', 'picks_begun']) {
    if (hasTable(table)) db.exec(`DELETE FROM ${table} WHERE batch_id NOT IN (SELECT id FROM batches)`);
  }
  if (hasTable('kept_previews')) repairKeptPreviews(db);
  if (hasTable('photographs')) relinkPhotographs(db);
  if (hasTable('originals')) {
    db.exec(`INSERT OR IGNORE INTO originals (key, file) SELECT path_key(source_path), NULL FROM jobs;
      INSERT OR IGNORE INTO originals (key, file)
        SELECT path_key(json_extract(value, '$.reference')), NULL FROM jobs, json_each(jobs.recipe, '$.steps')
        WHERE json_extract(value, '$.reference') IS NOT NULL`);
  }
  db.prepare(
    `INSERT INTO job_events (job_id, at, kind, text) SELECT id, ?, 'notice', 'The database was damaged and has been repaired.'
     FROM jobs WHERE state NOT IN ('done', 'cancelled')`,
  ).run(now);
  const insertRecipe = db.prepare('INSERT INTO recipes (id, position, recipe) VALUES (?, ?, ?)');
  if (db.prepare('SELECT 1 FROM recipes').pluck().get() !== undefined) return;
  starterRecipes.forEach((recipe, index) => {
    insertRecipe.run(recipe.id, index + 1, JSON.stringify(recipe));
  });
}

function pauseFolders(db: Database.Database): string[] {
  const update = db.prepare('UPDATE folders SET folder = ? WHERE id = ?');
  const rows = db.prepare<[], { id: string; folder: string }>('SELECT id, folder FROM folders').all();
  return rows.flatMap(({ id, folder }) => {
    const value = JSON.parse(folder) as WatchFolder;
    if (value.paused) return [];
    update.run(JSON.stringify({ ...value, paused: true }), id);
    return [value.path];
  });
}
