/** Sentences about so many: what did not occur goes unsaid. */

import { inWords } from '../../contract/in-words.ts';
import { type NamesOf, type Sentence, type SentenceKey, say } from '../../contract/sentence.ts';

/** Sentences that name nothing but how many. */
type Counting = { [K in SentenceKey]: NamesOf<K> extends 'count' ? K : never }[SentenceKey];

/** The sentence of a key for `count`; none for 0. */
export function counted(count: number, key: Counting): Sentence[] {
  return count === 0 ? [] : [say(key, { count })];
}

/** "9 done, 1 failed". */
export function listed(sentences: readonly Sentence[]): string {
  return sentences.map((each) => inWords(each, 'terminal')).join(', ');
}
