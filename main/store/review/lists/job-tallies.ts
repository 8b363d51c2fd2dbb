/** Numbers of jobs by state. */
import type { Database } from 'better-sqlite3';
import type { FolderProgress } from '../../../../contract/intake/watch-folder.ts';
import { finalStates, type JobState, permanentCodes } from '../../../../contract/jobs/job.ts';
import type { ChoiceTally } from '../../../../contract/review/list-queries.ts';
import { isGivenUp } from '../../jobs/charge-sql.ts';

export interface JobSumRow {
  state: JobState;
  held: 0 | 1;
  n: number;
  bytes: number;
  givenUp: number;
  forGood: number;
}

const isPermanentFailure = `json_extract(error, '$.code') IN (${permanentCodes.map((code) => `'${code}'`).join(', ')})`;

/** Returns SQL that reads rows only of canceled and failed jobs, and else an index. @param from SQL after FROM */
export const sumJobs = (from: string) => `SELECT state, held, count(*) AS n, sum(bytes) AS bytes,
    count(*) FILTER (WHERE state = 'cancelled' AND ${isGivenUp('jobs')}) AS givenUp,
    count(*) FILTER (WHERE state = 'failed' AND ${isPermanentFailure}) AS forGood
  FROM ${from} GROUP BY state, held`;

/** @param sign -1 to subtract the rows */
export function toTally(rows: readonly JobSumRow[], sign: 1 | -1): ChoiceTally {
  return rows
    .map(({ state, held, n, bytes, givenUp, forGood }) => ({
      count: sign * n,
      bytes: sign * bytes,
      states: { [state]: sign * n },
      // Final jobs cannot be held.
      held: held === 1 && !(finalStates as readonly JobState[]).includes(state) ? sign * n : 0,
      givenUp: sign * givenUp,
      forGood: sign * forGood,
    }))
    .reduce(addTallies, { count: 0, bytes: 0, states: {}, held: 0, givenUp: 0, forGood: 0 });
}

export function addTallies(a: ChoiceTally, b: ChoiceTally): ChoiceTally {
  const states = { ...a.states };
  for (const [state, n] of Object.entries(b.states) as [JobState, number][]) states[state] = (states[state] ?? 0) + n;
  return {
    count: a.count + b.count,
    bytes: a.bytes + b.bytes,
    states,
    held: a.held + b.held,
    givenUp: a.givenUp + b.givenUp,
    forGood: a.forGood + b.forGood,
  };
}

/** Reads an index alone, because a folder may have years of photographs. */
const countsOfFolder = `SELECT count(*) AS total,
    count(*) FILTER (WHERE state = 'done') AS done,
    count(*) FILTER (WHERE state = 'failed') AS failed,
    count(*) FILTER (WHERE state = 'uncertain') AS undecided
  FROM jobs INDEXED BY jobs_of_batch WHERE batch_id IN (SELECT id FROM batches WHERE folder_id = ?)`;
const latestOfFolder = `SELECT max(created_at) FROM jobs WHERE batch_id =
  (SELECT id FROM batches WHERE folder_id = ? AND EXISTS (SELECT 1 FROM jobs WHERE batch_id = batches.id)
   ORDER BY id DESC LIMIT 1)`;

/** Returns the progress of a watch folder over all its batches. */
export function folderProgress(db: Database): (folderId: string) => FolderProgress {
  const counts = db.prepare<[string], Omit<FolderProgress, 'lastAt'>>(countsOfFolder);
  const latest = db.prepare<[string], number | null>(latestOfFolder).pluck();
  return (folderId) => ({
    ...(counts.get(folderId) ?? { total: 0, done: 0, failed: 0, undecided: 0 }),
    lastAt: latest.get(folderId) ?? null,
  });
}
