import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { contentHash } from '../../files/content-hash.ts';
import { pinFile } from '../../imaging/container/pinned-files.ts';
import { isCompleteJpeg } from '../../imaging/decode/completeness.ts';
import { createFileCache } from '../../imaging/decode/file-cache.ts';
import { pictureHash } from '../../imaging/metadata/strip-metadata.ts';
import { type ImageFacts, type ImageProblem, inspectImage } from '../../imaging/read/inspect-image.ts';

export interface InspectedImage extends ImageFacts {
  /** SHA-256 of the content, hex. */
  readonly hash: string;
  /** @see pictureHash */
  readonly pictureHash: string | null;
  /** Otherwise the file looks complete, and may still be damaged. */
  readonly isDecoded: boolean;
}

/** `glance` decodes only files that look incomplete. */
export type Depth = 'decode' | 'glance';

/** Keeps facts from the moment a photograph settles until it is added. */
const inspected = createFileCache<InspectedImage | ImageProblem>(
  10_000,
  (found) => found.kind === 'image' && found.developed === null,
);

export interface Inspection {
  readonly found: InspectedImage | ImageProblem;
  /** Of the file before it was read; null if that failed. */
  readonly status: BigIntStats | null;
  /** Whether the status was the same after it was read. */
  readonly isUnchanged: boolean;
}

/**
 * Reads an image and its hashes at once, unless it is very large, so that all facts are about the same content. Returns
 * problems with the file and never throws them.
 * @param known the file's present status
 */
export async function inspect(
  path: string,
  depth: Depth,
  signal?: AbortSignal,
  known?: BigIntStats,
): Promise<Inspection> {
  const read = () => inspectNow(path, depth, signal);
  const status = known ?? (await stat(path, { bigint: true }).catch(() => null));
  if (status === null) return { found: await read(), status, isUnchanged: false };
  const { value, isUnchanged } = await inspected.getOrReadWith(status, path, depth, read);
  // Cached facts may be from another file with the same content.
  const isShared = value.kind === 'image' && value.developed === null;
  const found = isShared ? { ...value, path, name: basename(path) } : value;
  return { found, status, isUnchanged };
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

/** Decodes a photograph. Returns null if it is intact, or its content no longer has this hash. */
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
