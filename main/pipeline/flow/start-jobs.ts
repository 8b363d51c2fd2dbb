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
/** Slots per job prepared ahead, because preparing takes about a quarter of a request. */
const slotsPerPreparedJob = 4;

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
      runs.start(claimParkedJob(id, state, store, outputs));
    }
  }
}

/** Claims queued jobs, unless the work folder is full or the database cannot be written. */
export function claimJobs({ store, lanes, outputs, poller, runs }: StartContext): void {
  const closed = outputs.closed();
  if (store.trouble.now() !== null || closed.includes(store.workFolder)) return;
  for (const profileId of store.moves.profilesWithWork()) {
    const lane = lanes.getOrCreate(profileId);
    if (!lane.open()) continue;
    const capacity = laneCapacity(profileId, lane, runs.all(), poller);
    if (capacity > 0) for (const job of store.moves.claimUpTo(capacity, profileId, closed)) runs.start(job);
  }
}

function laneCapacity(profileId: string, lane: Lane, runs: Iterable<Run>, poller: Pick<TaskPoller, 'count'>): number {
  const { limit } = lane;
  const own = [...runs].filter((run) => run.lane === lane);
  const preparing = own.filter(({ phase }) => phase === 'preparing').length;
  const finishing = own.filter(({ phase }) => phase === 'fetching' || phase === 'placing').length;
  return Math.min(
    lane.freeSlots + Math.ceil(limit / slotsPerPreparedJob) - preparing,
    limit * maxTasksPerSlot - poller.count(profileId) - own.length,
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
  store: Pick<Store, 'moves'>,
  outputs: Pick<OutputFolders, 'left'>,
): Job {
  try {
    return store.moves.takeUp(id, state);
  } catch (error) {
    outputs.left(id);
    throw error;
  }
}
