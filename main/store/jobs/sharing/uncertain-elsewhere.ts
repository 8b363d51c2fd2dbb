/** Prevents double payment: if a charge is uncertain at one service, the same work at another waits for a decision. */
import type { JobError } from '../../../../contract/jobs/job.ts';
import { msg } from '../../../../contract/messages/message.ts';
import type { StoreContext } from '../../store-context.ts';
import { canChargeSql, isPaidSql, isSentSql } from '../charge-sql.ts';
import type { JobEvents } from '../job-events.ts';

const code = 'UNCERTAIN_ELSEWHERE';

interface UncertainCharge {
  /** The service that may have charged. */
  readonly service: string;
  readonly own: string;
}

const unsentSql = `SELECT 1 FROM jobs WHERE id = ? AND state = 'queued' AND follows IS NULL AND ${canChargeSql}
  AND NOT ${isPaidSql} AND NOT ${isSentSql}`;

const serviceName = (profileId: string) =>
  `coalesce((SELECT json_extract(profile, '$.name') FROM profiles WHERE profiles.id = ${profileId}), ${profileId})`;

/** Jobs that wait only because of another job prove no charge. */
const chargesSql = ['content_hash', 'picture_hash']
  .map(
    (hash) => `SELECT ${serviceName('jobs.profile_id')} AS service, ${serviceName('own.profile_id')} AS own
      FROM jobs AS own JOIN jobs ON jobs.${hash} = own.${hash} AND jobs.recipe_hash = own.recipe_hash
      WHERE own.id = @id AND jobs.profile_id <> own.profile_id AND jobs.state = 'uncertain'
        AND json_extract(jobs.error, '$.code') IS NOT '${code}' AND ${canChargeSql}`,
  )
  .join(' UNION ALL ');

export function uncertainElsewhere({ db, now }: Pick<StoreContext, 'db' | 'now'>, events: JobEvents) {
  const unsent = db.prepare<[number], number>(unsentSql).pluck();
  const charge = db.prepare<[{ id: number }], UncertainCharge>(chargesSql);
  const ask = db.prepare(`UPDATE jobs SET state = 'uncertain', error = ?, finished_at = ? WHERE id = ?`);

  /** Returns whether the job now waits for a decision. */
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
