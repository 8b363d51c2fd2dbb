/** Leaves the photograph of a finished job for its kept preview, so that the card it came from may be taken out. */
import { link, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncContent } from '../../files/atomic-write.ts';
import type { Job } from '../../store/index.ts';
import type { StageContext } from './stage-types.ts';

/** So many wait at a time, at most: each takes the room of its photograph until its preview is made. */
const maxWaitingPreviews = 40;

/**
 * Gives the copy in the work folder, which is about to go, a second name in the folder of the previews: that takes no time,
 * and the preview (main/review/preview-cache) is made of the very content that was worked on. Where it fails, the
 * preview is made from the photograph's own place.
 */
export async function savePreviewSource(
  { photographId }: Pick<Job, 'photographId'>,
  { store, folder }: Pick<StageContext, 'store' | 'folder'>,
): Promise<void> {
  const { keptPreviews: kept, settings } = store;
  if (photographId === null || settings.read().keptPreviewsMegabytes === 0) return;
  if (!kept.isPending(photographId) || kept.hasManyPending(maxWaitingPreviews)) return;
  const waiting = kept.waitingFile(photographId);
  try {
    await mkdir(dirname(waiting), { recursive: true, mode: 0o700 });
    // It may be the only copy once the card is out.
    await syncContent(folder.source);
    await link(folder.source, waiting);
  } catch {
    // A disk without links, or one of the same content left it before.
  }
}
