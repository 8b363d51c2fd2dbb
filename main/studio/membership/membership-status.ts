/** The status of this computer's membership, for the window. */
import { type Message, msg } from '../../../contract/messages/message.ts';
import type { StudioMembership } from '../../../contract/studio/studio.ts';
import type { StationStatus } from '../../../contract/studio/studio-status.ts';
import type { Store } from '../../store/index.ts';
import type { Studio } from '../studio.ts';

/** The studio that this computer has joined, or tries to reach. */
export interface MembershipState {
  /** Null if the access is invalid, for example with an unreadable certificate. */
  readonly studio: Studio | null;
  /** Null for a studio that a command named. */
  readonly membership: StudioMembership | null;
  /** Whether the database has accepted this program. */
  isAdmitted: boolean;
  /** Why it has not. */
  refusal: Message | null;
}

export const findRefusal = ({ refusal, studio }: MembershipState): Message | null =>
  refusal ?? studio?.station.condition.refusal ?? null;

/** @param hasQueue whether this process sends the heartbeats */
export function toStationStatus(
  state: MembershipState,
  { shared }: Pick<Store, 'shared'>,
  hasQueue: boolean,
): Omit<StationStatus, 'isLeaving'> {
  const { studio, membership } = state;
  const unknown = { isHeard: false, isPaused: false, isDraining: false, holds: shared.open().length };
  const { isHeard, isPaused, isDraining, holds } = studio?.station.condition ?? unknown;
  const { decisions, sync, olderThan } = studio?.mirrorStatus() ?? { decisions: 0, sync: null, olderThan: null };
  const refusal = findRefusal(state);
  const isThere = state.isAdmitted && (isHeard || !hasQueue);
  const condition = refusal !== null ? 'refused' : studio?.isAway ? 'away' : isThere ? 'there' : 'connecting';
  return {
    station: membership?.name ?? '',
    condition,
    sync,
    olderThan,
    isPaused,
    isDraining,
    holds,
    message: condition === 'away' ? msg('studio.awayGoesOn') : refusal,
    library: studio?.library?.differences() ?? [],
    unsent: { photographs: shared.offers.count(), decisions },
  };
}
