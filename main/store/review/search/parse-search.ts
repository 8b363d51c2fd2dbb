/**
 * What was typed into a search field, as terms of which all must hold: words of names, and what else they may mean (dates, states,
 * decisions, operations, findings). A word alone is looked for in names as well; `key:value` means what it says and nothing else. Pure.
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
import { parseDateWord, parseDateWords, type Span } from './search-dates.ts';
import { parseStateWord, parseStateWords, type StateMeaning } from './search-state-names.ts';
import { foldForSearch } from './sort-keys.ts';

export type Compare = '=' | '>=' | '<=' | '>' | '<';

export type SearchMeaning =
  | ({ readonly is: 'date' } & Span)
  | StateMeaning
  /** A label from another program has this in its words, which are folded. */
  | { readonly is: 'labelled'; readonly words: string }
  /** Chosen about by a client. A condition on the columns `picked`, `stars` and `comment` of a mark, or folded words of a client's name. */
  | { readonly is: 'chosen'; readonly condition: string }
  | { readonly is: 'client'; readonly words: string }
  /** A keyword has this in its words, which are folded. */
  | { readonly is: 'keyword'; readonly words: string }
  | { readonly is: 'operation'; readonly operations: readonly OperationId[] }
  | { readonly is: 'found'; readonly kinds: readonly (readonly [FindingKind, string])[] }
  | { readonly is: 'measured'; readonly kind: MeasuredKind; readonly compare: Compare; readonly value: number };

/** One of these must hold: all words are found in names, or it is as one of the meanings says. */
export interface Term {
  /** Folded; empty where only the meanings count. */
  readonly words: readonly string[];
  readonly meanings: readonly SearchMeaning[];
}

/** More words than these are not looked for. */
const maxSearchWords = 12;
/** Beginnings of what has a name are known from so many letters on. */
const minPrefixLength = 3;

/** @param now ms since 1970 */
export function parseSearch(text: string, now: number): Term[] {
  const words = foldForSearch(text)
    .replace(/≥/g, '>=')
    .replace(/≤/g, '<=')
    // "score >= 80" is one word, as "score>=80" is.
    .replace(/([a-z])\s*(>=|<=|=|>|<)\s*(?=\d)/g, '$1$2')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, maxSearchWords);
  const terms: Term[] = [];
  for (let index = 0; index < words.length; ) {
    const { term, length } = termAt(words, index, now);
    index += length;
    const same = JSON.stringify(term);
    if (!terms.some((each) => JSON.stringify(each) === same)) terms.push(term);
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
  const keyed = keyedOf(word, now);
  if (keyed) return { term: { words: [], meanings: [keyed] }, length: 1 };
  const measured = measuredOf(word);
  if (measured) return { term: { words: [], meanings: [measured] }, length: 1 };
  // "2 faces" and "quality 91", as captions have it.
  const counted = next === undefined ? null : (measuredOf(`${word}=${next}`) ?? countedOf(word, next));
  if (counted) return { term: { words: [word, next ?? ''], meanings: [counted] }, length: 2 };
  return { term: { words: [word], meanings: meaningsOf(word, now) }, length: 1 };
}

/** `key:value`; null where it is neither, and so a word as any other. */
function keyedOf(word: string, now: number): SearchMeaning | null {
  const [, key, value = ''] = /^(date|state|operation|finding|label|client|keyword):(.+)$/.exec(word) ?? [];
  switch (key) {
    case 'date': {
      const span = parseDateWord(value, now, true);
      return span && { is: 'date', ...span };
    }
    case 'state':
      return parseStateWord(value);
    case 'operation':
      return operationOf(value, 1);
    case 'finding':
      return foundOf(value, 1) ?? measuredOf(value);
    case 'label': {
      const label = labels.indexOf(value as (typeof labels)[number]);
      return label < 0 ? { is: 'labelled', words: value } : { is: 'decision', condition: `label = ${label}` };
    }
    case 'keyword':
      return { is: 'keyword', words: value };
    case 'client':
      return Object.hasOwn(choices, value)
        ? { is: 'chosen', condition: choices[value] ?? '' }
        : { is: 'client', words: value };
    default:
      return null;
  }
}

/** What a client may have chosen about a photograph. */
const choices: Readonly<Record<string, string>> = {
  picked: 'picked = 1',
  starred: 'stars > 0',
  commented: "comment <> ''",
};

function meaningsOf(word: string, now: number): SearchMeaning[] {
  const span = parseDateWord(word, now, false);
  const all = [span && ({ is: 'date', ...span } as const), parseStateWord(word)];
  return [...all, operationOf(word, minPrefixLength), foundOf(word, minPrefixLength)].filter((each) => each !== null);
}

/** True where a word of `name` begins so. */
const hasWord = (name: string, word: string) =>
  foldForSearch(name)
    .split(/[\s-]+/)
    .some((each) => each.startsWith(word));

function operationOf(word: string, letters: number): SearchMeaning | null {
  if (word.length < letters) return null;
  const found = operationIds.filter((id) => id === word || hasWord(operations[id].title, word));
  return found.length === 0 ? null : { is: 'operation', operations: found };
}

function foundOf(word: string, letters: number): SearchMeaning | null {
  if (word.length < letters) return null;
  const kinds = (
    Object.entries(detectedKinds) as [DetectedKind, Readonly<Record<string, readonly string[]>>][]
  ).flatMap(([kind, texts]) =>
    Object.entries(texts)
      .filter(([, names]) => names.some((name) => hasWord(name, word)))
      .map(([text]) => [kind, text] as const),
  );
  return kinds.length === 0 ? null : { is: 'found', kinds };
}

const kindOf = (word: string): MeasuredKind | undefined =>
  (Object.keys(measuredKinds) as MeasuredKind[]).find((kind) =>
    (measuredKinds[kind].words as readonly string[]).includes(word),
  );

/** "quality>=90", "faces=2"; null for any other word. */
function measuredOf(word: string): SearchMeaning | null {
  const [, name = '', compare, value] = /^([a-z]+)(>=|<=|=|>|<)(\d{1,3})$/.exec(word) ?? [];
  const kind = kindOf(name);
  if (kind === undefined || !isMeasured(kind)) return null;
  return { is: 'measured', kind, compare: compare as Compare, value: Number(value) };
}

/** "2 faces", "no face". */
function countedOf(number: string, name: string): SearchMeaning | null {
  const value = number === 'no' ? '0' : number;
  return name === 'face' || name === 'faces' ? measuredOf(`faces=${value}`) : null;
}
