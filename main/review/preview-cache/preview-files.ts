/** Files of previews. */
import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFileAtomic } from '../../files/atomic-write.ts';
import type { KeptPreview, PendingPreview, PreviewSubject, Store } from '../../store/index.ts';
import type { RenderedPreview } from './render-preview.ts';

type KeptPreviews = Store['keptPreviews'];

/** Replaces an earlier preview. @throws Error of disk or database; no file is left */
export async function savePreview(
  keptPreviews: KeptPreviews,
  { subject, id, photographId, at }: PreviewSubject & Pick<PendingPreview, 'photographId' | 'at'>,
  { picture, width, height }: RenderedPreview,
): Promise<void> {
  const name = randomUUID().replaceAll('-', '');
  try {
    await writeFileAtomic(keptPreviews.fileOf({ name }), picture);
    const preview = { subject, id, name, bytes: picture.length, width, height };
    const earlier = keptPreviews.keep(preview, { photographId, at });
    if (earlier !== null) await removePreviews(keptPreviews, [earlier]);
  } catch (error) {
    await removePreviews(keptPreviews, [{ name }]);
    throw error;
  }
}

/** Leaves undeletable files to `sweepFolder`. */
export async function removePreviews(
  keptPreviews: KeptPreviews,
  pictures: readonly Pick<KeptPreview, 'name'>[],
): Promise<void> {
  for (const each of pictures) await rm(keptPreviews.fileOf(each), { force: true }).catch(() => undefined);
}

/** Folders, named by the first two hex digits of the files. */
export const folderCount = 256;
const previewName = /^([0-9a-f]{32})\.webp(\.part)?$/;

/**
 * Removes files without rows and rows without files, left by a crash. No preview may be written at the same time.
 * @param part index of the folder
 */
export async function sweepFolder(keptPreviews: KeptPreviews, part: number): Promise<void> {
  const prefix = part.toString(16).padStart(2, '0');
  const folder = join(keptPreviews.folder, prefix);
  const names = await listNames(folder);
  const rows = keptPreviews.named(prefix);
  const knownFiles = new Set(rows.map(({ name }) => `${name}.webp`));
  for (const name of names) {
    if (previewName.test(name) && !knownFiles.has(name)) await rm(join(folder, name), { force: true });
  }
  const presentFiles = new Set(names);
  const missing = rows.filter(({ name }) => !presentFiles.has(`${name}.webp`));
  if (missing.length > 0) keptPreviews.drop(missing);
}

/** @throws Error if the folder exists but cannot be read */
async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

/** Removes unneeded sources of pending previews. The photographs replace them. */
export async function sweepPendingSources(
  keptPreviews: KeptPreviews,
  isNeeded: (photographId: number) => boolean,
): Promise<void> {
  const folder = dirname(keptPreviews.waitingFile(0));
  for (const name of await listNames(folder)) {
    if (/^\d+$/.test(name) && !isNeeded(Number(name))) await rm(join(folder, name), { force: true });
  }
}
