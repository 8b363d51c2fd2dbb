/** The jobs that a turn of the pump starts: parked jobs, then queued ones. */
import type { Clock } from '../../clock.ts';
import type { Job, ParkedJob, Store } from '../../store/index.ts';
import type { OutputFolders } from '../output/output-folders.ts';
import type { Lanes } from './lanes.ts';
import type { TaskPoller } from './permits/task-poller.ts';
import type { RunningJobs } from './running-jobs.ts';
import type { Lane } from './service-lane.ts';
import type { Run } from './stage-context.ts';

/** Enough tasks to keep a service busy, and few enough to query often. */
const maxTasksPerSlot = 8;
/** Keeps the service from waiting for this computer. */
const preparedAhead = 1;

export interface StartContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly lanes: Lanes;
  readonly outputs: OutputFolders;
  readonly poller: TaskPoller;
  readonly runs: RunningJobs;
}

/** Polls waiting jobs, and resumes those with a result. */
export function resumeParkedJobs({ store, clock, lanes, outputs, poller, runs }: StartContext): void {
  const now = clock.now();
  for (const parked of store.moves.parked()) {
    const { id, profileId, state } = parked;
    if (state === 'waiting') {
      if (poller.has(id)) continue;
      poller.add(id, profileId);
      store.progress.set(id, 'at-service', null);
    } else if (canResume(parked, lanes.getOrCreate(profileId), outputs, now)) {
      const job = claimParkedJob(id, state, store, outputs);
      if (job) runs.start(job);
    }
  }
}

/** Claims queued jobs, unless the work folder is full or the database cannot be written. */
export function claimJobs({ store, lanes, outputs, runs }: StartContext): void {
  const closed = outputs.closed();
  if (store.trouble.now() !== null || closed.includes(store.workFolder)) return;
  for (const profileId of store.moves.profilesWithWork()) {
    const lane = lanes.getOrCreate(profileId);
    if (!lane.open()) continue;
    for (let left = laneCapacity(profileId, lane, runs.all(), store); left > 0; left -= 1) {
      const job = store.moves.claim(profileId, closed);
      if (job === null) break;
      runs.start(job);
    }
  }
}

function laneCapacity(profileId: string, lane: Lane, runs: Iterable<Run>, store: Pick<Store, 'moves'>): number {
  const { limit } = lane;
  const own = [...runs].filter((run) => run.lane === lane);
  const preparing = own.filter(({ phase }) => phase === 'preparing').length;
  const finishing = own.filter(({ phase }) => phase === 'fetching' || phase === 'placing').length;
  return Math.min(
    lane.freeSlots + preparedAhead - preparing,
    limit * maxTasksPerSlot - store.moves.atService(profileId) - own.length,
    // On a slow computer, paid results go before new uploads.
    2 * limit + 4 - finishing,
  );
}

export function canResume(
  { id, state, runAfter, outputFolders }: Pick<ParkedJob, 'id' | 'state' | 'runAfter' | 'outputFolders'>,
  lane: Pick<Lane, 'canStart' | 'isUnavailable'>,
  outputs: Pick<OutputFolders, 'letIn' | 'takes'>,
  now: number,
): boolean {
  if (runAfter > now) return false;
  if (state !== 'fetching') {
    // Check all folders before `letIn` reserves a place in one.
    return (
      outputFolders.every((folder) => outputs.takes(folder, id)) &&
      outputFolders.every((folder) => outputs.letIn(folder, id) === null)
    );
  }
  // On a first attempt, the result may be downloaded already.
  return lane.canStart('download') && (runAfter === 0 || !lane.isUnavailable);
}

/**
 * Claims a parked job. If another process was faster, releases its place in the output folders.
 * @throws LostLease
 */
function claimParkedJob(
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
