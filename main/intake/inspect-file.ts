/** Looks at a file that came in: what it is, and who it is by content. */
import { basename } from 'node:path';
import { contentHash } from '../files/content-hash.ts';
import { pinFile } from '../imaging/container/pinned-files.ts';
import { pictureHash } from '../imaging/metadata/strip-metadata.ts';
import { createFileCache } from '../imaging/read/file-cache.ts';
import { type ImageFacts, type ImageProblem, inspectImage } from '../imaging/read/inspect-image.ts';
import { isCompleteJpeg } from '../imaging/read/is-complete-jpeg.ts';

/** A photograph that can be taken in, with the hash that recognises it whatever its name. */
export interface InspectedImage extends ImageFacts {
  readonly hash: string;
  /** See `pictureHash`. */
  readonly pictureHash: string | null;
  /** False where it looks whole, and whether its picture is has not been seen. */
  readonly isDecoded: boolean;
}

/** `decode`: all of it; `glance`: what looks whole is not. */
export type Depth = 'decode' | 'glance';

/** Of photographs that settled and are taken in soon. */
const known = createFileCache<InspectedImage | ImageProblem>(
  10_000,
  (found) => found.kind === 'image' && found.developed === null,
);

/**
 * Reads the file once, unless it is very large: what is told is all of the same content. Of a file that is the same as when it was
 * asked for before, nothing is read. Never throws for what is wrong with the file.
 */
export async function inspect(
  path: string,
  depth: Depth,
  signal?: AbortSignal,
): Promise<InspectedImage | ImageProblem> {
  const found = await known.getOrRead(path, depth, () => inspectNow(path, depth, signal));
  // It may be that of another file with this content.
  return found.kind === 'image' && found.developed === null ? { ...found, path, name: basename(path) } : found;
}

async function inspectNow(
  path: string,
  depth: Depth,
  signal: AbortSignal | undefined,
): Promise<InspectedImage | ImageProblem> {
  const held = await pinFile(path);
  try {
    signal?.throwIfAborted();
    const isDecoded = depth === 'decode' || !(await isCompleteJpeg(path));
    const facts = await inspectImage(path, undefined, undefined, isDecoded);
    if (facts.kind !== 'image') return facts;
    const hash = held?.hash ?? (await contentHash(path, signal));
    return { ...facts, hash, pictureHash: await pictureHash(facts, signal), isDecoded };
  } finally {
    held?.release();
  }
}

/** What is wrong with a photograph that was glanced at; null where nothing is, or `path` has other content by now. */
export async function findImageProblem(path: string, hash: string): Promise<ImageProblem | null> {
  const held = await pinFile(path);
  try {
    if (held?.hash !== hash) return null;
    const facts = await inspectImage(path);
    return facts.kind === 'image' ? null : facts;
  } finally {
    held?.release();
  }
}
