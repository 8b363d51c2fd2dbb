/**
 * A photograph whose charge is uncertain at one service is paid for twice if the same work is sent to another one. At a service that
 * charges, such a job waits for the user's decision.
 */
import type { JobError } from '../../../contract/jobs/job.ts';
import { msg } from '../../../contract/messages/message.ts';
import type { StoreContext } from '../store-context.ts';
import { canChargeSql, isPaidSql, isSentSql } from './charge-sql.ts';
import type { JobEvents } from './job-events.ts';

const code = 'UNCERTAIN_ELSEWHERE';

interface UncertainCharge {
  /** The name of the service that may have charged. */
  readonly service: string;
  /** The name of the job's own service. */
  readonly own: string;
}

export function uncertainElsewhere({ db, now }: Pick<StoreContext, 'db' | 'now'>, events: JobEvents) {
  const nameOf = (profileId: string) =>
    `coalesce((SELECT json_extract(profile, '$.name') FROM profiles WHERE profiles.id = ${profileId}), ${profileId})`;
  const unsent = db
    .prepare<[number], number>(
      `SELECT 1 FROM jobs WHERE id = ? AND state = 'queued' AND follows IS NULL AND ${canChargeSql}
         AND NOT ${isPaidSql} AND NOT ${isSentSql}`,
    )
    .pluck();
  // A job that only waits because of another one says nothing of a charge.
  const charge = db.prepare<[{ id: number }], UncertainCharge>(
    ['content_hash', 'picture_hash']
      .map(
        (hash) => `SELECT ${nameOf('jobs.profile_id')} AS service, ${nameOf('own.profile_id')} AS own
          FROM jobs AS own JOIN jobs ON jobs.${hash} = own.${hash} AND jobs.recipe_hash = own.recipe_hash
          WHERE own.id = @id AND jobs.profile_id <> own.profile_id AND jobs.state = 'uncertain'
            AND json_extract(jobs.error, '$.code') IS NOT '${code}' AND ${canChargeSql}`,
      )
      .join(' UNION ALL '),
  );
  const ask = db.prepare(`UPDATE jobs SET state = 'uncertain', error = ?, finished_at = ? WHERE id = ?`);

  /** Has the user decide about a job that is about to be sent, if another service may have charged for the same work. */
  return (id: number): boolean => {
    const found = unsent.get(id) === undefined ? undefined : charge.get({ id });
    if (found === undefined) return false;
    const message = msg('store.uncertainElsewhere', { service: found.service, other: found.own });
    const error: JobError = { kind: 'uncertain', code, message, advice: 'decide', requestId: null, logId: null };
    ask.run(JSON.stringify(error), now(), id);
    events.add(id, { kind: 'error', text: message });
    return true;
  };
}
