/** Commands that turn the marks of clients into decisions of the user. */
import type { ClientCommand } from '../../../contract/delivery/gallery.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { Decision } from '../../../contract/review/photo-decision.ts';
import type { DecisionStep, Flagged, Store } from '../../store/index.ts';

interface PicksCommand {
  /** Returns the photographs that the command changes. @param answerId of one client; null = all */
  findAffected(store: Pick<Store, 'clientPicks'>, answerId: number | null): Flagged[];
  readonly change: Pick<Decision, 'flag'>;
  label(steps: readonly DecisionStep<Decision>[]): MessageDescriptor;
}

export const clientCommands: Readonly<Record<ClientCommand, PicksCommand>> = {
  takeOver: {
    findAffected: ({ clientPicks }, answerId) => clientPicks.toPick(answerId),
    change: { flag: 1 },
    label: (steps) => msg('delivery.picks.tookOver', { count: steps.length }),
  },
  unpickRest: {
    findAffected: ({ clientPicks }, answerId) => clientPicks.toUnpick(answerId),
    change: { flag: 0 },
    label: (steps) => msg('delivery.picks.unpicked', { count: steps.length }),
  },
};
