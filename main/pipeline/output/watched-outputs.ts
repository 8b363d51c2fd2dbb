import type { OutputTrouble } from '../../../contract/intake/watch-folder.ts';
import type { Clock } from '../../clock.ts';
import type { Store } from '../../store/index.ts';
import { hasFreeSpace } from './free-space.ts';
import { OutputFolders } from './output-folders.ts';
import { createFolderMaker, type FolderMaker, outputFolderTrouble } from './target-folder.ts';

export function createWatchedOutputs(
  store: Store,
  clock: Clock,
  onChange: () => void,
): { readonly maker: FolderMaker; readonly outputs: OutputFolders } {
  const maker = createFolderMaker(store.outputDisks);
  const outputs = new OutputFolders({
    clock,
    async check({ folder, batchId, bytes, error }) {
      if (folder === store.workFolder) return (await hasFreeSpace(bytes, store)) ? null : error;
      return outputFolderTrouble({ batchId, outputFolder: folder }, bytes, { maker, notes: store.temporaryFiles });
    },
    isAwaited: (folder) => store.moves.parked().some(({ outputFolders }) => outputFolders.includes(folder)),
    onChange,
  });
  return { maker, outputs };
}

/** Returns folders that another queue owner reports as closed. */
export function reportedOutputTroubles({
  conditions,
  queueLock,
}: Pick<Store, 'conditions' | 'queueLock'>): OutputTrouble[] {
  const reported = conditions
    .list()
    .flatMap(({ kind, subject, message, since }) => (kind === 'folder' ? { folder: subject, message, since } : []));
  return reported.length > 0 && queueLock.holder() !== null ? reported : [];
}
