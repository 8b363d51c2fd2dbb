/** Looks at a file that came in: what it is, and who it is by content. */
import { type ImageFacts, type ImageProblem, inspectImage } from '../imaging/read/inspect.ts';
import { contentHash } from './hash.ts';

/** A photograph that can be taken in, with the hash that recognises it whatever its name. */
export interface TakenImage extends ImageFacts {
  readonly hash: string;
}

/** Never throws for what is wrong with the file. */
export async function inspect(path: string, signal?: AbortSignal): Promise<TakenImage | ImageProblem> {
  const facts = await inspectImage(path);
  if (facts.kind !== 'image') return facts;
  return { ...facts, hash: await contentHash(path, signal) };
}
