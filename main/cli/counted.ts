/** Sentences about so many: what did not occur goes unsaid. */

import { commas, inWords } from '../../contract/in-words.ts';
import { type CountingKey, type Sentence, say } from '../../contract/sentence.ts';

/** The sentence of a key for `count`; none for 0. */
export function counted(count: number, key: CountingKey): Sentence[] {
  return count === 0 ? [] : [say(key, { count })];
}

/** "9 done, 1 failed". */
export function listed(sentences: readonly Sentence[]): string {
  return commas(sentences.map((each) => inWords(each, 'terminal')));
}
