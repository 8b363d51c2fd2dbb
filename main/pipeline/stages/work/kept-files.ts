/** Checks files of a work folder. Each is read once, also for later stages. */
import { statSync } from 'node:fs';
import { fingerprint } from '../../../files/content-hash.ts';
import { pinnedFileAt } from '../../../imaging/container/pinned-files.ts';
import type { ResponseFile, StageContext, StepResponse } from '../stage-types.ts';

/** Returns null if the file is missing. */
export async function hashFile(path: string, { hold }: Pick<StageContext, 'hold'>): Promise<string | null> {
  const held = pinnedFileAt(path) ?? (await hold(path));
  return held?.hash ?? (await fingerprint(path))?.hash ?? null;
}

/** Whether a downloaded file is complete and unchanged. */
export async function isDownloaded(path: string, { hash }: ResponseFile, context: StageContext): Promise<boolean> {
  if ((pinnedFileAt(path)?.bytes.length ?? statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) return false;
  if (hash === undefined || (await hashFile(path, context)) === hash) return true;
  pinnedFileAt(path)?.release();
  return false;
}

export async function hasLostFile({ files }: StepResponse, context: StageContext): Promise<boolean> {
  for (const file of files)
    if ('path' in file.from && !(await isDownloaded(file.from.path, file, context))) return true;
  return false;
}
