/** What was typed into a search field as conditions of SQL: each word is looked for in names, folders, recipes, batches and notes. */
import type { Database } from 'better-sqlite3';
import { readMessage } from '../messages.ts';
import { folded } from './name-keys.ts';

/** Conditions, all of which must hold, and what they are bound to. */
export interface Conditions {
  readonly sql: string[];
  readonly values: Record<string, string | number>;
}

export const noConditions = (): Conditions => ({ sql: [], values: {} });

/** The words of a text, folded, each once. */
export function wordsOf(text: string): string[] {
  return [...new Set(folded(text).split(/\s+/).filter(Boolean))].slice(0, 8);
}

/** How the query that is asked gets at what words may be in; each takes the SQL of a list of values. */
export interface Columns {
  /** True where the photograph is one of these. */
  readonly photograph: (ids: string) => string;
  /** True where a condition on `words` and `folder_id` of its photograph holds; without a list of all that meet it. */
  readonly ofPhotograph: (condition: string) => string;
  readonly recipe: (names: string) => string;
  readonly batch: (ids: string) => string;
}

/** More photographs than this are not listed to be looked for in a list: each is looked at where it stands. */
const manyNames = 5000;
/** The index of names knows parts of so many letters and more. */
const shortest = 3;

/**
 * Batches and recipes are few: they are read whole and looked through here, so that what is long is only compared by number.
 */
export function searchWords(db: Database) {
  const batches = db.prepare<[], { id: number; title: string }>('SELECT id, title FROM batches');
  // One step for each name, and not one for each job.
  const recipes = db
    .prepare<[], string>(
      `WITH RECURSIVE names (name) AS (
         SELECT min(recipe_name) FROM jobs
         UNION ALL SELECT (SELECT min(recipe_name) FROM jobs WHERE recipe_name > name) FROM names WHERE name IS NOT NULL)
       SELECT name FROM names WHERE name IS NOT NULL`,
    )
    .pluck();
  const folders = db.prepare<[string], number>('SELECT id FROM source_folders WHERE instr(words, ?)').pluck();
  const named = db
    .prepare<[string], number>(
      `SELECT count(*) FROM (SELECT 1 FROM photograph_names WHERE photograph_names MATCH ? LIMIT ${manyNames + 1})`,
    )
    .pluck();
  /** True where a list of the photographs with this word in their names is short. */
  const isRare = (word: string) => [...word].length >= shortest && (named.get(phrase(word)) ?? 0) <= manyNames;
  return {
    recipeNames: (): string[] => recipes.all(),
    /** Adds what must hold for `text` to be found. */
    add({ sql, values }: Conditions, text: string, columns: Columns): void {
      const words = wordsOf(text);
      if (words.length === 0) return;
      const names = recipes.all().map((name) => ({ name, words: folded(name) }));
      const titles = batches.all().map(({ id, title }) => ({ id, words: folded(plainWords(readMessage(title))) }));
      words.forEach((word, index) => {
        const key = `word${index}`;
        const ways: string[] = [];
        if (isRare(word)) {
          ways.push(
            columns.photograph(`(SELECT rowid FROM photograph_names WHERE photograph_names MATCH @${key}phrase)`),
          );
          values[`${key}phrase`] = phrase(word);
        } else {
          ways.push(columns.ofPhotograph(`instr(words, @${key})`));
        }
        values[key] = word;
        ways.push(
          columns.photograph(
            `(SELECT id FROM photographs INDEXED BY photographs_noted WHERE note <> '' AND instr(lower(note), @${key}))`,
          ),
        );
        const inFolders = folders.all(word);
        if (inFolders.length > 0) {
          values[`${key}folders`] = JSON.stringify(inFolders);
          ways.push(columns.ofPhotograph(`folder_id IN (SELECT value FROM json_each(@${key}folders))`));
        }
        const inRecipes = names.filter((each) => each.words.includes(word)).map(({ name }) => name);
        if (inRecipes.length > 0) {
          values[`${key}recipes`] = JSON.stringify(inRecipes);
          ways.push(columns.recipe(`(SELECT value FROM json_each(@${key}recipes))`));
        }
        const inTitles = titles.filter((each) => each.words.includes(word)).map(({ id }) => id);
        if (inTitles.length > 0) {
          values[`${key}batches`] = JSON.stringify(inTitles);
          ways.push(columns.batch(`(SELECT value FROM json_each(@${key}batches))`));
        }
        sql.push(`(${ways.join(' OR ')})`);
      });
    },
  };
}

/** For MATCH: all of it as one text. */
const phrase = (word: string) => `"${word.replaceAll('"', '""')}"`;

/** The names in a message; the words around them are not in the database. */
function plainWords(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(plainWords).join(' ');
  if (value === null || typeof value !== 'object') return '';
  const { values } = value as { values?: unknown };
  return Object.values((values ?? value) as object)
    .map(plainWords)
    .join(' ');
}
