/** The name of a shot's copies: that of the card, or with a number where other files are called so, in any of the places. */
import { lstat } from 'node:fs/promises';
import { pathInside } from '../files/contained-path.ts';
import { type Fingerprint, fingerprint } from '../files/content-hash.ts';
import { fingerprintUncached } from '../files/uncached-read.ts';
import { isPlaceholder } from '../pipeline/output/target-file.ts';
import type { CardFile, Shot } from './read-card.ts';

/** A file of a shot in one place. */
export interface WantedCopy {
  readonly file: CardFile;
  /** Absolute. */
  readonly path: string;
  /**
   * `free`: nothing is called so; `same`: it is there; `changed`: of data beside a photograph that is there, which somebody has
   * gone on with.
   */
  readonly state: 'free' | 'same' | 'changed';
}

export interface NameSearch {
  /** Absolute: the shot's folder in each of the places. */
  readonly folders: readonly string[];
  /** What is on the card. Asked for only where a file of the same size is there. */
  readonly printOf: (file: CardFile) => Promise<Fingerprint>;
  readonly signal: AbortSignal;
}

/** The copies in each of the folders, under the first name that nothing else has in any of them. */
export async function chooseCopyNames(shot: Shot, search: NameSearch): Promise<WantedCopy[][]> {
  for (let number = 1; ; number += 1) {
    search.signal.throwIfAborted();
    const stem = number === 1 ? shot.stem : `${shot.stem}-${number}`;
    const wanted = await Promise.all(search.folders.map((folder) => copiesIn(folder, stem, shot, search)));
    if (wanted.every((each) => each !== null)) return wanted;
  }
}

/** Null where another file has one of these names. */
async function copiesIn(
  folder: string,
  stem: string,
  { files }: Shot,
  search: NameSearch,
): Promise<WantedCopy[] | null> {
  const wanted: WantedCopy[] = [];
  let hasPhotograph = false;
  // Photographs come before what lies beside them.
  for (const file of files) {
    const path = pathInside(folder, stem + file.ending);
    const state = await stateAt(path, file, search);
    if (state !== 'other') wanted.push({ file, path, state });
    else if (!file.isPhotograph && hasPhotograph) wanted.push({ file, path, state: 'changed' });
    else return null;
    hasPhotograph ||= file.isPhotograph && state === 'same';
  }
  return wanted;
}

async function stateAt(
  path: string,
  file: CardFile,
  { printOf, signal }: NameSearch,
): Promise<'free' | 'same' | 'other'> {
  const entry = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  // What a kill left on a disk without hard links: it only keeps the name.
  if (entry === null || (await isPlaceholder(path))) return 'free';
  if (!entry.isFile() || entry.size !== file.bytes) return 'other';
  if ((await fingerprint(path)) === null) return 'other';
  return (await fingerprintUncached(path, signal)).hash === (await printOf(file)).hash ? 'same' : 'other';
}
