/** Whether anything in the queue will still happen by itself, and if not, why. */
import type { Store } from '../store/index.ts';
import type { Lane } from './lane.ts';

export type Drained =
  | { readonly finished: true }
  /** Jobs are left that nothing will happen to without the user; `because` is a sentence. */
  | { readonly finished: false; readonly because: string };

/** A result that could not be fetched or written this often (some minutes) waits for more than a moment's trouble. */
const stuckAfter = 8;

/** Null while something will happen by itself. Asked only while nobody is at work on any job. */
export function standstill(store: Store, laneOf: (profileId: string) => Lane): Drained | null {
  const parked = store.moves.parked();
  const stuck = parked.filter(({ failures }) => failures >= stuckAfter);
  const underWay = parked.filter(({ failures }) => failures < stuckAfter);
  if (underWay.some(({ state }) => state === 'placing')) return null;
  const queued = store.moves.profilesWithWork().filter((profileId) => store.moves.hasWork(profileId));
  const needs = [
    ...underWay.map(
      ({ profileId, state }) => ({ profileId, kind: state === 'waiting' ? 'query' : 'download' }) as const,
    ),
    ...queued.map((profileId) => ({ profileId, kind: 'upload' }) as const),
  ];
  if (needs.some(({ profileId, kind }) => !laneOf(profileId).isBlocked(kind))) return null;
  if (needs.length > 0) {
    const [message] = needs.flatMap(({ profileId }) => laneOf(profileId).status().message ?? []);
    return { finished: false, because: message ?? 'The service cannot be used. Look under Services.' };
  }
  if (stuck.length > 0) {
    const which = stuck.length === 1 ? 'One result is' : `${stuck.length} results are`;
    return {
      finished: false,
      because: `${which} kept and tried again when you run this again. ${stuck[0]?.message ?? ''}`.trim(),
    };
  }
  if (store.views.counts().queued === 0) return { finished: true };
  const isPaused = store.settings.read().paused;
  return { finished: false, because: isPaused ? 'The queue is paused.' : 'The jobs that are left are held.' };
}
