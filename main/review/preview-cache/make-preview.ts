/** Makes the kept preview of one photograph or result, from whichever of its files is there. */
import { rm, stat } from 'node:fs/promises';
import type { FileAvailability } from '../../files/file-availability.ts';
import { withTimeout } from '../../files/with-timeout.ts';
import { raceAbort } from '../../service/abortable.ts';
import { type DeferredPreview, type PendingPreview, type Store, troubleOf } from '../../store/index.ts';
import { savePreview } from './preview-files.ts';
import { type RenderedPreview, renderPreview } from './render-preview.ts';

/** `full`: the disk took it not; `not`: it will not be made, or not now. */
export type PreviewOutcome = 'made' | 'full' | 'not';

export interface KeepTools {
  readonly store: Pick<Store, 'keptPreviews'>;
  readonly availability: Pick<FileAvailability, 'at' | 'locate' | 'markSilent'>;
  readonly clock: { now(): number };
  /** Ends the waiting for a picture that is being drawn. */
  readonly signal: AbortSignal;
}

/** A file that is away is looked for again after this time (ms), which doubles. */
const firstWait = 10 * 60 * 1000;
const maxWaitMs = 24 * 60 * 60 * 1000;
/** Looked for so often, it is given up; a disk may be away for two weeks. */
const maxTries = 20;

/**
 * Of `items`, those that have a file to draw from. All others are put off, or given up where their disk is there and they are
 * not, at one go: a card that is away has thousands of them.
 * @throws what is wrong with the database
 */
export async function itemsWithFiles(
  items: readonly PendingPreview[],
  { store: { keptPreviews: kept }, availability, clock, signal }: KeepTools,
): Promise<PendingPreview[]> {
  const availableItems: PendingPreview[] = [];
  const gone: PendingPreview[] = [];
  const awayItems: PendingPreview[] = [];
  for (const item of items) {
    if (signal.aborted) break;
    const seen = await Promise.all(item.paths.map((path) => availability.at(path)));
    const isHere =
      seen.includes('here') || (item.subject === 'photograph' && (await isFile(kept.waitingFile(item.photographId))));
    if (isHere) availableItems.push(item);
    else (seen.includes('away') && item.tries + 1 < maxTries ? awayItems : gone).push(item);
  }
  if (gone.length > 0) kept.settle(gone);
  if (awayItems.length > 0) kept.later(awayItems.map((item) => postpone(item, clock.now())));
  return availableItems;
}

const isFile = (path: string) =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** After one more try that may have been in vain. */
const postpone = (item: PendingPreview, now: number): DeferredPreview => ({
  ...item,
  dueAt: now + Math.min(maxWaitMs, firstWait * 2 ** item.tries),
  tries: item.tries + 1,
});

/** @throws what is wrong with the database, and the signal's reason */
export async function makePreview(item: PendingPreview, context: KeepTools): Promise<PreviewOutcome> {
  const { store, clock } = context;
  const { keptPreviews: kept } = store;
  const waiting = kept.waitingFile(item.photographId);
  const giveUp = async () => {
    kept.settle([item]);
    if (item.subject === 'photograph') await rm(waiting, { force: true });
  };
  // Written before: a picture that ends the whole process is not begun again by each start.
  kept.later([postpone(item, clock.now())]);
  const giveUpIfExhausted = () => (item.tries + 1 < maxTries ? undefined : giveUp());
  const { drawn, isAway } = await drawFirst(item, waiting, context).catch((error: unknown) => {
    // Called off: it was nobody's fault.
    kept.later([{ ...item, dueAt: 0 }]);
    throw error;
  });
  if (drawn === null) {
    await (isAway ? giveUpIfExhausted() : giveUp());
    return 'not';
  }
  try {
    await savePreview(kept, item, drawn);
    if (item.subject === 'photograph') await rm(waiting, { force: true });
    return 'made';
  } catch (error) {
    const { code = '', syscall } = error as NodeJS.ErrnoException;
    const isFull = /^(ENOSPC|EDQUOT)$/.test(code) || troubleOf(error) === 'full';
    if (!isFull && syscall === undefined) throw error;
    await giveUpIfExhausted();
    return isFull ? 'full' : 'not';
  }
}

interface Found {
  readonly drawn: RenderedPreview | null;
  /** One of its files is where nobody can look now. */
  readonly isAway: boolean;
}

/** The first of its files that is there, is the one that was worked on, and can be decoded. */
async function drawFirst(
  { subject, paths, bytes }: PendingPreview,
  waiting: string,
  { availability, signal }: KeepTools,
): Promise<Found> {
  let isAway = false;
  if (subject === 'photograph') {
    const drawn = await raceAbort(renderPreview(waiting), signal).catch(() => null);
    signal.throwIfAborted();
    if (drawn !== null) return { drawn, isAway };
  }
  for (const stored of paths) {
    const { state, path } = await availability.locate(stored);
    isAway ||= state === 'away';
    if (state !== 'here') continue;
    const drawing = drawIfIs(path, bytes);
    try {
      const drawn = await raceAbort(withTimeout(drawing), signal);
      if (drawn !== null) return { drawn, isAway };
    } catch (error) {
      signal.throwIfAborted();
      const { syscall, code } = error as NodeJS.ErrnoException;
      if (code === 'ETIMEDOUT') await availability.markSilent(path, drawing);
      // A picture that cannot be decoded will not be later; a disk that fails may be back.
      isAway ||= syscall !== undefined || code === 'ETIMEDOUT';
    }
  }
  return { drawn: null, isAway };
}

/** Null for a file of another size. */
async function drawIfIs(path: string, bytes: number | null): Promise<RenderedPreview | null> {
  return bytes === null || (await stat(path)).size === bytes ? renderPreview(path) : null;
}
