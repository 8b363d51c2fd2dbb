/** What a client chose becomes the user's own picks: which photographs that concerns, and how it is taken back. */

import type { ClientCommand } from '../../../contract/delivery/gallery.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { Decision } from '../../../contract/review/photo-decision.ts';
import type { DecisionStep, Flagged, Store } from '../../store/index.ts';

interface Command {
  /** Photographs that it changes. @param answerId of which client; null for all */
  concerned(store: Pick<Store, 'clientPicks'>, answerId: number | null): Flagged[];
  readonly change: Pick<Decision, 'flag'>;
  did(steps: readonly DecisionStep<Decision>[]): MessageDescriptor;
}

export const clientCommands: Readonly<Record<ClientCommand, Command>> = {
  takeOver: {
    concerned: ({ clientPicks }, answerId) => clientPicks.toPick(answerId),
    change: { flag: 1 },
    did: (steps) => msg('delivery.picks.tookOver', { count: steps.length }),
  },
  unpickRest: {
    concerned: ({ clientPicks }, answerId) => clientPicks.toUnpick(answerId),
    change: { flag: 0 },
    did: (steps) => msg('delivery.picks.unpicked', { count: steps.length }),
  },
};
