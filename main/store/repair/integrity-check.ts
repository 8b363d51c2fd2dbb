/** Looks for what SQLite's own checks pass over: documents that are JSON, but not ours, and indexes with entries too many. */
import type { Database } from 'better-sqlite3';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { isErrorText, isObjectText, readRecipe } from './classify-jobs.ts';
import { isAnswerText, isFitText } from './salvage-step-runs.ts';

/** What is wrong; null where nothing is. */
export function findCorruption(db: Database): MessageDescriptor | null {
  return findCorruptionSlice(db, null, 0).found ?? findCorruptionSlice(db, 0, Number.MAX_SAFE_INTEGER).found;
}

/** The same bit by bit, for whoever has something else to do between: `after` is null at first, and then what was `next`. */
export function findCorruptionSlice(db: Database, after: number | null, maxJobs: number): IntegritySlice {
  const isThere = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'jobs'`).get() !== undefined;
  if (!isThere) return { found: null, next: null };
  if (after === null) return { found: findUnsoundIndex(db) ?? findUnsoundChoice(db), next: 0 };
  return findUnsoundJob(db, after, maxJobs);
}

export interface IntegritySlice {
  /** What is wrong; null where nothing is. */
  readonly found: MessageDescriptor | null;
  /** Where to go on; null at the end. */
  readonly next: number | null;
}

/** SQLite counts the entries of a partial index no more than it must: one for a job that is long sent would send it again. */
function findUnsoundIndex(db: Database): MessageDescriptor | null {
  const partial = db
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'jobs' AND sql LIKE '%WHERE %'`,
    )
    .all();
  const count = (indexClause: string, condition: string) =>
    db
      .prepare<[], string>(`SELECT count(*) || '/' || total(id) FROM jobs ${indexClause} WHERE ${condition}`)
      .pluck()
      .get();
  for (const { name, sql } of partial) {
    const indexCondition = sql.slice(sql.lastIndexOf('WHERE ') + 'WHERE '.length);
    if (count(`INDEXED BY ${name}`, indexCondition) !== count('NOT INDEXED', indexCondition))
      return msg('store.unsound.index', { name });
  }
  return null;
}

/** What every version has written of the user's choices: a recipe without steps is left out of the list without a word. */
function findUnsoundChoice(db: Database): MessageDescriptor | null {
  const isNone = db.prepare(
    `SELECT 1 FROM recipes WHERE json_type(recipe, '$.steps') IS NOT 'array' OR json_extract(recipe, '$.id') IS NOT id
     UNION ALL SELECT 1 FROM folders WHERE json_type(folder, '$.path') IS NOT 'text' OR json_extract(folder, '$.id') IS NOT id
     UNION ALL SELECT 1 FROM profiles WHERE json_type(profile, '$.kind') IS NOT 'text' OR json_extract(profile, '$.id') IS NOT id`,
  );
  return isNone.get() === undefined ? null : msg('store.unsound.choice');
}

/** Among `maxJobs` jobs with ids above `after`. A text that many jobs share is read once. */
function findUnsoundJob(db: Database, after: number, maxJobs: number): IntegritySlice {
  // Of the first version too, which counted no failures.
  const jobs = db.prepare<[number, number], JobRow>(
    `SELECT jobs.*, run.fit, run.answer FROM jobs
     LEFT JOIN step_runs AS run ON run.job_id = jobs.id AND run.step = jobs.step AND jobs.state <> 'done'
     WHERE jobs.id > ? ORDER BY jobs.id LIMIT ?`,
  );
  let next: number | null = null;
  const recipes = new Map<string, Recipe | null>();
  const recipeOf = (text: string) => {
    const known = recipes.get(text);
    if (known !== undefined) return known;
    const read = readRecipe(text);
    recipes.set(text, read);
    return read;
  };
  for (const row of jobs.iterate(after, maxJobs)) {
    const { id, recipe: text, step, operation, error, failures = '{}', fit, answer } = row;
    next = id;
    const recipe = recipeOf(text);
    const isUsable = recipe !== null && (recipe.steps[step]?.operation ?? operation) === operation;
    const isRunSound = isFitText(fit) && isAnswerText(answer);
    if (!isUsable || !isErrorText(error) || !isObjectText(failures) || !isRunSound)
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
  /** Of the step it is at; null for a job that is done. */
  readonly fit: string | null;
  readonly answer: string | null;
}
