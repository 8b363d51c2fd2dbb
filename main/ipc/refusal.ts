/** A request that cannot be granted, with a sentence for people; any other error is a fault of ours. */
export class Refusal extends Error {
  override name = 'Refusal';
}
