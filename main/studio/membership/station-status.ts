/** How this computer stands in its studio, for the window. */
import { type Message, msg } from '../../../contract/messages/message.ts';
import type { StudioMembership } from '../../../contract/studio/studio.ts';
import type { StationStatus } from '../../../contract/studio/studio-status.ts';
import type { Store } from '../../store/index.ts';
import type { Studio } from '../studio.ts';

/** The studio that this computer is in, or tries to get into. */
export interface StudioMembershipState {
  /** Null where not even that can be tried. */
  readonly studio: Studio | null;
  /** Null for one that a command named. */
  readonly membership: StudioMembership | null;
  /** The database has said that this Burnish may take part. */
  isLetIn: boolean;
  /** Why it is not let in. */
  refusal: Message | null;
}

/** Why it is not let in; null where it is, or that is not known. */
export const refusalMessage = ({ refusal, studio }: StudioMembershipState): Message | null =>
  refusal ?? studio?.station.condition.refusal ?? null;

/** @param isOwn this process has the queue, and so says that this station is there */
export function stationStatus(
  state: StudioMembershipState,
  { shared }: Pick<Store, 'shared'>,
  isOwn: boolean,
): StationStatus {
  const { studio, membership, isLetIn } = state;
  const nothing = { isHeard: false, isPaused: false, isDraining: false, holds: shared.open().length };
  const { isHeard, isPaused, isDraining, holds } = studio?.station.condition ?? nothing;
  const { decisions, sync, olderThan } = studio?.mirrored() ?? { decisions: 0, sync: null, olderThan: null };
  const refusal = refusalMessage(state);
  const isThere = isLetIn && (isHeard || !isOwn);
  const condition = refusal !== null ? 'refused' : studio?.isAway ? 'away' : isThere ? 'there' : 'connecting';
  return {
    station: membership?.name ?? '',
    ...{ condition, sync, olderThan, isPaused, isDraining, holds },
    message: condition === 'away' ? msg('studio.awayGoesOn') : refusal,
    library: studio?.library?.differences() ?? [],
    unsent: { photographs: shared.offers.count(), decisions },
  };
}
