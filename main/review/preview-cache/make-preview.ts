/** Makes the preview of one photograph or result from the first available file. */
import { rm, stat } from 'node:fs/promises';
import type { FileAvailability } from '../../files/file-availability.ts';
import { withTimeout } from '../../files/with-timeout.ts';
import { raceAbort } from '../../service/abortable.ts';
import { type DeferredPreview, type PendingPreview, type Store, troubleOf } from '../../store/index.ts';
import { savePreview } from './preview-files.ts';
import { type RenderedPreview, renderPreview } from './render-preview.ts';

/** `full`: the disk is full; `not`: it was postponed or given up. */
type PreviewOutcome = 'made' | 'full' | 'not';

interface PreviewContext {
  readonly store: Pick<Store, 'keptPreviews'>;
  readonly availability: Pick<FileAvailability, 'at' | 'locate' | 'markSilent'>;
  readonly clock: { now(): number };
  readonly signal: AbortSignal;
}

/** Backoff of an unavailable file, which doubles. */
const firstWaitMs = 10 * 60 * 1000;
const maxWaitMs = 24 * 60 * 60 * 1000;
/** About two weeks. */
const maxTries = 20;

/**
 * Returns the items with an available file. All others are postponed, or given up if their disk is available, in one
 * transaction, because a removed card has thousands of them.
 * @throws Error of the database
 */
export async function postponeUnavailable(
  items: readonly PendingPreview[],
  { store: { keptPreviews }, availability, clock, signal }: PreviewContext,
): Promise<PendingPreview[]> {
  const availableItems: PendingPreview[] = [];
  const missingItems: PendingPreview[] = [];
  const unavailableItems: PendingPreview[] = [];
  for (const item of items) {
    if (signal.aborted) break;
    const states = await Promise.all(item.paths.map((path) => availability.at(path)));
    const hasFile =
      states.includes('here') ||
      (item.subject === 'photograph' && (await isFile(keptPreviews.waitingFile(item.photographId))));
    if (hasFile) availableItems.push(item);
    else if (states.includes('away') && item.tries + 1 < maxTries) unavailableItems.push(item);
    else missingItems.push(item);
  }
  if (missingItems.length > 0) keptPreviews.settle(missingItems);
  if (unavailableItems.length > 0) keptPreviews.later(unavailableItems.map((item) => postpone(item, clock.now())));
  return availableItems;
}

const isFile = (path: string) =>
  stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );

const postpone = (item: PendingPreview, now: number): DeferredPreview => ({
  ...item,
  dueAt: now + Math.min(maxWaitMs, firstWaitMs * 2 ** item.tries),
  tries: item.tries + 1,
});

/** @throws Error of the database; the signal's reason */
export async function makePreview(item: PendingPreview, context: PreviewContext): Promise<PreviewOutcome> {
  const { store, clock } = context;
  const { keptPreviews } = store;
  const pendingSource = keptPreviews.waitingFile(item.photographId);
  const removePendingSource = async () => {
    if (item.subject === 'photograph') await rm(pendingSource, { force: true });
  };
  const giveUp = async () => {
    keptPreviews.settle([item]);
    await removePendingSource();
  };
  const giveUpIfExhausted = () => (item.tries + 1 < maxTries ? undefined : giveUp());
  // Postponed first, so that a picture that crashes the process does not do so at each start.
  keptPreviews.later([postpone(item, clock.now())]);
  const { preview, isUnavailable } = await renderFirst(item, pendingSource, context).catch((error: unknown) => {
    // An abort does not count as a try.
    keptPreviews.later([{ ...item, dueAt: 0 }]);
    throw error;
  });
  if (preview === null) {
    await (isUnavailable ? giveUpIfExhausted() : giveUp());
    return 'not';
  }
  try {
    await savePreview(keptPreviews, item, preview);
    await removePendingSource();
    return 'made';
  } catch (error) {
    const { code = '', syscall } = error as NodeJS.ErrnoException;
    const isFull = /^(ENOSPC|EDQUOT)$/.test(code) || troubleOf(error) === 'full';
    if (!isFull && syscall === undefined) throw error;
    await giveUpIfExhausted();
    return isFull ? 'full' : 'not';
  }
}

interface RenderOutcome {
  readonly preview: RenderedPreview | null;
  /** Whether a file may be readable later. */
  readonly isUnavailable: boolean;
}

/** Renders the first file that is available, has the recorded size, and can be decoded. */
async function renderFirst(
  { subject, paths, bytes }: PendingPreview,
  pendingSource: string,
  { availability, signal }: PreviewContext,
): Promise<RenderOutcome> {
  let isUnavailable = false;
  if (subject === 'photograph') {
    const preview = await raceAbort(renderPreview(pendingSource), signal).catch(() => null);
    signal.throwIfAborted();
    if (preview !== null) return { preview, isUnavailable };
  }
  for (const stored of paths) {
    const { state, path } = await availability.locate(stored);
    isUnavailable ||= state === 'away';
    if (state !== 'here') continue;
    const rendering = renderIfSameSize(path, bytes);
    try {
      const preview = await raceAbort(withTimeout(rendering), signal);
      if (preview !== null) return { preview, isUnavailable };
    } catch (error) {
      signal.throwIfAborted();
      const { syscall, code } = error as NodeJS.ErrnoException;
      if (code === 'ETIMEDOUT') await availability.markSilent(path, rendering);
      // Disk errors may pass, unlike errors of the decoder.
      isUnavailable ||= syscall !== undefined || code === 'ETIMEDOUT';
    }
  }
  return { preview: null, isUnavailable };
}

/** Returns null if the file has another size. */
async function renderIfSameSize(path: string, bytes: number | null): Promise<RenderedPreview | null> {
  return bytes === null || (await stat(path)).size === bytes ? renderPreview(path) : null;
}
