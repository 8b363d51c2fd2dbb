/** Review without the files: kept previews are made, shown, counted and deleted; and what is away is told and found again. */

import type { PhotographPresence, PreviewUsage, RelinkReport } from '../../contract/review/file-availability.ts';
import type { Clock } from '../clock.ts';
import { type PreviewSubject, type Store, skipOnTrouble } from '../store/index.ts';
import { createPresenceLookup, type Presence } from './file-presence.ts';
import { createPreviewBuilder, type PreviewBuilder } from './preview-cache/preview-builder.ts';
import { removePreviews, sweepPendingSources } from './preview-cache/preview-files.ts';
import { relink } from './relink.ts';
import { createViewableFileFinder, type ViewableFile } from './viewable-file.ts';

export interface Offline extends PreviewBuilder, ViewableFile {
  readonly presence: Presence;
  /** See `relink`. */
  relink(subject: PreviewSubject, folder: string): Promise<RelinkReport | null>;
  space(): PreviewUsage;
  /** Deletes all kept previews, and makes none of what is finished by now. */
  clear(): Promise<void>;
}

export interface OfflineOptions {
  readonly store: Store;
  /** See `KeeperOptions`. */
  readonly isBusy: () => boolean;
  readonly clock: Clock;
  /** Has a preview come from elsewhere of what is not at hand. */
  readonly fetch?: (subject: PreviewSubject) => Promise<boolean>;
  readonly log: { warn(text: string): void };
}

/** What was shown is noted after so long (ms), together. */
const noteAfter = 3000;
/** How many are deleted at a time. */
const slice = 200;

export function openOffline({ store, isBusy, clock, fetch, log }: OfflineOptions): Offline {
  const { keptPreviews: kept, availability } = store;
  const keeper = createPreviewBuilder({
    store,
    availability,
    clock,
    isBusy,
    onFault: (fault) => log.warn(`No preview was stored. ${fault}`),
  });
  const shown = new Map<string, PreviewSubject>();
  let cancelTimer: (() => void) | null = null;
  const note = skipOnTrouble(() => {
    cancelTimer?.();
    cancelTimer = null;
    const all = [...shown.values()];
    shown.clear();
    kept.used(all);
  });
  let isOver = false;
  const onUsed = (subject: PreviewSubject) => {
    if (isOver) return;
    shown.set(`${subject.subject} ${subject.id}`, subject);
    cancelTimer ??= clock.after(noteAfter, note);
  };

  const presence = createPresenceLookup(store, availability);
  /** Of what is looked at. */
  const fetchMissing = ({ photographId, original, results }: PhotographPresence) => {
    const files = [
      { of: { subject: 'photograph', id: photographId } as const, file: original },
      ...results.map((file) => ({ of: { subject: 'result', id: file.resultId } as const, file })),
    ];
    for (const { of, file } of files)
      if (file.state !== 'here' && file.state !== 'unknown' && !file.hasPreview) void fetch?.(of);
  };

  return {
    start: keeper.start,
    async end() {
      await keeper.end();
      isOver = true;
      if (cancelTimer !== null) note();
    },
    ...createViewableFileFinder(store, availability, onUsed),
    async presence(ids) {
      const found = await presence(ids);
      found.forEach(fetchMissing);
      return found;
    },
    relink: (subject, folder) => relink(subject, folder, { store, availability }),
    space: kept.space,
    async clear() {
      kept.settleAll();
      await sweepPendingSources(kept, () => false);
      for (let some = kept.oldest(slice); some.length > 0; some = kept.oldest(slice)) {
        await removePreviews(kept, some);
        kept.drop(some);
      }
    },
  };
}
