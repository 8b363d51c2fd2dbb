/** Attempts of a claimed job: permission to send, results and their names, and the outcome. Every write compares the fence. */
import type { Message } from '../../../contract/messages/message.ts';
import type { StudioDatabase } from '../connection/studio-database.ts';
import type { Dispatcher } from './dispatch-tickets.ts';
import type { PlacedResult, SendPermission, SharedAttempts } from './queue-types.ts';

export function createSharedAttempts(
  database: StudioDatabase,
  dispatcher: Dispatcher,
  station: string,
): SharedAttempts {
  return {
    async requestSend({ id, fence }, step, spending = null) {
      const parameters = [id, fence, station, step];
      const [verdict] =
        spending === null
          ? await database.query<VerdictRow>('SELECT * FROM burnish.about_to_send($1, $2, $3, $4)', parameters)
          : await database.query<VerdictRow>('SELECT * FROM burnish.about_to_spend($1, $2, $3, $4, $5, $6, $7)', [
              ...parameters,
              spending.credits,
              spending.perDay,
              spending.perMonth,
            ]);
      return toPermission(verdict);
    },
    async recordAttempt({ id, fence }, step, state, taskId) {
      const parameters = [id, fence, station, step, state, taskId];
      await database.query('SELECT burnish.note_attempt($1, $2, $3, $4, $5, $6)', parameters);
    },
    async reserve({ id }, { share, pathKey }, hash) {
      return (await database.query(reserveNameSql, [share, pathKey, id, hash])).length > 0;
    },
    async settle({ id, fence }, { state, error, results }) {
      const [row] = await database.query<{ heard: boolean; followed: boolean }>(
        `SELECT burnish.settle($1, $2, $3, $4, $5, $6) AS heard,
           EXISTS (SELECT FROM burnish.jobs WHERE follows = $1 AND state = 'queued') AS followed`,
        [id, fence, station, state, error === null ? null : JSON.stringify(error), JSON.stringify(results)],
      );
      if (row?.followed === true) await dispatcher.dispatch();
      return row?.heard === true;
    },
    async listResults(ids) {
      const rows = await database.query<{ id: string; results: PlacedResult[] }>(resultsSql, [ids]);
      return new Map(rows.map(({ id, results }) => [Number(id), results]));
    },
  };
}

interface VerdictRow {
  verdict: string;
  task: string | null;
  wait_ms: number | null;
  message: Message | null;
}

function toPermission(row: VerdictRow | undefined): SendPermission {
  switch (row?.verdict) {
    case 'go':
    case 'doubt':
      return { kind: row.verdict };
    case 'adopt':
      return { kind: 'adopt', taskId: row.task ?? '' };
    case 'capped':
      return { kind: 'capped', ms: row.wait_ms ?? 60_000 };
    case 'wait':
      return { kind: 'wait', ms: row.wait_ms ?? 10_000, message: row.message ?? '' };
    default:
      return { kind: 'lost' };
  }
}

/** Reserves a name and records the content written under it. Returns no row if another job has the name. */
const reserveNameSql = `WITH kept AS (
    INSERT INTO burnish.targets AS t (share, path_key, job) VALUES ($1, $2, $3)
    ON CONFLICT (share, path_key) DO UPDATE SET job = excluded.job
      WHERE t.job = excluded.job OR NOT EXISTS (SELECT FROM burnish.jobs j WHERE j.id = t.job AND j.state = 'taken')
    RETURNING job),
  noted AS (INSERT INTO burnish.written (hash, job) SELECT $4, job FROM kept ON CONFLICT DO NOTHING)
SELECT job FROM kept`;

/** The results of the finished jobs among `$1`. */
const resultsSql = `SELECT id, coalesce((SELECT jsonb_agg(jsonb_build_object('element', element, 'output', output, 'share', share, 'path', path))
    FROM burnish.results WHERE job = jobs.id), '[]') AS results
  FROM burnish.jobs WHERE id = ANY($1::bigint[]) AND state = 'done'`;
