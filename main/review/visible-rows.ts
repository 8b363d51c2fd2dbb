/** Which rows the window shows just now: of these it is told what changes, of all others only that something did. */
import { everyPhotograph, type PhotographQuery } from '../../contract/review/list-queries.ts';

export type VisibleRows = ReturnType<typeof createVisibleRows>;

export function createVisibleRows() {
  let jobs: ReadonlySet<number> = new Set();
  let photographs: ReadonlySet<number> = new Set();
  let query: PhotographQuery = everyPhotograph;
  return {
    setJobs(ids: readonly number[]): void {
      jobs = new Set(ids);
    },
    /** @param nextQuery what the light table lists: it says which result stands for a photograph */
    setPhotographs(ids: readonly number[], nextQuery: PhotographQuery): void {
      photographs = new Set(ids);
      query = nextQuery;
    },
    jobsAmong: (ids: Iterable<number>): number[] => [...ids].filter((id) => jobs.has(id)),
    photographsAmong: (ids: Iterable<number>): number[] => [...ids].filter((id) => photographs.has(id)),
    get jobs() {
      return jobs;
    },
    get photographs() {
      return photographs;
    },
    get query() {
      return query;
    },
  };
}
