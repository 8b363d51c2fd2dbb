/** The table `job_events`: the timeline of each job. */
import type { JobEvent } from '../../../contract/jobs/job.ts';
import type { QueueContext } from '../store-context.ts';
import { parseMessage, serializeMessage } from '../stored-messages.ts';

export type EventText = Pick<JobEvent, 'kind' | 'text'>;
export type JobEvents = ReturnType<typeof jobEvents>;

export function jobEvents({ db, now, changes, lightly }: QueueContext) {
  const insert = db.prepare('INSERT INTO job_events (job_id, at, kind, text) VALUES (?, ?, ?, ?)');
  const insertMany = db.prepare(
    'INSERT INTO job_events (job_id, at, kind, text) SELECT value, ?, ?, ? FROM json_each(?)',
  );
  const ofJob = db.prepare<[number], JobEvent & { text: string }>(
    'SELECT at, kind, text FROM job_events WHERE job_id = ? ORDER BY id',
  );
  return {
    add(jobId: number, event: EventText): void {
      lightly(() => insert.run(jobId, now(), event.kind, serializeMessage(event.text)));
      changes.run(jobId);
    },
    /** The caller reports the change. */
    addToAll(jobIds: readonly number[], event: EventText): void {
      if (jobIds.length > 0) insertMany.run(now(), event.kind, serializeMessage(event.text), JSON.stringify(jobIds));
    },
    ofJob: (jobId: number): JobEvent[] =>
      ofJob.all(jobId).map((event) => ({ ...event, text: parseMessage(event.text) })),
  };
}
