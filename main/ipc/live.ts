/** What the window shows that is not in the database: how engine, services and watch folders are doing right now. */
import type { EngineStatus, Snapshot } from '../../preload/contract/channels.ts';
import type { OutputTrouble, WatchFolderStatus } from '../../preload/contract/folder.ts';
import type { ProfileStatus } from '../../preload/contract/profile.ts';
import { paragraph, type Sentence, say } from '../../preload/contract/sentence.ts';
import { atTime } from '../service/pace/sentence.ts';
import { type QueueHolder, queueHolders, type Store } from '../store/index.ts';

export interface Live {
  engine(): EngineStatus;
  profiles(): ProfileStatus[];
  folders(): WatchFolderStatus[];
  /** Folders that take no results just now. */
  outputs(): readonly OutputTrouble[];
  power(): Snapshot['power'];
}

/** How a service stands for the process `holder` that runs the queue; null where it is well, or that has not been told. */
export function statusByHolder(
  { conditions }: Pick<Store, 'conditions'>,
  holder: QueueHolder,
  profileId: string,
  now: number,
): Pick<ProfileStatus, 'condition' | 'message'> | null {
  const told = conditions.list().find(({ kind, subject }) => kind === 'service' && subject === profileId);
  if (told === undefined) return null;
  if (told.condition === 'no-key')
    return { condition: 'stopped', message: paragraph(holderSentence(holder), say('ipc.holder.noKey')) };
  const message = atTime(told, now);
  if (told.blocks.length > 0) return { condition: 'stopped', message: paragraph(holderSentence(holder), message) };
  return { condition: told.condition as ProfileStatus['condition'], message };
}

/** Who runs the queue. */
export function holderSentence({ what, pid }: Pick<QueueHolder, 'what' | 'pid'>): Sentence {
  const by = { pid: String(pid) };
  switch (what) {
    case queueHolders.window:
      return say('ipc.holder.window', by);
    case queueHolders.command:
      return say('ipc.holder.command', by);
    case queueHolders.watch:
      return say('ipc.holder.watch', by);
    default:
      return say('ipc.holder.other');
  }
}
