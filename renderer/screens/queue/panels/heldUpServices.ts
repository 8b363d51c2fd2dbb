/** Which services hold photographs up, so that asking them at once may help. Pure. */
import type { Snapshot } from '../../../../preload/contract/channels.ts';
import type { Profile, ProfileStatus } from '../../../../preload/contract/profile.ts';
import type { Message } from '../../../../preload/contract/sentence.ts';
import { type HeldUp, isHeldUp } from '../../../components/conditions.ts';

export interface HeldUpService {
  readonly id: string;
  readonly name: string;
  readonly condition: HeldUp;
  readonly message: Message | null;
}

/** The services in trouble that photographs wait for, in the order of `profiles`. */
export function heldUpServices(
  open: Snapshot['openByService'],
  profiles: readonly Profile[],
  statuses: readonly ProfileStatus[],
): HeldUpService[] {
  const inTrouble = profiles.flatMap(({ id, name }) => {
    const status = statuses.find((each) => each.id === id);
    if (!status || !isHeldUp(status.condition)) return [];
    return { id, name, condition: status.condition, message: status.message };
  });
  if (inTrouble.length === 0) return [];
  const awaited = new Set(open.filter(({ count }) => count > 0).map(({ profileId }) => profileId));
  return inTrouble.filter(({ id }) => awaited.has(id));
}
