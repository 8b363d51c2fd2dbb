import { joinMessages, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { Profile, ProfileStatus } from '../../../contract/services/profile.ts';
import type { Queue } from '../../pipeline/flow/queue.ts';
import type { EngineHost } from '../../service/engine/engine-host.ts';
import { type KeyStore, originOf } from '../../service/keys/key-store.ts';
import type { Services } from '../../service/services.ts';
import { messageAt } from '../../service/throttle/limiter-message.ts';
import { type QueueHolder, queueHolders, type Store } from '../../store/index.ts';

interface StatusSources {
  readonly store: Pick<Store, 'conditions'>;
  readonly keys: Pick<KeyStore, 'storageOf'>;
  readonly services: Pick<Services, 'credits' | 'knownAvailable'>;
  readonly queue: Pick<Queue, 'status'>;
  readonly engine: Pick<EngineHost, 'condition'>;
  /** The queue owner, if it is another process. */
  holder(): QueueHolder | null;
}

/** Returns a function that reads the status of a service. */
export function createProfileStatus({ store, keys, services, queue, engine, holder }: StatusSources) {
  return (profile: Profile): ProfileStatus => {
    const lane = queue.status(profile.id);
    const base = {
      id: profile.id,
      key: keys.storageOf(profile.id, originOf(profile.baseUrl) ?? ''),
      credits: services.credits(profile.id),
      available: services.knownAvailable(profile.id),
      running: lane?.running ?? 0,
    };
    // Another queue owner sends the jobs, so only its status counts.
    const owner = holder();
    if (owner !== null) {
      const reported = holderServiceStatus(store, owner, profile.id, Date.now());
      return { ...base, ...(reported ?? { condition: 'ready', message: null }) };
    }
    if (profile.kind === 'built-in') {
      const { condition, message } = engine.condition;
      if (condition === 'starting') return { ...base, condition, message };
      if (condition === 'failed') return { ...base, condition, message };
    } else if (base.key === 'none') {
      return { ...base, condition: 'no-key', message: msg('app.enterKey') };
    } else if (base.key === 'unreadable') {
      return { ...base, condition: 'stopped', message: msg('service.unreadableKey', { name: profile.name }) };
    }
    return { ...base, condition: lane?.condition ?? 'ready', message: lane?.message ?? null };
  };
}

/** Returns the condition of a service as reported by another queue owner, or null. */
export function holderServiceStatus(
  { conditions }: Pick<Store, 'conditions'>,
  holder: QueueHolder,
  profileId: string,
  now: number,
): Pick<ProfileStatus, 'condition' | 'message'> | null {
  const reported = conditions.list().find(({ kind, subject }) => kind === 'service' && subject === profileId);
  if (reported === undefined) return null;
  if (reported.condition === 'no-key')
    return { condition: 'stopped', message: joinMessages(holderMessage(holder), msg('ipc.holder.noKey')) };
  const message = messageAt(reported, now);
  if (reported.blocks.length > 0)
    return { condition: 'stopped', message: joinMessages(holderMessage(holder), message) };
  return { condition: reported.condition as ProfileStatus['condition'], message };
}

/** Names the queue owner. */
export function holderMessage({ what, pid }: Pick<QueueHolder, 'what' | 'pid'>): MessageDescriptor {
  const values = { pid: String(pid) };
  switch (what) {
    case queueHolders.window:
      return msg('ipc.holder.window', values);
    case queueHolders.command:
      return msg('ipc.holder.command', values);
    case queueHolders.watch:
      return msg('ipc.holder.watch', values);
    case queueHolders.worker:
      return msg('ipc.holder.worker', values);
    default:
      return msg('ipc.holder.other');
  }
}
