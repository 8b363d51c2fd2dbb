/** Shared parts of the actions: statements on a set of jobs, and the jobs that they changed. */
import { finalStates, type JobState } from '../../../../contract/jobs/job.ts';
import type { StoreContext } from '../../store-context.ts';
import type { JobEvents } from '../job-events.ts';
import { isLocalSql } from '../job-ownership.ts';
import { stateList } from '../job-rows.ts';
import type { Followers } from '../sharing/followers.ts';
import { studioCommandSender } from '../studio/studio-commands.ts';

/** A job that an action changed, with its new state. */
export type ChangedJob = { id: number; state: JobState };

type Values = Readonly<Record<string, string | number | null>>;

/** Runs a statement with the parameters `@ids` (JSON) and `@now`, and returns its rows. */
export type JobStatement = (ids: readonly number[], values?: Values) => ChangedJob[];

/** SQL condition: the jobs of an action, by `@ids`. */
export const isNamedSql = 'id IN (SELECT value FROM json_each(@ids))';

/** SQL condition: those jobs of an action that are local. Jobs of other stations get a command through the studio. */
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
    /** Commands for jobs of other stations. */
    studio: studioCommandSender(db),
    prepare,
    /** Returns the current states of the local jobs among `ids`. */
    readStates: prepare(`SELECT id, state FROM jobs WHERE ${isNamedLocalSql}`),
  };
}

export function idsOf(jobs: readonly ChangedJob[]): number[] {
  return jobs.map(({ id }) => id);
}

export function idsInStates(jobs: readonly ChangedJob[], ...states: JobState[]): number[] {
  return idsOf(jobs.filter(({ state }) => states.includes(state)));
}
