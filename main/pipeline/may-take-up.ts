/** Whether a job on its way home, that nobody is at work on, may be taken up now. */
import type { Parked } from '../store/index.ts';
import type { Lane } from './lane.ts';

/** @param now ms since 1970 */
export function mayTakeUp(
  { state, runAfter }: Pick<Parked, 'state' | 'runAfter'>,
  lane: Pick<Lane, 'mayBegin' | 'isOutOfReach'>,
  now: number,
): boolean {
  if (runAfter > now) return false;
  if (state !== 'fetching') return true;
  // One that was never put off is tried all the same: its result may be at home already, and need no service.
  return lane.mayBegin('download') && (runAfter === 0 || !lane.isOutOfReach);
}
