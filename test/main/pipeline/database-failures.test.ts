import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../main/pipeline/stage-outcome.ts';
import { post, recipeOf, test } from '../../helpers/queue/queue-stage.ts';
import { matchingMessage } from '../../helpers/run/message-matchers.ts';

const submitCutout = post('portrait-background-removal');
const result = `GET /results/portrait-background-removal.png`;

describe('a database that another program locks for a minute', () => {
  for (const [when, at, tags] of [
    ['while the answer to an upload arrives', submitCutout, []],
    ['while a result is fetched', result, ['long']],
  ] as const) {
    test(`${when}: makes the queue wait, and nothing is sent twice`, { tags: [...tags] }, async ({ stage }) => {
      await stage.answers('portrait-background-removal');
      const otherConnection = new Database(join(stage.dir, 'data', 'burnish.db'));
      let isHeld = false;
      const before = stage.server.requestsOf(at).length;
      // At the first change after the request, another program locks the database.
      const unsubscribe = stage.store.changes.subscribe(() => {
        if (isHeld || stage.server.requestsOf(at).length === before) return;
        isHeld = true;
        otherConnection.exec('BEGIN IMMEDIATE');
        stage.clock.after(60_000, () => otherConnection.exec('COMMIT'));
      });
      const reports: unknown[] = [];
      stage.store.trouble.subscribe((problem) => reports.push(problem));
      const job = await stage.add(recipeOf('portrait-background-removal'));
      stage.start();
      await stage.reach(job, 'done', 2000);
      unsubscribe();
      otherConnection.close();
      expect(isHeld).toBe(true);
      expect(reports).toEqual(['locked', null]);
      expect(stage.server.requestsOf(submitCutout)).toHaveLength(1);
      expect(stage.job(job.id).failures).toEqual({});
      expect(await stage.outputs()).toHaveLength(1);
    });
  }
});

describe('a database error', () => {
  it('is not reported as an internal error or an error of the photograph', () => {
    for (const code of ['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_FULL', 'SQLITE_CORRUPT', 'SQLITE_IOERR_WRITE'])
      expect(outcomeOf(new Database.SqliteError('message', code))).toEqual({ kind: 'back' });
  });

  it('on a full disk makes jobs wait without using up an attempt', () => {
    expect(outcomeOf(Object.assign(new Error('full'), { code: 'ENOSPC' }))).toMatchObject({
      kind: 'wait',
      alsoQueued: true,
      error: { message: matchingMessage(/data folder is full/) },
    });
  });
});
