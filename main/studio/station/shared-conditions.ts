/** Reports blocked services to the other stations, except for causes that concern only this station's key or network. */
import { toLogText } from '../../../contract/messages/message.ts';
import type { BlockingCondition, Store } from '../../store/index.ts';
import type { BlockedService, SharedWork } from '../queue/queue-types.ts';
import type { StationServices } from './station-services.ts';

interface ConditionsContext {
  readonly store: Pick<Store, 'conditions'>;
  readonly work: SharedWork;
  readonly services: StationServices;
  /** See `Queue`. */
  readonly resume: (profileId: string) => void;
}

interface SharedConditions {
  /** @throws StudioUnreachable */
  report(): Promise<void>;
  /** Reports if the conditions have changed. @throws StudioUnreachable */
  reportChanges(): Promise<void>;
}

export function createSharedConditions({ store, work, services, resume }: ConditionsContext): SharedConditions {
  /** Services of the last report. */
  let reported: ReadonlySet<string> | null = null;
  let lastText = '[]';

  async function report(): Promise<void> {
    const serviceIds = new Map(services.usable().map(({ profileId, service }) => [profileId, service.id]));
    const blocked = store.conditions.list().flatMap((condition) => {
      const service = serviceIds.get(condition.subject);
      return service === undefined || !concernsAll(condition) ? [] : toBlockedService(service, condition);
    });
    if (blocked.length === 0 && reported?.size === 0) return;
    lastText = JSON.stringify(store.conditions.list());
    const recorded = await work.reportConditions(blocked);
    // A retry by a user deletes the conditions of all stations.
    for (const { profileId, service } of services.usable())
      if (reported?.has(service.id) && !recorded.includes(service.id)) resume(profileId);
    reported = new Set(blocked.map(({ service }) => service));
  }

  return {
    report,
    async reportChanges() {
      if (JSON.stringify(store.conditions.list()) !== lastText) await report();
    },
  };
}

/** Whether the service requested a pause, or the account has no credits. */
function concernsAll({ condition, message }: BlockingCondition): boolean {
  const text = toLogText(message);
  return condition === 'slowed'
    ? text.startsWith('service.pace.busy')
    : condition === 'stopped' && /credits/i.test(text);
}

function toBlockedService(service: string, { condition, message, until }: BlockingCondition): BlockedService {
  return {
    service,
    condition: condition === 'slowed' ? 'slowed' : 'stopped',
    message,
    forMs: until === null ? null : Math.max(0, until - Date.now()),
  };
}
