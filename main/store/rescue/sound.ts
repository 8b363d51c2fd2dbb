/** Looks for what SQLite's own checks pass over: documents that are JSON, but not ours, and indexes with entries too many. */
import type { Database } from 'better-sqlite3';
import type { Recipe } from '../../../preload/contract/recipe.ts';
import { type Sentence, say } from '../../../preload/contract/sentence.ts';
import { isErrorText, isObjectText, readRecipe } from './job-fates.ts';

/** What is wrong; null where nothing is. */
export function findUnsound(db: Database): Sentence | null {
  const isThere = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'jobs'`).get() !== undefined;
  if (!isThere) return null;
  return findUnsoundIndex(db) ?? findUnsoundJob(db) ?? findUnsoundChoice(db);
}

/** SQLite counts the entries of a partial index no more than it must: one for a job that is long sent would send it again. */
function findUnsoundIndex(db: Database): Sentence | null {
  const partial = db
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'jobs' AND sql LIKE '%WHERE %'`,
    )
    .all();
  const count = (how: string, where: string) =>
    db.prepare<[], string>(`SELECT count(*) || '/' || total(id) FROM jobs ${how} WHERE ${where}`).pluck().get();
  for (const { name, sql } of partial) {
    const where = sql.slice(sql.lastIndexOf('WHERE ') + 'WHERE '.length);
    if (count(`INDEXED BY ${name}`, where) !== count('NOT INDEXED', where)) return say('store.unsound.index', { name });
  }
  return null;
}

/** What every version has written of the user's choices: a recipe without steps is left out of the list without a word. */
function findUnsoundChoice(db: Database): Sentence | null {
  const isNone = db.prepare(
    `SELECT 1 FROM recipes WHERE json_type(recipe, '$.steps') IS NOT 'array' OR json_extract(recipe, '$.id') IS NOT id
     UNION ALL SELECT 1 FROM folders WHERE json_type(folder, '$.path') IS NOT 'text' OR json_extract(folder, '$.id') IS NOT id
     UNION ALL SELECT 1 FROM profiles WHERE json_type(profile, '$.kind') IS NOT 'text' OR json_extract(profile, '$.id') IS NOT id`,
  );
  return isNone.get() === undefined ? null : say('store.unsound.choice');
}

/** A text that many jobs share is read once. */
function findUnsoundJob(db: Database): Sentence | null {
  // Of the first version too, which counted no failures.
  const jobs = db.prepare<[], JobRow>('SELECT * FROM jobs');
  const recipes = new Map<string, Recipe | null>();
  const recipeOf = (text: string) => {
    const known = recipes.get(text);
    if (known !== undefined) return known;
    const read = readRecipe(text);
    recipes.set(text, read);
    return read;
  };
  for (const { id, recipe: text, step, operation, error, failures = '{}' } of jobs.iterate()) {
    const recipe = recipeOf(text);
    const isUsable = recipe !== null && (recipe.steps[step]?.operation ?? operation) === operation;
    if (!isUsable || !isErrorText(error) || !isObjectText(failures))
      return say('store.unsound.job', { id: String(id) });
  }
  return null;
}

interface JobRow {
  readonly id: number;
  readonly recipe: string;
  readonly step: number;
  readonly operation: string;
  readonly error: string | null;
  readonly failures?: string;
}
