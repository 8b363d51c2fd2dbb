import { lstat } from 'node:fs/promises';
import { pathInside } from '../files/contained-path.ts';
import { type Fingerprint, fingerprint } from '../files/content-hash.ts';
import { fingerprintUncached } from '../files/uncached-read.ts';
import { isPlaceholder } from '../pipeline/output/target-file.ts';
import type { CardFile, Shot } from './read-card.ts';

export interface NamedCopy {
  readonly file: CardFile;
  /** Absolute. */
  readonly path: string;
  /** `free`: no such file; `same`: copied before; `changed`: a sidecar of a copy that has been edited since. */
  readonly state: 'free' | 'same' | 'changed';
}

export interface NameSearch {
  /** The shot's folder at each destination, absolute. */
  readonly folders: readonly string[];
  /** Hashes a file on the card. Called only if a file of the same name and size exists. */
  readonly fingerprintOf: (file: CardFile) => Promise<Fingerprint>;
  readonly signal: AbortSignal;
}

/** Returns the copies in each folder, under a name that no other file has in any of them: the card's, or numbered. */
export async function chooseCopyNames(shot: Shot, search: NameSearch): Promise<NamedCopy[][]> {
  for (let number = 1; ; number += 1) {
    search.signal.throwIfAborted();
    const stem = number === 1 ? shot.stem : `${shot.stem}-${number}`;
    const copies = await Promise.all(search.folders.map((folder) => copiesIn(folder, stem, shot, search)));
    if (copies.every((each) => each !== null)) return copies;
  }
}

/** Returns null if another file has one of the names. */
async function copiesIn(
  folder: string,
  stem: string,
  { files }: Shot,
  search: NameSearch,
): Promise<NamedCopy[] | null> {
  const copies: NamedCopy[] = [];
  let hasPhotograph = false;
  // Photographs come before their sidecars.
  for (const file of files) {
    const path = pathInside(folder, stem + file.suffix);
    const state = await inspectPath(path, file, search);
    if (state !== 'other') copies.push({ file, path, state });
    else if (!file.isPhotograph && hasPhotograph) copies.push({ file, path, state: 'changed' });
    else return null;
    hasPhotograph ||= file.isPhotograph && state === 'same';
  }
  return copies;
}

async function inspectPath(
  path: string,
  file: CardFile,
  { fingerprintOf, signal }: NameSearch,
): Promise<'free' | 'same' | 'other'> {
  const entry = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  // A killed process may have left a placeholder, on a disk without hard links.
  if (entry === null || (await isPlaceholder(path))) return 'free';
  if (!entry.isFile() || entry.size !== file.bytes) return 'other';
  if ((await fingerprint(path)) === null) return 'other';
  return (await fingerprintUncached(path, signal)).hash === (await fingerprintOf(file)).hash ? 'same' : 'other';
}
