/** Rows that the window shows, whose changes are pushed one by one. */
import { everyPhotograph, type PhotographQuery } from '../../../contract/review/list-queries.ts';

export type VisibleRows = ReturnType<typeof createVisibleRows>;

export function createVisibleRows() {
  let jobs: ReadonlySet<number> = new Set();
  let photographs: ReadonlySet<number> = new Set();
  let query: PhotographQuery = everyPhotograph;
  return {
    setJobs(ids: readonly number[]): void {
      jobs = new Set(ids);
    },
    /** @param nextQuery determines the primary results */
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
