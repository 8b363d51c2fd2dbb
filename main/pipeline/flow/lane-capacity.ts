/** How many jobs of a service may be under way at a time. */
import type { Store } from '../../store/index.ts';
import type { Run } from './run-job.ts';
import type { Lane } from './service-lane.ts';

/** Tasks at a service at most, for each request at a time: enough to keep it busy, few enough to be asked for often. */
const tasksPerRequest = 8;
/** Jobs prepared ahead of a free seat, so that the service never waits for this computer. */
const preparedAhead = 1;

/** How many more jobs of a lane may be begun now. */
export function laneCapacity(profileId: string, lane: Lane, runs: Iterable<Run>, store: Pick<Store, 'moves'>): number {
  const { limit } = lane;
  const own = [...runs].filter((run) => run.lane === lane);
  const unseated = own.filter(({ phase: at }) => at === 'preparing').length;
  const homeward = own.filter(({ phase: at }) => at === 'fetching' || at === 'placing').length;
  return Math.min(
    lane.room + preparedAhead - unseated,
    limit * tasksPerRequest - store.moves.atService(profileId) - own.length,
    // Results that wait to be written are paid for: they go first when this computer is the slow one.
    2 * limit + 4 - homeward,
  );
}
