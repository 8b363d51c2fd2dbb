/** A request that cannot be granted, with a sentence for people; any other error is a fault of ours. */
import { SaidError, type Sentence } from '../../preload/contract/sentence.ts';
export class Refusal extends SaidError {
  override name = 'Refusal';
  declare readonly sentence: Sentence;
  constructor(sentence: Sentence) {
    super(sentence);
  }
}
