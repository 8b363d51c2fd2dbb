/** What the window shows that is not in the database: how engine, services and watch folders are doing right now. */

import type { EngineStatus, Snapshot } from '../../preload/contract/channels.ts';
import type { OutputTrouble, WatchFolderStatus } from '../../preload/contract/folder.ts';
import type { ProfileStatus } from '../../preload/contract/profile.ts';
import { paragraph, say } from '../../preload/contract/sentence.ts';
import { atTime } from '../service/pace/sentence.ts';
import type { QueueHolder, Store } from '../store/index.ts';

export interface Live {
  engine(): EngineStatus;
  profiles(): ProfileStatus[];
  folders(): WatchFolderStatus[];
  /** Folders that take no results just now. */
  outputs(): readonly OutputTrouble[];
  power(): Snapshot['power'];
}

/** Everything the screens show, at this moment. */
export function snapshot(store: Store, live: Live, about: Snapshot['about']): Snapshot {
  return {
    jobs: store.views.summaries(),
    batches: store.batches.list(),
    recipes: store.recipes.list(),
    folders: store.folders.list(),
    folderStatus: live.folders(),
    outputTroubles: live.outputs(),
    profiles: store.profiles.list(),
    profileStatus: live.profiles(),
    settings: store.settings.read(),
    engine: live.engine(),
    throughput: store.views.throughput(),
    power: live.power(),
    undecided: store.views.undecided(),
    about,
  };
}

/** How a service stands for the process `holder` that runs the queue; null where it is well, or that has not been told. */
export function statusByHolder(
  { conditions }: Pick<Store, 'conditions'>,
  { what, pid }: QueueHolder,
  profileId: string,
  now: number,
): Pick<ProfileStatus, 'condition' | 'message'> | null {
  const told = conditions.list().find(({ kind, subject }) => kind === 'service' && subject === profileId);
  if (told === undefined) return null;
  const by = { what, pid: String(pid) };
  if (told.condition === 'no-key')
    return {
      condition: 'stopped',
      message: say('ipc.holder.noKey', by),
    };
  const message = atTime(told, now);
  if (told.blocks.length > 0) return { condition: 'stopped', message: paragraph(say('ipc.holder', by), message) };
  return { condition: told.condition as ProfileStatus['condition'], message };
}
