/** Keeps the kept previews within what they may take, and lets them make way where the disk is nearly full. */
import { statfs } from 'node:fs/promises';
import type { KeptPreview, Store } from '../../store/index.ts';
import { skipOnTrouble } from '../../store/index.ts';
import { removePreviews, sweepPendingSources } from './preview-files.ts';

/** Left free for the work itself and for everything else on the disk, bytes. */
const reserve = 1024 ** 3;
/** How many make way at a time. */
const slice = 50;
/** A picture more or less takes no more, bytes. */
const onePicture = 1024 ** 2;

export interface RoomOptions {
  readonly store: Pick<Store, 'keptPreviews' | 'settings' | 'trouble'>;
  /** Bytes that are free where the pictures are. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

export interface PreviewBudget {
  /** Makes room; what may be kept now: everything, only what is new (the oldest makes way for it), or nothing. */
  make(): Promise<'all' | 'new' | 'nothing'>;
  /** The disk took no more: the oldest make way. */
  yield(): Promise<void>;
}

export function createPreviewBudget({ store, freeBytes = freeOf }: RoomOptions): PreviewBudget {
  const { keptPreviews: kept, settings, trouble } = store;
  /** Whose files are gone, though a full disk did not let their rows be deleted. */
  let undeleted: KeptPreview[] = [];
  const drop = skipOnTrouble(() => {
    kept.drop(undeleted);
    undeleted = [];
  });

  async function yieldSome(): Promise<boolean> {
    const oldest = kept.oldest(slice, undeleted.length);
    // Files first: on a full disk the database can only be written to once there is room.
    await removePreviews(kept, oldest);
    undeleted = [...undeleted, ...oldest];
    drop();
    return oldest.length > 0;
  }

  async function isLow(): Promise<boolean> {
    // What cannot be told is no reason to delete anything.
    return (await freeBytes(kept.folder).catch(() => Number.POSITIVE_INFINITY)) < reserve;
  }

  const left = () => settings.read().keptPreviewsMegabytes * 1024 ** 2 - kept.space().bytes;

  return {
    async make() {
      if (undeleted.length > 0) drop();
      while (left() < 0 && undeleted.length === 0) if (!(await yieldFew(-left()))) break;
      const isOff = settings.read().keptPreviewsMegabytes === 0;
      // Large, and to be had elsewhere as long as their cards are in.
      if (isOff || trouble.now() === 'full' || (await isLow())) await sweepPendingSources(kept, () => false);
      if (isOff) return 'nothing';
      if (trouble.now() === 'full') await yieldSome();
      while ((await isLow()) && (await yieldSome()));
      if (trouble.now() !== null || (await isLow())) return 'nothing';
      return left() > onePicture ? 'all' : 'new';
    },
    yield: async () => void (await yieldSome()),
  };

  /** No more than are needed for `bytes`. */
  async function yieldFew(bytes: number): Promise<boolean> {
    const oldest = kept.oldest(slice);
    let freed = 0;
    const few = oldest.filter(({ bytes: each }) => {
      if (freed >= bytes) return false;
      freed += each;
      return true;
    });
    await removePreviews(kept, few);
    undeleted = few;
    drop();
    return few.length > 0;
  }
}

async function freeOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
