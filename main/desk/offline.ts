/** Review without the files: kept previews are made, shown, counted and deleted; and what is away is told and found again. */
import type { KeptSpace, RelinkReport } from '../../preload/contract/desk/presence.ts';
import { type Store, type Subject, unlessTrouble } from '../store/index.ts';
import { type AtHand, atHand } from './at-hand.ts';
import { removePictures, sweepWaiting } from './kept-previews/files.ts';
import { createKeeper, type Keeper, type KeeperClock } from './kept-previews/keeper.ts';
import { type Presence, presenceOf } from './presence.ts';
import { relink } from './relink.ts';

export interface Offline extends Keeper, AtHand {
  readonly presence: Presence;
  /** See `relink`. */
  relink(of: Subject, folder: string): Promise<RelinkReport | null>;
  space(): KeptSpace;
  /** Deletes all kept previews, and makes none of what is finished by now. */
  clear(): Promise<void>;
}

export interface OfflineOptions {
  readonly store: Store;
  /** See `KeeperOptions`. */
  readonly isBusy: () => boolean;
  readonly clock: KeeperClock;
  readonly log: { warn(text: string): void };
}

/** What was shown is noted after so long (ms), together. */
const noteAfter = 3000;
/** How many are deleted at a time. */
const slice = 200;

export function openOffline({ store, isBusy, clock, log }: OfflineOptions): Offline {
  const { keptPreviews: kept, looks } = store;
  const keeper = createKeeper({
    store,
    looks,
    clock,
    isBusy,
    onFault: (fault) => log.warn(`No preview was kept. ${fault}`),
  });
  const shown = new Map<string, Subject>();
  let callOff: (() => void) | null = null;
  const note = unlessTrouble(() => {
    callOff?.();
    callOff = null;
    const all = [...shown.values()];
    shown.clear();
    kept.used(all);
  });
  let isOver = false;
  const onUsed = (of: Subject) => {
    if (isOver) return;
    shown.set(`${of.subject} ${of.id}`, of);
    callOff ??= clock.after(noteAfter, note);
  };

  return {
    begin: keeper.begin,
    async end() {
      await keeper.end();
      isOver = true;
      if (callOff !== null) note();
    },
    ...atHand(store, looks, onUsed),
    presence: presenceOf(store, looks),
    relink: (of, folder) => relink(of, folder, { store, looks }),
    space: kept.space,
    async clear() {
      kept.settleAll();
      await sweepWaiting(kept, () => false);
      for (let some = kept.oldest(slice); some.length > 0; some = kept.oldest(slice)) {
        await removePictures(kept, some);
        kept.drop(some);
      }
    },
  };
}
