/** What the main process told the window, and how its changes are taken in. Pure: no store, no bridge. */
import type { Changes, Snapshot } from '../../preload/contract/channels.ts';
import type { JobSummary } from '../../preload/contract/job.ts';

export interface Data extends Omit<Snapshot, 'jobs'> {
  readonly jobs: ReadonlyMap<number, JobSummary>;
  /** Grows when jobs are added or removed: orders that depend on nothing else are kept until then. */
  readonly membership: number;
  /** Grows per batch when its results changed: galleries read them again. */
  readonly resultsVersion: ReadonlyMap<number, number>;
}

export function dataOf(snapshot: Snapshot): Data {
  return {
    ...snapshot,
    jobs: new Map(snapshot.jobs.map((job) => [job.id, job])),
    membership: 0,
    resultsVersion: new Map(),
  };
}

/** `data` with `changes`; parts that did not change keep their identity. */
export function withChanges(data: Data, changes: Changes): Data {
  const { jobs, removedJobs, resultsOf, ...rest } = changes;
  const next: { -readonly [K in keyof Data]: Data[K] } = { ...data, ...defined(rest) };
  if (jobs?.length || removedJobs?.length) {
    const map = new Map(data.jobs);
    let membershipChanged = false;
    for (const job of jobs ?? []) {
      membershipChanged ||= !map.has(job.id);
      map.set(job.id, job);
    }
    for (const id of removedJobs ?? []) membershipChanged = map.delete(id) || membershipChanged;
    next.jobs = map;
    if (membershipChanged) next.membership = data.membership + 1;
  }
  if (resultsOf?.length) {
    const versions = new Map(data.resultsVersion);
    for (const batchId of resultsOf) versions.set(batchId, (versions.get(batchId) ?? 0) + 1);
    next.resultsVersion = versions;
  }
  return next;
}

/** Without the keys whose value is undefined: they would wipe what is there. */
function defined<T extends object>(parts: T): T {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as T;
}
