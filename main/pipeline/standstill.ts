/** Whether anything in the queue will still happen by itself, and if not, why. */
import type { Store } from '../store/index.ts';
import type { Lane } from './lane.ts';

export type Drained =
  | { readonly finished: true }
  /** Jobs are left that nothing will happen to without the user; `because` is a sentence. */
  | { readonly finished: false; readonly because: string };

/** Null while something will happen by itself. Asked only while nobody is at work on any job. */
export function standstill(store: Store, laneOf: (profileId: string) => Lane): Drained | null {
  const parked = store.moves.parked().map(({ profileId }) => profileId);
  const queued = store.moves.profilesWithWork().filter((profileId) => store.moves.hasWork(profileId));
  const lanes = [...new Set([...parked, ...queued])].map(laneOf);
  if (lanes.some((lane) => !lane.isBlocked)) return null;
  if (lanes.length > 0) {
    const [message] = lanes.flatMap((lane) => lane.status().message ?? []);
    return { finished: false, because: message ?? 'The service cannot be used. Look under Services.' };
  }
  if (store.views.counts().queued === 0) return { finished: true };
  const isPaused = store.settings.read().paused;
  return { finished: false, because: isPaused ? 'The queue is paused.' : 'The jobs that are left are held.' };
}
