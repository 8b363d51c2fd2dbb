/** Statements on a set of jobs, shared by the actions. */
import { finalStates, type JobState } from '../../../../contract/jobs/job.ts';
import type { StoreContext } from '../../store-context.ts';
import type { JobEvents } from '../job-events.ts';
import { isLocalSql } from '../job-ownership.ts';
import { stateList } from '../job-rows.ts';
import type { Followers } from '../sharing/followers.ts';
import { studioCommandSender } from '../studio/studio-commands.ts';

export type ChangedJob = { id: number; state: JobState };

type Values = Readonly<Record<string, string | number | null>>;

/** Parameters: `@ids` (JSON), `@now` and `values`. */
export type JobStatement = (ids: readonly number[], values?: Values) => ChangedJob[];

export const isNamedSql = 'id IN (SELECT value FROM json_each(@ids))';

/** Actions on jobs of other stations are commands to the studio. */
export const isNamedLocalSql = `${isNamedSql} AND ${isLocalSql('jobs')}`;

export const finalStatesSql = stateList(finalStates);

export type ActionContext = ReturnType<typeof createActionContext>;

export function createActionContext({ db, now }: StoreContext, events: JobEvents, followers: Followers) {
  const prepare = (sql: string): JobStatement => {
    const prepared = db.prepare<[Values], ChangedJob>(sql);
    return (ids, values = {}) => prepared.all({ ids: JSON.stringify(ids), now: now(), ...values });
  };
  return {
    db,
    now,
    events,
    followers,
    studio: studioCommandSender(db),
    prepare,
    readStates: prepare(`SELECT id, state FROM jobs WHERE ${isNamedLocalSql}`),
  };
}

export function idsOf(jobs: readonly ChangedJob[]): number[] {
  return jobs.map(({ id }) => id);
}

export function idsInStates(jobs: readonly ChangedJob[], ...states: JobState[]): number[] {
  return idsOf(jobs.filter(({ state }) => states.includes(state)));
}
