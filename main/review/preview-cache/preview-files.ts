/** The files of kept previews: written whole or not at all, for their user alone; what nobody knows is removed. */
import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFileAtomic } from '../../files/atomic-write.ts';
import type { KeptPreview, PendingPreview, PreviewSubject, Store } from '../../store/index.ts';
import type { RenderedPreview } from './render-preview.ts';

type Kept = Store['keptPreviews'];

/** Writes a picture and notes it, in the place of an earlier one. @throws what is wrong with the disk or the database; nothing of it is left then */
export async function savePreview(
  kept: Kept,
  { subject, id, photographId, at }: PreviewSubject & Pick<PendingPreview, 'photographId' | 'at'>,
  { picture, width, height }: RenderedPreview,
): Promise<void> {
  const name = randomUUID().replaceAll('-', '');
  try {
    await writeFileAtomic(kept.fileOf({ name }), picture);
    const made = { subject, id, name, bytes: picture.length, width, height };
    const before = kept.keep(made, { photographId, at });
    if (before !== null) await removePreviews(kept, [before]);
  } catch (error) {
    await removePreviews(kept, [{ name }]);
    throw error;
  }
}

/** Removes the files of pictures; one that will not go is left to `sweepFolder`. */
export async function removePreviews(kept: Kept, pictures: readonly Pick<KeptPreview, 'name'>[]): Promise<void> {
  for (const each of pictures) await rm(kept.fileOf(each), { force: true }).catch(() => undefined);
}

/** Pictures are in folders by the first two digits of their names; this many. */
export const folderCount = 256;
const ownName = /^([0-9a-f]{32})\.webp(\.part)?$/;

/**
 * Brings one of the folders into agreement with the table: a crash may have come between a file and its row. For whoever makes
 * the pictures, while none is being made.
 */
export async function sweepFolder(kept: Kept, part: number): Promise<void> {
  const start = part.toString(16).padStart(2, '0');
  const folder = join(kept.folder, start);
  const names = await namesIn(folder);
  const rows = kept.named(start);
  const known = new Set(rows.map(({ name }) => `${name}.webp`));
  for (const name of names) {
    if (ownName.test(name) && !known.has(name)) await rm(join(folder, name), { force: true });
  }
  const presentNames = new Set(names);
  const gone = rows.filter(({ name }) => !presentNames.has(`${name}.webp`));
  if (gone.length > 0) kept.drop(gone);
}

/** @throws where the folder is there and cannot be read: nothing of it counts as gone then */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

/**
 * Removes photographs that were left for their previews, but for those that `isNeeded` wants; previews of the others are made
 * from their own places.
 */
export async function sweepPendingSources(kept: Kept, isNeeded: (photographId: number) => boolean): Promise<void> {
  const folder = dirname(kept.waitingFile(0));
  for (const name of await namesIn(folder)) {
    if (/^\d+$/.test(name) && !isNeeded(Number(name))) await rm(join(folder, name), { force: true });
  }
}
