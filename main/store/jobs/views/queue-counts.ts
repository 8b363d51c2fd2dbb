/** Counts over the whole queue. With very many jobs they are slow, so the window uses the reader thread. */
import type { Database } from 'better-sqlite3';
import type { Snapshot, Throughput } from '../../../../contract/app/app-snapshot.ts';
import { finalStates, runningStates, type UncertainGroup } from '../../../../contract/jobs/job.ts';
import { parseMessage } from '../../stored-messages.ts';
import { hasTaskToAskSql, unpricedOperation } from '../charge-sql.ts';
import { closedFolder, isHeld, isOpen } from '../hold-sql.ts';
import { openLocalJobsSql } from '../job-ownership.ts';
import { stateList } from '../job-rows.ts';

const throughputWindowMs = 5 * 60 * 1000;

type ServiceCount = Snapshot['openByService'][number];

type Awaited = Pick<Snapshot, 'openByService' | 'onHold' | 'waitForFolder' | 'waitForPrice'>;
type PriceCount = Snapshot['waitForPrice'][number];

const openBatchesSql = `SELECT batch_id AS batchId, count(*) AS total,
    count(*) FILTER (WHERE state IN (${stateList(finalStates)})) AS finished
  FROM jobs INDEXED BY jobs_of_batch WHERE batch_id IN (
    SELECT id FROM batches b WHERE EXISTS (
      SELECT 1 FROM jobs WHERE batch_id = b.id AND state IN (${stateList(['queued', ...runningStates])})))
  GROUP BY batch_id`;

const finishedSinceSql = `SELECT count(*) AS n, min(started_at) AS first FROM jobs
  WHERE finished_at > @since AND finished_at <= @now AND state IN ('done', 'failed')`;

const awaitedSql = `SELECT profile_id AS profileId, folder, unpriced, sum(NOT is_held) AS count, sum(is_held) AS onHold
  FROM (SELECT profile_id, state = 'queued' AND ${isHeld('jobs')} AS is_held,
      CASE WHEN state IN ('queued', 'placing') AND NOT ${isOpen} THEN ${closedFolder} END AS folder,
      CASE WHEN state = 'queued' THEN ${unpricedOperation('jobs')} END AS unpriced
    FROM ${openLocalJobsSql})
  GROUP BY profile_id, folder, unpriced`;

/** Evidence belongs to the last request, whose response was lost. */
const uncertainSql = `SELECT coalesce(json_extract(error, '$.code'), '') AS cause,
    max(json_extract(error, '$.message')) AS message,
    count(*) AS count, sum(${hasTaskToAskSql}) AS askable, max(known.evidence) AS evidence
  FROM jobs LEFT JOIN ledger AS known ON known.evidence IS NOT NULL
    AND known.id = (SELECT max(id) FROM ledger WHERE ledger.job_id = jobs.id)
  WHERE state = 'uncertain' AND removed_at IS NULL
    AND (@ids IS NULL OR jobs.id IN (SELECT value FROM json_each(@ids)))
  GROUP BY cause ORDER BY count DESC`;

type AwaitedRow = ServiceCount & {
  onHold: number;
  folder: string | null;
  unpriced: PriceCount['operation'] | null;
};
type UncertainRow = UncertainGroup & { message: string; evidence: string | null };

export function queueCounts(db: Database) {
  const openBatches = db.prepare<[], { batchId: number; total: number; finished: number }>(openBatchesSql);
  /** Batches open since the queue was last empty, so that "412 of 800" does not shrink when one ends. */
  const totals = new Map<number, number>();
  const finishedSince = db.prepare<[{ since: number; now: number }], { n: number; first: number | null }>(
    finishedSinceSql,
  );
  const awaited = db.prepare<[{ closed: string }], AwaitedRow>(awaitedSql);
  const uncertain = db.prepare<[{ ids: string | null }], UncertainRow>(uncertainSql);

  return {
    /** Counts open jobs by service, held jobs, and jobs by unavailable folder (`closed`) or unknown price. */
    awaited(closed: readonly string[] = []): Awaited {
      const all = awaited.all({ closed: JSON.stringify(closed) });
      const active = all.filter(({ folder, unpriced, count }) => folder === null && unpriced === null && count > 0);
      const byFolder = Map.groupBy(all, ({ folder }) => folder);
      return {
        openByService: active.map(({ profileId, count }) => ({ profileId, count })),
        onHold: all.reduce((sum, { onHold }) => sum + onHold, 0),
        waitForFolder: closed.flatMap((folder) => {
          const count = (byFolder.get(folder) ?? []).reduce((sum, each) => sum + each.count, 0);
          return count === 0 ? [] : [{ folder, count }];
        }),
        waitForPrice: all.flatMap(({ profileId, folder, unpriced: operation, count }) =>
          folder === null && operation !== null && count > 0 ? { profileId, operation, count } : [],
        ),
      };
    },
    /** Groups uncertain jobs (null = all) by cause, most frequent first. */
    undecided: (ids: Iterable<number> | null = null): UncertainGroup[] =>
      uncertain.all({ ids: ids && JSON.stringify([...ids]) }).map(({ evidence, ...each }) => ({
        ...each,
        message: parseMessage(each.message),
        evidence: evidence === null ? null : (JSON.parse(evidence) as UncertainGroup['evidence']),
      })),
    /** Measures the last five minutes. `msEach` is null if unknown. @param now ms since 1970 */
    throughput(now: number): Throughput {
      const batches = openBatches.all();
      if (batches.length === 0) totals.clear();
      for (const { batchId, total } of batches) totals.set(batchId, total);
      const total = [...totals.values()].reduce((sum, jobs) => sum + jobs, 0);
      const finished = batches.reduce((sum, batch) => sum - (batch.total - batch.finished), total);
      const windowStart = now - throughputWindowMs;
      const { n, first } = finishedSince.get({ since: windowStart, now }) ?? { n: 0, first: null };
      // The clock was set back since.
      const start = first === null || first > now ? windowStart : Math.max(windowStart, first);
      const span = Math.max(1000, now - start);
      const perMinute = n === 0 ? 0 : (n * 60_000) / span;
      return { perMinute, msEach: finished < total && n > 0 ? span / n : null, total, finished };
    },
  };
}
