/** What is counted over the whole queue. Long with very many jobs: the window has it counted on the reading thread. */
import type { Database } from 'better-sqlite3';
import type { Snapshot, Throughput } from '../../../contract/app/app-snapshot.ts';
import { finalStates, runningStates, type UncertainGroup } from '../../../contract/jobs/job.ts';
import { parseMessage } from '../stored-messages.ts';
import { closedFolder, isOpen } from './blocked-folder-sql.ts';
import { hasTaskToAskSql } from './charge-sql.ts';
import { openLocalJobsSql, stateList } from './job-rows.ts';
import { isHeld } from './leader-selection.ts';

/** Speed is measured over this long, in ms. */
const speedWindowMs = 5 * 60 * 1000;

const listed = 'removed_at IS NULL';
const open = stateList(['queued', ...runningStates]);

type ServiceCount = Snapshot['openByService'][number];

type Awaited = Pick<Snapshot, 'openByService' | 'onHold' | 'waitForFolder'>;

export function queueCounts(db: Database) {
  const openBatches = db.prepare<[], { batchId: number; total: number; finished: number }>(
    `SELECT batch_id AS batchId, count(*) AS total, count(*) FILTER (WHERE state IN (${stateList(finalStates)})) AS finished
     FROM jobs INDEXED BY jobs_of_batch WHERE batch_id IN (
       SELECT id FROM batches b WHERE EXISTS (SELECT 1 FROM jobs WHERE batch_id = b.id AND state IN (${open})))
     GROUP BY batch_id`,
  );
  /**
   * Jobs of each batch that was seen open since there last was nothing to do: so "412 of 800" is about what the user waits for now, and
   * does not shrink when one of several batches comes to its end.
   */
  const seenOpen = new Map<number, number>();
  const lately = db.prepare<[{ since: number; now: number }], { n: number; first: number | null }>(
    `SELECT count(*) AS n, min(started_at) AS first FROM jobs
     WHERE finished_at > @since AND finished_at <= @now AND state IN ('done', 'failed')`,
  );
  // However many are finished: only what is open is read.
  const openOnes = db.prepare<[{ closed: string }], ServiceCount & { onHold: number; folder: string | null }>(
    `SELECT profile_id AS profileId, folder, sum(NOT is_held) AS count, sum(is_held) AS onHold
     FROM (SELECT profile_id, state = 'queued' AND ${isHeld('jobs')} AS is_held,
         CASE WHEN state IN ('queued', 'placing') AND NOT ${isOpen} THEN ${closedFolder} END AS folder
       FROM ${openLocalJobsSql})
     GROUP BY profile_id, folder`,
  );
  // The last request of each is the one whose answer was lost.
  const undecided = db.prepare<[{ ids: string | null }], UncertainGroup & { message: string; evidence: string | null }>(
    `SELECT coalesce(json_extract(error, '$.code'), '') AS cause, max(json_extract(error, '$.message')) AS message,
       count(*) AS count, sum(${hasTaskToAskSql}) AS askable, max(known.evidence) AS evidence
     FROM jobs LEFT JOIN ledger AS known ON known.evidence IS NOT NULL
       AND known.id = (SELECT max(id) FROM ledger WHERE ledger.job_id = jobs.id)
     WHERE state = 'uncertain' AND ${listed} AND (@ids IS NULL OR jobs.id IN (SELECT value FROM json_each(@ids)))
     GROUP BY cause ORDER BY count DESC`,
  );

  return {
    /**
     * How many jobs go on by themselves, by service; how many are held back, by themselves or with their batch; and how many wait for a
     * folder that takes no results, by folder.
     * @param closed those folders, as the jobs have them
     */
    awaited(closed: readonly string[] = []): Awaited {
      const all = openOnes.all({ closed: JSON.stringify(closed) });
      const active = all.filter(({ folder, count }) => folder === null && count > 0);
      const byFolder = Map.groupBy(all, ({ folder }) => folder);
      return {
        openByService: active.map(({ profileId, count }) => ({ profileId, count })),
        onHold: all.reduce((sum, { onHold }) => sum + onHold, 0),
        waitForFolder: closed.flatMap((folder) => {
          const count = (byFolder.get(folder) ?? []).reduce((sum, each) => sum + each.count, 0);
          return count === 0 ? [] : [{ folder, count }];
        }),
      };
    },
    /** What waits for the user's decision, of these jobs (null = all), by cause, the most frequent first. */
    undecided: (ids: Iterable<number> | null = null): UncertainGroup[] =>
      undecided.all({ ids: ids && JSON.stringify([...ids]) }).map(({ evidence, ...each }) => ({
        ...each,
        message: parseMessage(each.message),
        evidence: evidence === null ? null : (JSON.parse(evidence) as UncertainGroup['evidence']),
      })),
    /**
     * Jobs per minute over the last five minutes, and how long each takes at that speed (ms; null where it cannot be told).
     * @param now ms since 1970
     */
    throughput(now: number): Throughput {
      const batches = openBatches.all();
      if (batches.length === 0) seenOpen.clear();
      for (const { batchId, total } of batches) seenOpen.set(batchId, total);
      const total = [...seenOpen.values()].reduce((sum, jobs) => sum + jobs, 0);
      const finished = batches.reduce((sum, batch) => sum - (batch.total - batch.finished), total);
      const windowStart = now - speedWindowMs;
      const { n, first } = lately.get({ since: windowStart, now }) ?? { n: 0, first: null };
      // What began in the future did so before the clock was set back.
      const began = first === null || first > now ? windowStart : Math.max(windowStart, first);
      const span = Math.max(1000, now - began);
      const perMinute = n === 0 ? 0 : (n * 60_000) / span;
      return { perMinute, msEach: finished < total && n > 0 ? span / n : null, total, finished };
    },
  };
}
