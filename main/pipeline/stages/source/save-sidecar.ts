/** What the XMP file beside a photograph says for its results: read when work on it begins, since the card may be out when it ends. */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncContent, syncFolder } from '../../../files/atomic-write.ts';
import type { XmpFacts } from '../../../imaging/xmp/read-xmp.ts';
import { readSidecar } from '../../../imaging/xmp/sidecar.ts';
import type { Job } from '../../../store/index.ts';
import { readOptionalFile, removeIfPresent, type WorkFolder } from '../work/work-folder.ts';

export type Named = Pick<XmpFacts, 'title' | 'creator' | 'rights'>;

const noted = ({ path }: Pick<WorkFolder, 'path'>) => join(path, 'sidecar.json');

export async function saveSidecar({ sourcePath }: Pick<Job, 'sourcePath'>, folder: WorkFolder): Promise<void> {
  const facts = await readSidecar(sourcePath);
  if (facts === null) return removeIfPresent(noted(folder));
  const { title, creator, rights } = facts;
  const part = `${noted(folder)}.part`;
  await writeFile(part, JSON.stringify({ title, creator, rights } satisfies Named), { mode: 0o600 });
  await syncContent(part);
  await rename(part, noted(folder));
  await syncFolder(folder.path);
}

/** Of the job's photograph; nothing where it has no sidecar. */
export function readSavedSidecar(folder: Pick<WorkFolder, 'path'>): Named {
  try {
    return JSON.parse(readOptionalFile(noted(folder)) ?? 'null') ?? nothing;
  } catch {
    return nothing;
  }
}

const nothing: Named = { title: null, creator: null, rights: null };
