/** Commands on jobs of other stations (`studio_words`), until the studio has received them. */
import type { Database } from 'better-sqlite3';
import type { JobState } from '../../../../contract/jobs/job.ts';
import { isMirroredSql } from '../job-ownership.ts';

export type StudioCommand =
  | 'retry'
  | 'again'
  | 'cancel'
  | 'send-again'
  | 'give-up'
  | 'hold'
  | 'go-on'
  | 'first'
  | 'last';

export interface PendingCommand {
  readonly id: number;
  readonly sharedId: number;
  readonly word: StudioCommand;
}

const mirroredSql = `SELECT id, state FROM jobs
  WHERE id IN (SELECT value FROM json_each(@ids)) AND ${isMirroredSql('jobs')}`;

const sendToQueuedSql = `INSERT INTO studio_words (shared_id, word)
  SELECT shared_id, @word FROM jobs WHERE batch_id = @id AND state = 'queued' AND ${isMirroredSql('jobs')}`;

export function studioCommandSender(db: Database) {
  const mirrored = db.prepare<[{ ids: string }], { id: number; state: JobState }>(mirroredSql);
  const insert = db.prepare('INSERT INTO studio_words (shared_id, word) SELECT shared_id, ? FROM jobs WHERE id = ?');
  const insertForQueued = db.prepare(sendToQueuedSql);
  return {
    /** Sends a command for mirrored jobs in one of `states`, and returns them. */
    send(ids: readonly number[], command: StudioCommand, ...states: JobState[]): { id: number; state: JobState }[] {
      const jobs = mirrored.all({ ids: JSON.stringify(ids) }).filter(({ state }) => states.includes(state));
      for (const { id } of jobs) insert.run(command, id);
      return jobs;
    },
    sendToQueued: (batchId: number, command: StudioCommand): void =>
      void insertForQueued.run({ id: batchId, word: command }),
  };
}

export function pendingStudioCommands(db: Database) {
  const first = db.prepare<[number], PendingCommand>(
    'SELECT id, shared_id AS sharedId, word FROM studio_words ORDER BY id LIMIT ?',
  );
  const count = db.prepare<[], number>('SELECT count(*) FROM studio_words').pluck();
  const remove = db.prepare('DELETE FROM studio_words WHERE id = ?');
  return {
    list: (limit: number): PendingCommand[] => first.all(limit),
    remove: db.transaction((ids: readonly number[]): void => {
      for (const id of ids) remove.run(id);
    }),
    count: (): number => count.get() ?? 0,
  };
}
