/** Review without the files: previews that replace them, their states, and files that were moved. */
import type { PhotographPresence, PreviewUsage, RelinkReport } from '../../../contract/review/file-availability.ts';
import type { Clock } from '../../clock.ts';
import { type PreviewSubject, type Store, skipOnTrouble } from '../../store/index.ts';
import { createPreviewBuilder, type PreviewBuilder } from '../preview-cache/preview-builder.ts';
import { removePreviews, sweepPendingSources } from '../preview-cache/preview-files.ts';
import { createViewableFileFinder, type ViewableFile } from '../preview-cache/viewable-file.ts';
import { createPresenceLookup, type Presence } from './file-presence.ts';
import { relink } from './relink.ts';

export interface Offline extends PreviewBuilder, ViewableFile {
  readonly presence: Presence;
  /** @see relink */
  relink(subject: PreviewSubject, folder: string): Promise<RelinkReport | null>;
  space(): PreviewUsage;
  /** Deletes all previews, and makes no more for finished results. */
  clear(): Promise<void>;
}

export interface OfflineOptions {
  readonly store: Store;
  /** @see PreviewBuilderOptions */
  readonly isBusy: () => boolean;
  readonly clock: Clock;
  /** Requests the preview of an unavailable file from another station. */
  readonly fetch?: (subject: PreviewSubject) => Promise<boolean>;
  readonly log: { warn(text: string): void };
}

const maxDeletedAtOnce = 200;

export function openOffline({ store, isBusy, clock, fetch, log }: OfflineOptions): Offline {
  const { keptPreviews, availability } = store;
  const builder = createPreviewBuilder({
    store,
    availability,
    clock,
    isBusy,
    onError: (error) => log.warn(`No preview was stored. ${error}`),
  });
  const usage = new PreviewUses(keptPreviews, clock);
  const findPresence = createPresenceLookup(store, availability);

  const fetchMissing = ({ photographId, original, results }: PhotographPresence) => {
    const files = [
      { subject: { subject: 'photograph', id: photographId } as const, file: original },
      ...results.map((file) => ({ subject: { subject: 'result', id: file.resultId } as const, file })),
    ];
    for (const { subject, file } of files)
      if (file.state !== 'here' && file.state !== 'unknown' && !file.hasPreview) void fetch?.(subject);
  };

  return {
    start: () => builder.start(),
    async end() {
      await builder.end();
      usage.end();
    },
    ...createViewableFileFinder(store, availability, (subject) => usage.add(subject)),
    async presence(ids) {
      const presences = await findPresence(ids);
      presences.forEach(fetchMissing);
      return presences;
    },
    relink: (subject, folder) => relink(subject, folder, { store, availability }),
    space: keptPreviews.space,
    async clear() {
      keptPreviews.settleAll();
      await sweepPendingSources(keptPreviews, () => false);
      for (;;) {
        const previews = keptPreviews.oldest(maxDeletedAtOnce);
        if (previews.length === 0) return;
        await removePreviews(keptPreviews, previews);
        keptPreviews.drop(previews);
      }
    },
  };
}

const writeDelayMs = 3000;

/** Previews that were shown, written to the database together. */
class PreviewUses {
  readonly #used = new Map<string, PreviewSubject>();
  #cancelTimer: (() => void) | null = null;
  #isEnded = false;
  readonly #keptPreviews: Store['keptPreviews'];
  readonly #clock: Clock;

  constructor(keptPreviews: Store['keptPreviews'], clock: Clock) {
    this.#keptPreviews = keptPreviews;
    this.#clock = clock;
  }

  add(subject: PreviewSubject): void {
    if (this.#isEnded) return;
    this.#used.set(`${subject.subject} ${subject.id}`, subject);
    this.#cancelTimer ??= this.#clock.after(writeDelayMs, this.#write);
  }

  end(): void {
    this.#isEnded = true;
    if (this.#cancelTimer !== null) this.#write();
  }

  readonly #write = skipOnTrouble(() => {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    const subjects = [...this.#used.values()];
    this.#used.clear();
    this.#keptPreviews.used(subjects);
  });
}
