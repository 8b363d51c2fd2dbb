/** Keeps previews within their limit, and frees a nearly full disk. */
import { statfs } from 'node:fs/promises';
import { type KeptPreview, type Store, skipOnTrouble } from '../../store/index.ts';
import { removePreviews, sweepPendingSources } from './preview-files.ts';

const minFreeBytes = 1024 ** 3;
const maxDeletedAtOnce = 50;
const maxPreviewBytes = 1024 ** 2;

interface PreviewBudgetOptions {
  readonly store: Pick<Store, 'keptPreviews' | 'settings' | 'trouble'>;
  readonly freeBytes?: (folder: string) => Promise<number>;
}

export interface PreviewBudget {
  /** Frees space. Returns which previews may be made now; new ones replace the oldest. */
  freeSpace(): Promise<'all' | 'new' | 'nothing'>;
  /** Deletes the oldest previews of a full disk. */
  deleteOldest(): Promise<void>;
}

export function createPreviewBudget({ store, freeBytes = freeOf }: PreviewBudgetOptions): PreviewBudget {
  const { keptPreviews, settings, trouble } = store;
  /** Rows of deleted files, until a full disk permits their removal. */
  let undeleted: readonly KeptPreview[] = [];
  const dropRows = skipOnTrouble(() => {
    keptPreviews.drop(undeleted);
    undeleted = [];
  });

  /** Deletes files first, because the database needs space too. */
  async function deletePreviews(previews: readonly KeptPreview[]): Promise<boolean> {
    await removePreviews(keptPreviews, previews);
    undeleted = [...undeleted, ...previews];
    dropRows();
    return previews.length > 0;
  }
  const deleteOldest = () => deletePreviews(keptPreviews.oldest(maxDeletedAtOnce, undeleted.length));

  function deleteBytes(bytes: number): Promise<boolean> {
    let freed = 0;
    const needed = keptPreviews.oldest(maxDeletedAtOnce).filter((preview) => {
      if (freed >= bytes) return false;
      freed += preview.bytes;
      return true;
    });
    return deletePreviews(needed);
  }

  async function isDiskLow(): Promise<boolean> {
    // Unknown space is no reason to delete.
    return (await freeBytes(keptPreviews.folder).catch(() => Number.POSITIVE_INFINITY)) < minFreeBytes;
  }

  const remainingBytes = () => settings.read().keptPreviewsMegabytes * 1024 ** 2 - keptPreviews.space().bytes;

  return {
    async freeSpace() {
      if (undeleted.length > 0) dropRows();
      while (remainingBytes() < 0 && undeleted.length === 0) if (!(await deleteBytes(-remainingBytes()))) break;
      const isOff = settings.read().keptPreviewsMegabytes === 0;
      // Sources are large, and their cards may still be inserted.
      if (isOff || trouble.now() === 'full' || (await isDiskLow()))
        await sweepPendingSources(keptPreviews, () => false);
      if (isOff) return 'nothing';
      if (trouble.now() === 'full') await deleteOldest();
      while ((await isDiskLow()) && (await deleteOldest()));
      if (trouble.now() !== null || (await isDiskLow())) return 'nothing';
      return remainingBytes() > maxPreviewBytes ? 'all' : 'new';
    },
    deleteOldest: async () => void (await deleteOldest()),
  };
}

async function freeOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
