/** Saves metadata of an XMP sidecar when work begins, because the card may be gone at its end. */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncContent, syncFolder } from '../../../files/atomic-write.ts';
import type { XmpFacts } from '../../../imaging/xmp/read-xmp.ts';
import { readSidecar } from '../../../imaging/xmp/sidecar.ts';
import type { Job } from '../../../store/index.ts';
import { readOptionalFile, removeIfPresent, type WorkFolder } from '../work/work-folder.ts';

export type SavedSidecar = Pick<XmpFacts, 'title' | 'creator' | 'rights'>;

const savedPath = ({ path }: Pick<WorkFolder, 'path'>) => join(path, 'sidecar.json');

export async function saveSidecar({ sourcePath }: Pick<Job, 'sourcePath'>, folder: WorkFolder): Promise<void> {
  const facts = await readSidecar(sourcePath);
  if (facts === null) return removeIfPresent(savedPath(folder));
  const { title, creator, rights } = facts;
  const part = `${savedPath(folder)}.part`;
  await writeFile(part, JSON.stringify({ title, creator, rights } satisfies SavedSidecar), { mode: 0o600 });
  await syncContent(part);
  await rename(part, savedPath(folder));
  await syncFolder(folder.path);
}

/** All fields are null without a sidecar. */
export function readSavedSidecar(folder: Pick<WorkFolder, 'path'>): SavedSidecar {
  try {
    return JSON.parse(readOptionalFile(savedPath(folder)) ?? 'null') ?? emptySidecar;
  } catch {
    return emptySidecar;
  }
}

const emptySidecar: SavedSidecar = { title: null, creator: null, rights: null };
