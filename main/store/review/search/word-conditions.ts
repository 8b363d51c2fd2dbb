/** SQL conditions for words in any name or text. */
import type { Database } from 'better-sqlite3';
import { parseMessage } from '../../stored-messages.ts';
import { foldForSearch } from './sort-keys.ts';
import { boundList, type Conditions, clientPicksSql, type SearchColumns } from './sql-conditions.ts';

/** The trigram index finds no shorter words. */
const minIndexedChars = 3;

const foreignLabeled = `photographs INDEXED BY photographs_labelled_elsewhere WHERE foreign_label <> ''`;
const selectBatches = 'SELECT id, title FROM batches';
const foldersByWord = 'SELECT id FROM source_folders WHERE instr(words, ?)';
const clientsByWord = 'SELECT id FROM client_answers WHERE instr(words, ?)';
const countNames = (limit: number) =>
  `SELECT count(*) FROM (SELECT 1 FROM photograph_names WHERE photograph_names MATCH ? LIMIT ${limit})`;

/** Takes one step per value instead of one per row. */
const distinctNames = (column: string, rows: string) => `WITH RECURSIVE names (name) AS (
    SELECT min(${column}) FROM ${rows}
    UNION ALL SELECT (SELECT min(${column}) FROM ${rows} AND ${column} > name) FROM names WHERE name IS NOT NULL)
  SELECT name FROM names WHERE name IS NOT NULL`;

interface FoldedName<T> {
  readonly value: T;
  readonly words: string;
}

const findByWord = <T>(names: readonly FoldedName<T>[], word: string): T[] =>
  names.filter(({ words }) => words.includes(word)).map(({ value }) => value);
const foldNames = (names: readonly string[]): FoldedName<string>[] =>
  names.map((value) => ({ value, words: foldForSearch(value) }));

type NameReader = ReturnType<typeof createNameReader>;

/** @param many maximum number of matches of rare words */
export function createNameReader(db: Database, many: number) {
  const batches = db.prepare<[], { id: number; title: string }>(selectBatches);
  const recipes = db.prepare<[], string>(distinctNames('recipe_name', 'jobs WHERE TRUE')).pluck();
  const labels = db.prepare<[], string>(distinctNames('foreign_label', foreignLabeled)).pluck();
  const folders = db.prepare<[string], number>(foldersByWord).pluck();
  const clients = db.prepare<[string], number>(clientsByWord).pluck();
  const count = db.prepare<[string], number>(countNames(many + 1)).pluck();
  return {
    recipeNames: (): string[] => recipes.all(),
    /** Reads names that are few, so that queries of long tables compare ids only. */
    readFoldedNames: () => ({
      recipes: foldNames(recipes.all()),
      batches: batches
        .all()
        .map(({ id, title }) => ({ value: id, words: foldForSearch(namesInMessage(parseMessage(title))) })),
      labels: foldNames(labels.all()),
    }),
    folderIds: (word: string): number[] => folders.all(word),
    clientIds: (words: string): number[] => clients.all(words),
    isRare: (word: string): boolean => [...word].length >= minIndexedChars && (count.get(toPhrase(word)) ?? 0) <= many,
  };
}

/** Creates conditions of one search. Keys are unique prefixes of names in `values`. */
export function createWordConditions(
  names: NameReader,
  { photographId, ...columns }: SearchColumns,
  values: Conditions['values'],
) {
  const { recipes, batches, labels } = names.readFoldedNames();
  const isAmong = (photographs: string) => `${photographId} IN ${photographs}`;
  const hasDetails = (condition: string) =>
    isAmong(`(SELECT photograph_id FROM photograph_details WHERE ${condition})`);

  /** Matches labels from other programs, unless a color replaces them; null if none match. */
  function foreignLabel(word: string, key: string): string | null {
    const matches = findByWord(labels, word);
    if (matches.length === 0) return null;
    values[`${key}labels`] = JSON.stringify(matches);
    const condition = `foreign_label IN ${boundList(`${key}labels`)} AND label = 0`;
    return isAmong(`(SELECT id FROM ${foreignLabeled} AND ${condition})`);
  }

  function keyword(word: string, key: string): string {
    values[`${key}keyword`] = word;
    return hasDetails(`instr(keyword_words, @${key}keyword)`);
  }

  /** Null if `found` is empty. */
  function listCondition(found: readonly unknown[], key: string, condition: (list: string) => string): string | null {
    if (found.length === 0) return null;
    values[key] = JSON.stringify(found);
    return condition(boundList(key));
  }

  function fileName(word: string, key: string): string {
    if (!names.isRare(word)) return columns.ofPhotograph(`instr(words, @${key})`);
    values[`${key}phrase`] = toPhrase(word);
    return isAmong(`(SELECT rowid FROM photograph_names WHERE photograph_names MATCH @${key}phrase)`);
  }

  function anyText(word: string, key: string): string {
    values[key] = word;
    const noted = `photographs INDEXED BY photographs_noted WHERE note <> ''`;
    const conditions = [
      fileName(word, key),
      isAmong(`(SELECT id FROM ${noted} AND instr(lower(note), @${key}))`),
      hasDetails(`instr(words, @${key}) OR instr(keyword_words, @${key})`),
      isAmong(clientPicksSql(`comment <> '' AND instr(lower(comment), @${key})`)),
      foreignLabel(word, key),
      listCondition(names.folderIds(word), `${key}folders`, (ids) => columns.ofPhotograph(`folder_id IN ${ids}`)),
      listCondition(findByWord(recipes, word), `${key}recipes`, columns.recipe),
      listCondition(findByWord(batches, word), `${key}batches`, columns.batch),
    ];
    return `(${conditions.filter((condition) => condition !== null).join(' OR ')})`;
  }

  return { foreignLabel, keyword, anyText };
}

/** Quotes a text for MATCH. */
const toPhrase = (word: string) => `"${word.replaceAll('"', '""')}"`;

/** Returns the names in a message; its other words are not stored. */
function namesInMessage(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(namesInMessage).join(' ');
  if (value === null || typeof value !== 'object') return '';
  const { values } = value as { values?: unknown };
  return Object.values((values ?? value) as object)
    .map(namesInMessage)
    .join(' ');
}
