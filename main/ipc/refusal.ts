/** A request that cannot be granted, with a sentence for people; any other error is a fault of ours. */
import { SaidError, type Sentence } from '../../contract/sentence.ts';
export class Refusal extends SaidError {
  override name = 'Refusal';
  declare readonly sentence: Sentence;
  constructor(sentence: Sentence) {
    super(sentence);
  }
}

/** Whatever has a sentence for people is told with it, and is no fault of ours. */
export async function refusing<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof SaidError && typeof fault.sentence !== 'string') throw new Refusal(fault.sentence as Sentence);
    throw fault;
  }
}
