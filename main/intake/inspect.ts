/** Looks at a file that came in: what it is, and who it is by content. */
import { pictureHash } from '../imaging/metadata/bare.ts';
import { type ImageFacts, type ImageProblem, inspectImage } from '../imaging/read/inspect.ts';
import { contentHash } from './hash.ts';

/** A photograph that can be taken in, with the hash that recognises it whatever its name. */
export interface TakenImage extends ImageFacts {
  readonly hash: string;
  /** See `pictureHash`. */
  readonly pictureHash: string | null;
}

/** Never throws for what is wrong with the file. */
export async function inspect(path: string, signal?: AbortSignal): Promise<TakenImage | ImageProblem> {
  const facts = await inspectImage(path);
  if (facts.kind !== 'image') return facts;
  const hash = await contentHash(path, signal);
  return { ...facts, hash, pictureHash: await pictureHash(facts, signal) };
}
