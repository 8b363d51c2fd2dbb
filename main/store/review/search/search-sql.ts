/**
 * What was typed into a search field as conditions of SQL: each word is looked for in names, folders, recipes, batches, notes, photo
 * info, comments of clients and labels from other programs, and each term by what else it may mean.
 */
import type { Database } from 'better-sqlite3';
import type { JobState } from '../../../../contract/jobs/job.ts';
import { parseMessage } from '../../stored-messages.ts';
import { defaultStrategy, findingConditions, type QueryStrategy } from './finding-conditions.ts';
import { parseSearch, type SearchMeaning } from './parse-search.ts';
import type { Span } from './search-dates.ts';
import { foldForSearch } from './sort-keys.ts';

/** Conditions, all of which must hold, and what they are bound to. */
export interface Conditions {
  readonly sql: string[];
  readonly values: Record<string, string | number>;
}

export const noConditions = (): Conditions => ({ sql: [], values: {} });

/** How the query that is asked gets at what words may be in; each takes the SQL of a list of values. */
export interface Columns {
  /** Names its photograph. */
  readonly photographId: string;
  /** True where a condition on words, folder or decision of its photograph holds; without a list of all that meet it. */
  readonly ofPhotograph: (condition: string) => string;
  readonly recipe: (names: string) => string;
  readonly batch: (ids: string) => string;
  readonly operation: (ids: string) => string;
  readonly state: (states: readonly JobState[]) => string;
  readonly date: (span: Span) => string;
}

/** The index of names knows parts of so many letters and more. */
const minIndexedChars = 3;

/** Batches and recipes are few: they are read whole and looked through here, so that what is long is only compared by number. */
export function createSearchSql(db: Database, strategy: QueryStrategy = defaultStrategy) {
  const { now, many } = strategy;
  const batches = db.prepare<[], { id: number; title: string }>('SELECT id, title FROM batches');
  // One step for each name, and not one for each row that has it.
  const namesIn = (column: string, rows: string) =>
    db
      .prepare<[], string>(
        `WITH RECURSIVE names (name) AS (
           SELECT min(${column}) FROM ${rows}
           UNION ALL SELECT (SELECT min(${column}) FROM ${rows} AND ${column} > name) FROM names WHERE name IS NOT NULL)
         SELECT name FROM names WHERE name IS NOT NULL`,
      )
      .pluck();
  const recipes = namesIn('recipe_name', 'jobs WHERE TRUE');
  const foreignLabelled = `photographs INDEXED BY photographs_labelled_elsewhere WHERE foreign_label <> ''`;
  const foreignLabels = namesIn('foreign_label', foreignLabelled);
  const folders = db.prepare<[string], number>('SELECT id FROM source_folders WHERE instr(words, ?)').pluck();
  const named = db
    .prepare<[string], number>(
      `SELECT count(*) FROM (SELECT 1 FROM photograph_names WHERE photograph_names MATCH ? LIMIT ${many + 1})`,
    )
    .pluck();
  const clients = db.prepare<[string], number>('SELECT id FROM client_answers WHERE instr(words, ?)').pluck();
  const findings = findingConditions(db, strategy);
  /** True where a list of the photographs with this word in their names is short. */
  const isRare = (word: string) => [...word].length >= minIndexedChars && (named.get(phrase(word)) ?? 0) <= many;

  /** True where what a term may mean beside words of names holds. */
  function meantBy(meaning: Exclude<SearchMeaning, { readonly is: 'labelled' | 'keyword' }>, columns: Columns): string {
    switch (meaning.is) {
      case 'date':
        return columns.date(meaning);
      case 'state':
        return columns.state(meaning.states);
      case 'decision':
        return columns.ofPhotograph(meaning.condition);
      case 'chosen':
        return `${columns.photographId} IN ${clientPicksSql(meaning.condition)}`;
      case 'client':
        return `${columns.photographId} IN ${clientPicksSql(`answer_id IN (${clients.all(meaning.words).join(', ')})`)}`;
      case 'operation':
        return columns.operation(sqlNameList(meaning.operations));
      case 'measured':
        return findings.conditionFor(columns.photographId, meaning.kind, '', meaning);
      case 'found':
        return `(${meaning.kinds.map(([kind, text]) => findings.conditionFor(columns.photographId, kind, text)).join(' OR ')})`;
    }
  }

  return {
    recipeNames: (): string[] => recipes.all(),
    findings,
    /** Adds what must hold for `text` to be found. */
    add({ sql, values }: Conditions, text: string, columns: Columns): void {
      const terms = parseSearch(text, now());
      if (terms.length === 0) return;
      const names = recipes.all().map((name) => ({ name, words: foldForSearch(name) }));
      const titles = batches
        .all()
        .map(({ id, title }) => ({ id, words: foldForSearch(plainWords(parseMessage(title))) }));
      const labels = foreignLabels.all().map((name) => ({ name, words: foldForSearch(name) }));
      const among = (ids: string) => `${columns.photographId} IN ${ids}`;
      /** True where the label from another program is one of these, and no colour covers it. @param key names its values */
      const labeledSo = (word: string, key: string): string | null => {
        const found = labels.filter((each) => each.words.includes(word)).map(({ name }) => name);
        if (found.length === 0) return null;
        values[`${key}labels`] = JSON.stringify(found);
        const isOne = `foreign_label IN (SELECT value FROM json_each(@${key}labels)) AND label = 0`;
        return among(`(SELECT id FROM ${foreignLabelled} AND ${isOne})`);
      };
      /** True where details of a photograph say so. */
      const describedSo = (condition: string) =>
        among(`(SELECT photograph_id FROM photograph_details WHERE ${condition})`);
      /** True where a keyword has this in it. @param key names its value */
      const keywordSo = (word: string, key: string): string => {
        values[`${key}keyword`] = word;
        return describedSo(`instr(keyword_words, @${key}keyword)`);
      };
      /** True where the word is in a name. @param key names its values */
      const namedSo = (word: string, key: string): string => {
        const alternatives: string[] = [];
        if (isRare(word)) {
          alternatives.push(among(`(SELECT rowid FROM photograph_names WHERE photograph_names MATCH @${key}phrase)`));
          values[`${key}phrase`] = phrase(word);
        } else {
          alternatives.push(columns.ofPhotograph(`instr(words, @${key})`));
        }
        values[key] = word;
        alternatives.push(
          among(
            `(SELECT id FROM photographs INDEXED BY photographs_noted WHERE note <> '' AND instr(lower(note), @${key}))`,
          ),
        );
        alternatives.push(describedSo(`instr(words, @${key}) OR instr(keyword_words, @${key})`));
        alternatives.push(among(clientPicksSql(`comment <> '' AND instr(lower(comment), @${key})`)));
        const inLabels = labeledSo(word, key);
        if (inLabels !== null) alternatives.push(inLabels);
        const inFolders = folders.all(word);
        if (inFolders.length > 0) {
          values[`${key}folders`] = JSON.stringify(inFolders);
          alternatives.push(columns.ofPhotograph(`folder_id IN (SELECT value FROM json_each(@${key}folders))`));
        }
        const inRecipes = names.filter((each) => each.words.includes(word)).map(({ name }) => name);
        if (inRecipes.length > 0) {
          values[`${key}recipes`] = JSON.stringify(inRecipes);
          alternatives.push(columns.recipe(`(SELECT value FROM json_each(@${key}recipes))`));
        }
        const inTitles = titles.filter((each) => each.words.includes(word)).map(({ id }) => id);
        if (inTitles.length > 0) {
          values[`${key}batches`] = JSON.stringify(inTitles);
          alternatives.push(columns.batch(`(SELECT value FROM json_each(@${key}batches))`));
        }
        return `(${alternatives.join(' OR ')})`;
      };
      terms.forEach((term, index) => {
        const alternatives = term.meanings.map((meaning, meaningIndex) => {
          const key = `meant${index}x${meaningIndex}`;
          if (meaning.is === 'labelled') return labeledSo(meaning.words, key) ?? 'FALSE';
          return meaning.is === 'keyword' ? keywordSo(meaning.words, key) : meantBy(meaning, columns);
        });
        const words = term.words.map((word, wordIndex) => namedSo(word, `word${index}x${wordIndex}`));
        if (words.length > 0) alternatives.push(`(${words.join(' AND ')})`);
        sql.push(`(${alternatives.join(' OR ')})`);
      });
    },
  };
}

/** Photographs about which a client chose so, as SQL. */
export const clientPicksSql = (condition: string) => `(SELECT photograph_id FROM client_picks WHERE ${condition})`;

/** A list of names of the program as SQL has it. */
export const sqlNameList = (names: readonly string[]) => `(${names.map((name) => `'${name}'`).join(', ')})`;

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
