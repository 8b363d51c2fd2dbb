import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Reporter } from '../../../main/cli/report.ts';
import { leftLines, runToEnd, toldInWords } from '../../../main/cli/run-to-end.ts';
import { openSession, type Session } from '../../../main/cli/session.ts';
import { type MoveDetails, openStore } from '../../../main/store/index.ts';
import { scratchFolder } from '../../helpers/photographs.ts';
import { paperJob } from '../../helpers/queue-stage.ts';
import { recipe } from '../../helpers/store-stage.ts';

let folder: string;
let session: Session;
let lines: string[];
let reporter: Reporter;
beforeEach(async () => {
  folder = scratchFolder();
  session = await openSession({ data: join(folder, 'data') }, null);
  lines = [];
  const told = () => ({ done: 0, failed: 0, cancelled: 0, uncertain: 0, leftOut: 0 });
  reporter = { told, line: (text) => lines.push(text), stop: () => undefined };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const noKey = 'There is no key for “Studio”. Run this command again with --service "Studio" --key-env <variable>.';

/** Takes in photographs of these names for a service without a key, as another command has; returns their jobs. */
function add(...names: string[]): readonly number[] {
  const { store } = session;
  const service = { kind: 'remote', name: 'Studio', baseUrl: 'http://127.0.0.1:9', keyHeader: 'key' } as const;
  store.profiles.save({ id: 'studio', maxConcurrency: 1, charges: true, plainResults: true, ...service });
  const jobs = names.map((name) => paperJob(name, recipe, { profileId: 'studio' }));
  return store.jobs.add({ title: 'Some', origin: 'command', folderId: null }, jobs).jobIds;
}

function end(state: 'done' | 'failed' | 'cancelled', details?: MoveDetails): number {
  const { moves, jobs, results } = session.store;
  const [id] = add(`ended ${state}`);
  session.store.actions.move([id!], 'first');
  let hold: Parameters<typeof moves.move>[0] = moves.claim('studio')!;
  const way = state === 'done' ? (['submitting', 'fetching', 'placing', 'done'] as const) : ([state] as const);
  const { batchId, operation } = jobs.get(id!)!;
  if (state === 'done')
    results.add({
      jobId: id!,
      batchId,
      step: 0,
      operation,
      kind: 'analysis',
      raw: {},
      body: null,
      width: 1,
      height: 1,
    });
  for (const next of way) hold = moves.move(hold, next, details);
  return id!;
}

/** The exit code of a command that answers for `jobs`. */
function codeOf(jobs: Iterable<number> | null, givenUp = 0): Promise<number> {
  session.app.start();
  return runToEnd(session, reporter, { jobs: jobs && new Set(jobs), refused: [], givenUp });
}

describe('a command that is stopped', () => {
  it('ends with 1 and says so, also where it was stopped before it began to wait', async () => {
    add('a');
    const stopped = { ...session, interrupted: AbortSignal.abort() };
    expect(await runToEnd(stopped, reporter, { jobs: new Set(), refused: [], givenUp: 0 })).toBe(1);
    expect(lines.at(-1)).toBe('Stopped. The rest goes on when you run it again.');
  });
});

describe('a command that waits for another process', () => {
  it('ends with what is wrong where the database fails, and leaves nothing behind that asks it', async () => {
    const other = openStore({ folder: join(folder, 'data') });
    other.queueLock.take('another process');
    const waited = codeOf(add('a'));
    new Database(join(folder, 'data', 'burnish.db')).exec('DROP TABLE conditions').close();
    await expect(waited).rejects.toThrow('no such table');
    await session.close();
    other.close();
  });
});

describe('the exit code', () => {
  it('is 0 once its own photographs are done, and what others left is said', async () => {
    const own = end('done');
    add('of another command');
    expect(await codeOf([own])).toBe(0);
    expect(lines).toContain('One photograph of other commands is not finished (burnish status).');
    expect(lines.at(-1)).toBe(noKey);
  });

  it('is 0 whatever failed for others', async () => {
    end('failed');
    expect(await codeOf([end('done')])).toBe(0);
  });

  it.each(['failed', 'cancelled'] as const)('is 1 for a photograph of its own that %s', async (state) => {
    expect(await codeOf([end('done'), end(state)])).toBe(1);
  });

  it('is 1 for a photograph of its own that was given up before', async () => {
    expect(await codeOf([end('done')], 1)).toBe(1);
  });

  it('is 1 while anything of its own is left, and that is said', async () => {
    expect(await codeOf(add('a', 'b'))).toBe(1);
    expect(lines.slice(-2)).toEqual(['2 photographs are not finished; kept in the queue.', noKey]);
  });

  it('is 1 while anything at all is left, for a command that answers for the whole queue', async () => {
    add('a');
    expect(await codeOf(null)).toBe(1);
    expect(lines.slice(-2)).toEqual(['One photograph is not finished; kept in the queue.', noKey]);
  });
});

it.each([
  [{ open: 0, ofOthers: 0 }, false, []],
  [{ open: 1, ofOthers: 0 }, false, ['One photograph is not finished; run again to go on.']],
  [{ open: 1, ofOthers: 0 }, true, ['One photograph is not finished; kept in the queue.']],
  [
    { open: 7, ofOthers: 2 },
    false,
    [
      '7 photographs are not finished; run again to go on.',
      '2 photographs of other commands are not finished (burnish status).',
    ],
  ],
])('%j is told in words, why: %j', (left, why, expected) => {
  expect(leftLines(left, why)).toEqual(expected);
});

it.each([
  [{}, '0 done, 0 failed'],
  [{ done: 2, leftOut: 1 }, '2 done, 0 failed, 1 left out'],
  [{ failed: 3, uncertain: 2, cancelled: 1 }, '0 done, 3 failed, 2 uncertain, 1 cancelled'],
])('of %j the last line is %s', (some, line) => {
  expect(toldInWords({ ...reporter.told(), ...some })).toBe(line);
});
