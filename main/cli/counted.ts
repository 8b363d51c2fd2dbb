/** Sentences about so many: what did not occur goes unsaid. */

import { inWords } from '../../contract/in-words.ts';
import type { CountingKey, Sentence } from '../../contract/sentence.ts';

/** The sentence of a key for `count`; none for 0. */
export function counted(count: number, key: CountingKey): Sentence[] {
  return count === 0 ? [] : [{ key, values: { count } }];
}

/** "9 done, 1 failed". */
export function listed(sentences: readonly Sentence[]): string {
  return sentences.map((each) => inWords(each, 'terminal')).join(', ');
}
