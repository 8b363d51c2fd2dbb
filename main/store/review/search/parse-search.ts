/**
 * Parses the text of a search field into terms, all of which must match: words in names, and meanings (dates, states, decisions,
 * operations, findings). A single word also matches names; `key:value` does not.
 */
import {
  type DetectedKind,
  detectedKinds,
  type FindingKind,
  isMeasured,
  type MeasuredKind,
  measuredKinds,
} from '../../../../contract/findings/finding-kinds.ts';
import { type OperationId, operationIds } from '../../../../contract/operations/operation-spec.ts';
import { operations } from '../../../../contract/operations/table.ts';
import { labels } from '../../../../contract/review/photo-decision.ts';
import type { NumberCondition } from './finding-conditions.ts';
import { parseDateWord, parseDateWords, type Span } from './search-dates.ts';
import { parseStateWord, parseStateWords, type StateMeaning } from './search-state-names.ts';
import { foldForSearch } from './sort-keys.ts';

export type SearchMeaning =
  | ({ readonly is: 'date' } & Span)
  | StateMeaning
  /** Folded part of a label from another program. */
  | { readonly is: 'labelled'; readonly words: string }
  /** Condition on the columns `picked`, `stars` and `comment` of a client's mark. */
  | { readonly is: 'chosen'; readonly condition: string }
  /** Folded part of a client's name. */
  | { readonly is: 'client'; readonly words: string }
  /** Folded part of a keyword. */
  | { readonly is: 'keyword'; readonly words: string }
  | { readonly is: 'operation'; readonly operations: readonly OperationId[] }
  | { readonly is: 'found'; readonly kinds: readonly (readonly [FindingKind, string])[] }
  | ({ readonly is: 'measured'; readonly kind: MeasuredKind } & NumberCondition);

/** Matches if names contain all words, or one meaning applies. */
interface Term {
  /** Folded; empty if only the meanings count. */
  readonly words: readonly string[];
  readonly meanings: readonly SearchMeaning[];
}

const maxSearchWords = 12;
/** Minimum for beginnings of operations and findings. */
const minPrefixChars = 3;

/** @param now ms since 1970 */
export function parseSearch(text: string, now: number): Term[] {
  const words = foldForSearch(text)
    .replace(/≥/g, '>=')
    .replace(/≤/g, '<=')
    // "score >= 80" becomes one word.
    .replace(/([a-z])\s*(>=|<=|=|>|<)\s*(?=\d)/g, '$1$2')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, maxSearchWords);
  const terms: Term[] = [];
  for (let index = 0; index < words.length; ) {
    const { term, length } = termAt(words, index, now);
    index += length;
    const json = JSON.stringify(term);
    if (!terms.some((known) => JSON.stringify(known) === json)) terms.push(term);
  }
  return terms;
}

function termAt(words: readonly string[], index: number, now: number): { term: Term; length: number } {
  const [word, next] = [words[index] ?? '', words[index + 1]];
  const date = parseDateWords(words.slice(index), now);
  if (date) {
    const meanings: SearchMeaning[] = [{ is: 'date', ...date.span }];
    return { term: { words: words.slice(index, index + date.length), meanings }, length: date.length };
  }
  const state = parseStateWords(words.slice(index));
  if (state) {
    const { meaning, length } = state;
    return { term: { words: words.slice(index, index + length), meanings: [meaning] }, length };
  }
  const unambiguous = parseKeyValue(word, now) ?? parseComparison(word);
  if (unambiguous) return { term: { words: [], meanings: [unambiguous] }, length: 1 };
  // "quality 91" and "2 faces" are texts of captions.
  const counted = next === undefined ? null : (parseComparison(`${word}=${next}`) ?? parseFaceCount(word, next));
  if (counted) return { term: { words: [word, next ?? ''], meanings: [counted] }, length: 2 };
  return { term: { words: [word], meanings: wordMeanings(word, now) }, length: 1 };
}

/** Parses `key:value`; null if the key or value is unknown. */
function parseKeyValue(word: string, now: number): SearchMeaning | null {
  const [, key, value = ''] = /^(date|state|operation|finding|label|client|keyword):(.+)$/.exec(word) ?? [];
  switch (key) {
    case 'date': {
      const span = parseDateWord(value, now, true);
      return span && { is: 'date', ...span };
    }
    case 'state':
      return parseStateWord(value);
    case 'operation':
      return findOperations(value, 1);
    case 'finding':
      return findKinds(value, 1) ?? parseComparison(value);
    case 'label': {
      const label = labels.indexOf(value as (typeof labels)[number]);
      return label < 0 ? { is: 'labelled', words: value } : { is: 'decision', condition: `label = ${label}` };
    }
    case 'keyword':
      return { is: 'keyword', words: value };
    case 'client':
      return Object.hasOwn(clientMarks, value)
        ? { is: 'chosen', condition: clientMarks[value] ?? '' }
        : { is: 'client', words: value };
    default:
      return null;
  }
}

const clientMarks: Readonly<Record<string, string>> = {
  picked: 'picked = 1',
  starred: 'stars > 0',
  commented: "comment <> ''",
};

function wordMeanings(word: string, now: number): SearchMeaning[] {
  const span = parseDateWord(word, now, false);
  return [
    span && ({ is: 'date', ...span } as const),
    parseStateWord(word),
    findOperations(word, minPrefixChars),
    findKinds(word, minPrefixChars),
  ].filter((meaning) => meaning !== null);
}

/** Whether a word of `name` begins with `prefix`. */
const hasWordPrefix = (name: string, prefix: string) =>
  foldForSearch(name)
    .split(/[\s-]+/)
    .some((word) => word.startsWith(prefix));

function findOperations(word: string, minChars: number): SearchMeaning | null {
  if (word.length < minChars) return null;
  const ids = operationIds.filter((id) => id === word || hasWordPrefix(operations[id].title, word));
  return ids.length === 0 ? null : { is: 'operation', operations: ids };
}

function findKinds(word: string, minChars: number): SearchMeaning | null {
  if (word.length < minChars) return null;
  const kinds = (
    Object.entries(detectedKinds) as [DetectedKind, Readonly<Record<string, readonly string[]>>][]
  ).flatMap(([kind, texts]) =>
    Object.entries(texts)
      .filter(([, names]) => names.some((name) => hasWordPrefix(name, word)))
      .map(([text]) => [kind, text] as const),
  );
  return kinds.length === 0 ? null : { is: 'found', kinds };
}

const measuredKindOf = (word: string): MeasuredKind | undefined =>
  (Object.keys(measuredKinds) as MeasuredKind[]).find((kind) =>
    (measuredKinds[kind].words as readonly string[]).includes(word),
  );

/** Parses "quality>=90" and "faces=2"; null for other words. */
function parseComparison(word: string): SearchMeaning | null {
  const [, name = '', compare, value] = /^([a-z]+)(>=|<=|=|>|<)(\d{1,3})$/.exec(word) ?? [];
  const kind = measuredKindOf(name);
  if (kind === undefined || !isMeasured(kind)) return null;
  return { is: 'measured', kind, compare: compare as NumberCondition['compare'], value: Number(value) };
}

/** Parses "2 faces" and "no face". */
function parseFaceCount(count: string, noun: string): SearchMeaning | null {
  const value = count === 'no' ? '0' : count;
  return noun === 'face' || noun === 'faces' ? parseComparison(`faces=${value}`) : null;
}
