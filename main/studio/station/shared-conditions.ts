/** What holds services up, as this station met it, told to the others: not what concerns its key or its network alone. */
import { toLogText } from '../../../contract/messages/message.ts';
import type { BlockingCondition, Store } from '../../store/index.ts';
import type { SharedWork } from '../queue/queue-types.ts';
import type { ServedService } from './station-types.ts';

interface ConditionsTools {
  readonly store: Pick<Store, 'conditions'>;
  readonly work: SharedWork;
  readonly usable: () => readonly ServedService[];
  /** See `Queue`. */
  readonly resume: (profileId: string) => void;
}

export interface SharedConditions {
  /** @throws StudioUnreachable */
  report(): Promise<void>;
  /** The same where there is something new. */
  reportNew(): Promise<void>;
}

export function createSharedConditions({ store, work, usable, resume }: ConditionsTools): SharedConditions {
  /** Services of which this station has said that they take nothing. */
  let reportedServices: ReadonlySet<string> | null = null;
  let seen = '[]';

  async function report(): Promise<void> {
    const services = new Map(usable().map(({ profileId, service }) => [profileId, service.id]));
    const now = store.conditions.list().flatMap((each) => {
      const service = services.get(each.subject);
      return service === undefined || !concernsAll(each) ? [] : [{ service, ...asHeldUp(each) }];
    });
    if (now.length === 0 && reportedServices?.size === 0) return;
    seen = JSON.stringify(store.conditions.list());
    const before = await work.reportConditions(now);
    // Whoever asked for it to be tried again has taken this station's word back.
    for (const { profileId, service } of usable())
      if (reportedServices?.has(service.id) && !before.includes(service.id)) resume(profileId);
    reportedServices = new Set(now.map(({ service }) => service));
  }

  return {
    report,
    async reportNew() {
      if (JSON.stringify(store.conditions.list()) !== seen) await report();
    },
  };
}

/** A pause the service asked for, or an account without credits: what a key or this computer's network is to blame for is nobody else's. */
function concernsAll({ condition, message }: BlockingCondition): boolean {
  const words = toLogText(message);
  return condition === 'slowed'
    ? words.startsWith('service.pace.busy')
    : condition === 'stopped' && /credits/i.test(words);
}

function asHeldUp({ condition, message, until }: BlockingCondition) {
  return {
    condition: condition === 'slowed' ? ('slowed' as const) : ('stopped' as const),
    message,
    forMs: until === null ? null : Math.max(0, until - Date.now()),
  };
}
