/** What of the open photographs goes on by itself and how long that takes, and what the others wait for. Pure. */
import type { Snapshot } from '../../../../preload/contract/channels.ts';
import { type NeedyService, needyServices } from '../../../components/needyServices.ts';

/** So many photographs wait for the user. */
export interface Waits {
  readonly why: NeedyService['status']['condition'] | 'on-hold' | 'folder';
  readonly count: number;
  /** Of the service; '' where they wait for none. */
  readonly name: string;
}

export interface Outlook {
  /** For what goes on by itself; null where it cannot be told, or nothing does. */
  readonly leftMs: number | null;
  readonly waits: readonly Waits[];
}

type Counted = Pick<
  Snapshot,
  'throughput' | 'openByService' | 'onHold' | 'waitForFolder' | 'profiles' | 'profileStatus'
>;

export function outlook(data: Counted): Outlook {
  const openOf = (id: string) => data.openByService.find(({ profileId }) => profileId === id)?.count ?? 0;
  const waits: Waits[] = needyServices(data, '').map(({ profile, status }) => ({
    why: status.condition,
    count: openOf(profile.id),
    name: profile.name,
  }));
  const open = data.openByService.reduce((sum, { count }) => sum + count, 0);
  const going = open - waits.reduce((sum, { count }) => sum + count, 0);
  const forFolders = data.waitForFolder.reduce((sum, { count }) => sum + count, 0);
  const { msEach } = data.throughput;
  return {
    leftMs: going > 0 && msEach !== null ? going * msEach : null,
    waits: [
      ...waits,
      ...(forFolders > 0 ? [{ why: 'folder', count: forFolders, name: '' } as const] : []),
      ...(data.onHold > 0 ? [{ why: 'on-hold', count: data.onHold, name: '' } as const] : []),
    ],
  };
}
