/** Looks for what SQLite's own checks pass over: documents that are JSON, but not ours, and indexes with entries too many. */
import type { Database } from 'better-sqlite3';
import { isErrorText, isObjectText, readRecipe } from './job-fates.ts';

/** What is wrong, in a few words; null where nothing is. */
export function findUnsound(db: Database): string | null {
  const isThere = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'jobs'`).get() !== undefined;
  if (!isThere) return null;
  return findUnsoundIndex(db) ?? findUnsoundJob(db);
}

/** SQLite counts the entries of a partial index no more than it must: one for a job that is long sent would send it again. */
function findUnsoundIndex(db: Database): string | null {
  const partial = db
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'jobs' AND sql LIKE '%WHERE %'`,
    )
    .all();
  const count = (how: string, where: string) =>
    db.prepare<[], string>(`SELECT count(*) || '/' || total(id) FROM jobs ${how} WHERE ${where}`).pluck().get();
  for (const { name, sql } of partial) {
    const where = sql.slice(sql.lastIndexOf('WHERE ') + 'WHERE '.length);
    if (count(`INDEXED BY ${name}`, where) !== count('NOT INDEXED', where))
      return `The index ${name} disagrees with its table.`;
  }
  return null;
}

/** A text that many jobs share is read once. */
function findUnsoundJob(db: Database): string | null {
  // Of the first version too, which counted no failures.
  const jobs = db.prepare<[], { id: number; recipe: string; error: string | null; failures?: string }>(
    'SELECT * FROM jobs',
  );
  const recipes = new Map<string, boolean>();
  const isUsable = (text: string) => {
    const known = recipes.get(text) ?? readRecipe(text) !== null;
    recipes.set(text, known);
    return known;
  };
  for (const { id, recipe, error, failures = '{}' } of jobs.iterate()) {
    if (!isUsable(recipe) || !isErrorText(error) || !isObjectText(failures)) return `Job ${id} cannot be read.`;
  }
  return null;
}
