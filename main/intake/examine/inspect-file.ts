/** Inspects the content of a file: what kind of image it is, and the hashes that identify it. */
import { basename } from 'node:path';
import { contentHash } from '../../files/content-hash.ts';
import { pinFile } from '../../imaging/container/pinned-files.ts';
import { pictureHash } from '../../imaging/metadata/strip-metadata.ts';
import { createFileCache } from '../../imaging/read/file-cache.ts';
import { type ImageFacts, type ImageProblem, inspectImage } from '../../imaging/read/inspect-image.ts';
import { isCompleteJpeg } from '../../imaging/read/is-complete-jpeg.ts';

/** A readable photograph. */
export interface InspectedImage extends ImageFacts {
  /** SHA-256 of the content, hex. */
  readonly hash: string;
  /** @see pictureHash */
  readonly pictureHash: string | null;
  /** Whether all pixels were decoded. Otherwise the file looks complete, and may still be damaged. */
  readonly isDecoded: boolean;
}

/** `glance` decodes only files that look incomplete. */
export type Depth = 'decode' | 'glance';

/** Remembers photographs between the time they settle and the time they are added. */
const inspected = createFileCache<InspectedImage | ImageProblem>(
  10_000,
  (found) => found.kind === 'image' && found.developed === null,
);

/**
 * Reads a file once, unless it is very large, so that all facts are about the same content. An unchanged file is not read
 * again. Problems with the file are returned, never thrown.
 */
export async function inspect(
  path: string,
  depth: Depth,
  signal?: AbortSignal,
): Promise<InspectedImage | ImageProblem> {
  const found = await inspected.getOrRead(path, depth, () => inspectNow(path, depth, signal));
  // The cached facts may be those of another file with the same content.
  return found.kind === 'image' && found.developed === null ? { ...found, path, name: basename(path) } : found;
}

async function inspectNow(
  path: string,
  depth: Depth,
  signal: AbortSignal | undefined,
): Promise<InspectedImage | ImageProblem> {
  const pinned = await pinFile(path);
  try {
    signal?.throwIfAborted();
    const isDecoded = depth === 'decode' || !(await isCompleteJpeg(path));
    const facts = await inspectImage(path, undefined, undefined, isDecoded);
    if (facts.kind !== 'image') return facts;
    const hash = pinned?.hash ?? (await contentHash(path, signal));
    return { ...facts, hash, pictureHash: await pictureHash(facts, signal), isDecoded };
  } finally {
    pinned?.release();
  }
}

/** Decodes a photograph with the content `hash`. Returns null if it is intact, or the file has other content now. */
export async function findImageProblem(path: string, hash: string): Promise<ImageProblem | null> {
  const pinned = await pinFile(path);
  try {
    if (pinned?.hash !== hash) return null;
    const facts = await inspectImage(path);
    return facts.kind === 'image' ? null : facts;
  } finally {
    pinned?.release();
  }
}
