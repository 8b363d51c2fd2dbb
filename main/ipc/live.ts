/** What the window shows that is not in the database: how engine, services and watch folders are doing right now. */
import type { EngineStatus, Snapshot } from '../../preload/contract/channels.ts';
import type { WatchFolderStatus } from '../../preload/contract/folder.ts';
import type { ProfileStatus } from '../../preload/contract/profile.ts';
import type { Store } from '../store/index.ts';

export interface Live {
  engine(): EngineStatus;
  profiles(): ProfileStatus[];
  folders(): WatchFolderStatus[];
}

/** Everything the screens show, at this moment. */
export function snapshot(store: Store, live: Live, about: Snapshot['about']): Snapshot {
  return {
    jobs: store.views.summaries(),
    batches: store.batches.list(),
    recipes: store.recipes.list(),
    folders: store.folders.list(),
    folderStatus: live.folders(),
    profiles: store.profiles.list(),
    profileStatus: live.profiles(),
    settings: store.settings.read(),
    engine: live.engine(),
    throughput: store.views.throughput(),
    undecided: store.views.undecided(),
    about,
  };
}
