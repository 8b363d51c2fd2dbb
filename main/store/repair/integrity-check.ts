/** Checks for damage that SQLite misses, in documents and partial indexes. */
import type { Database } from 'better-sqlite3';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { isAnswerText, isErrorText, isFitText, isObjectText, parseJobRecipe } from './stored-documents.ts';

/** Returns the first damage, or null. */
export function findCorruption(db: Database): MessageDescriptor | null {
  return findCorruptionSlice(db, null, 0).found ?? findCorruptionSlice(db, 0, Number.MAX_SAFE_INTEGER).found;
}

/**
 * For a caller with other work between slices.
 * @param after null for the first slice, then `next`
 */
export function findCorruptionSlice(db: Database, after: number | null, maxJobs: number): IntegritySlice {
  const hasJobs = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'jobs'`).get() !== undefined;
  if (!hasJobs) return { found: null, next: null };
  if (after === null) return { found: findCorruptIndex(db) ?? findCorruptDocument(db), next: 0 };
  return findCorruptJob(db, after, maxJobs);
}

export interface IntegritySlice {
  readonly found: MessageDescriptor | null;
  /** Start of the next slice; null at the end. */
  readonly next: number | null;
}

/** SQLite does not find surplus entries. One for a sent job would send it again. */
function findCorruptIndex(db: Database): MessageDescriptor | null {
  const partialIndexes = db
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'jobs' AND sql LIKE '%WHERE %'`,
    )
    .all();
  const count = (indexClause: string, condition: string) =>
    db
      .prepare<[], string>(`SELECT count(*) || '/' || total(id) FROM jobs ${indexClause} WHERE ${condition}`)
      .pluck()
      .get();
  for (const { name, sql } of partialIndexes) {
    const indexCondition = sql.slice(sql.lastIndexOf('WHERE ') + 'WHERE '.length);
    if (count(`INDEXED BY ${name}`, indexCondition) !== count('NOT INDEXED', indexCondition))
      return msg('store.unsound.index', { name });
  }
  return null;
}

/** Checks fields of every version. A recipe without steps would silently disappear from the list. */
function findCorruptDocument(db: Database): MessageDescriptor | null {
  const selectInvalid = db.prepare(
    `SELECT 1 FROM recipes WHERE json_type(recipe, '$.steps') IS NOT 'array' OR json_extract(recipe, '$.id') IS NOT id
     UNION ALL SELECT 1 FROM folders WHERE json_type(folder, '$.path') IS NOT 'text' OR json_extract(folder, '$.id') IS NOT id
     UNION ALL SELECT 1 FROM profiles WHERE json_type(profile, '$.kind') IS NOT 'text' OR json_extract(profile, '$.id') IS NOT id`,
  );
  return selectInvalid.get() === undefined ? null : msg('store.unsound.choice');
}

function findCorruptJob(db: Database, after: number, maxJobs: number): IntegritySlice {
  // All columns, because the first version had no `failures`.
  const jobs = db.prepare<[number, number], JobRow>(
    `SELECT jobs.*, run.fit, run.answer FROM jobs
     LEFT JOIN step_runs AS run ON run.job_id = jobs.id AND run.step = jobs.step AND jobs.state <> 'done'
     WHERE jobs.id > ? ORDER BY jobs.id LIMIT ?`,
  );
  let next: number | null = null;
  // Many jobs share a recipe.
  const recipes = new Map<string, Recipe | null>();
  const recipeOf = (text: string) => {
    const known = recipes.get(text);
    if (known !== undefined) return known;
    const recipe = parseJobRecipe(text);
    recipes.set(text, recipe);
    return recipe;
  };
  for (const row of jobs.iterate(after, maxJobs)) {
    const { id, recipe: text, step, operation, error, failures = '{}', fit, answer } = row;
    next = id;
    const recipe = recipeOf(text);
    const isUsable = recipe !== null && (recipe.steps[step]?.operation ?? operation) === operation;
    const isRunValid = isFitText(fit) && isAnswerText(answer);
    if (!isUsable || !isErrorText(error) || !isObjectText(failures) || !isRunValid)
      return { found: msg('store.unsound.job', { id: String(id) }), next };
  }
  return { found: null, next };
}

interface JobRow {
  readonly id: number;
  readonly recipe: string;
  readonly step: number;
  readonly operation: string;
  readonly error: string | null;
  readonly failures?: string;
  /** Fit of the current step; null for a finished job. */
  readonly fit: string | null;
  readonly answer: string | null;
}
