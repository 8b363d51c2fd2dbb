/** Taking up jobs on their way home that nobody is at work on: whether one may be, now. */
import type { Job, ParkedJob, Store } from '../../store/index.ts';
import type { OutputFolders } from '../output/output-folders.ts';
import type { Lane } from './service-lane.ts';

/** @param now ms since 1970 */
export function canResume(
  { id, state, runAfter, outputFolders }: Pick<ParkedJob, 'id' | 'state' | 'runAfter' | 'outputFolders'>,
  lane: Pick<Lane, 'canStart' | 'isOutOfReach'>,
  outputs: Pick<OutputFolders, 'letIn' | 'takes'>,
  now: number,
): boolean {
  if (runAfter > now) return false;
  if (state !== 'fetching') {
    // Asked of all before any of them keeps its leave for this one.
    return (
      outputFolders.every((folder) => outputs.takes(folder, id)) &&
      outputFolders.every((folder) => outputs.letIn(folder, id) === null)
    );
  }
  // One that was never put off is tried all the same: its result may be at home already, and need no service.
  return lane.canStart('download') && (runAfter === 0 || !lane.isOutOfReach);
}

/**
 * Takes it up, and gives back its leave to write where somebody else was faster; null where it is gone.
 * @throws LostLease
 */
export function resumeParkedJob(
  id: number,
  state: 'fetching' | 'placing',
  store: Pick<Store, 'jobs' | 'moves'>,
  outputs: Pick<OutputFolders, 'left'>,
): Job | null {
  try {
    store.moves.takeUp(id, state);
    return store.jobs.get(id);
  } catch (error) {
    outputs.left(id);
    throw error;
  }
}
