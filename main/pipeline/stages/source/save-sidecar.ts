/** Saves metadata of an XMP sidecar when work begins, because the card may be gone at its end. */
import type { XmpFacts } from '../../../imaging/xmp/read-xmp.ts';
import { readSidecar } from '../../../imaging/xmp/sidecar.ts';
import type { Job } from '../../../store/index.ts';
import { readNote, removeNote, type WorkFolder, writeNote } from '../work/work-folder.ts';

export type SavedSidecar = Pick<XmpFacts, 'title' | 'creator' | 'rights'>;

const noteName = 'sidecar.json';

export async function saveSidecar({ sourcePath }: Pick<Job, 'sourcePath'>, folder: WorkFolder): Promise<void> {
  const facts = await readSidecar(sourcePath);
  if (facts === null) return removeNote(folder, noteName);
  const { title, creator, rights } = facts;
  await writeNote(folder, noteName, JSON.stringify({ title, creator, rights } satisfies SavedSidecar));
}

/** All fields are null without a sidecar. */
export function readSavedSidecar(folder: Pick<WorkFolder, 'path'>): SavedSidecar {
  try {
    return JSON.parse(readNote(folder, noteName) ?? 'null') ?? emptySidecar;
  } catch {
    return emptySidecar;
  }
}

const emptySidecar: SavedSidecar = { title: null, creator: null, rights: null };
