import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import type { Message } from '../../../../contract/messages/message.ts';
import { profileSchema } from '../../../../contract/services/profile.ts';
import type { EndCounts } from '../../../../main/cli/queue/finished-line.ts';
import { startReport } from '../../../../main/cli/queue/run-report.ts';
import { othersMessages, remainingMessages, runToEnd, summaryText } from '../../../../main/cli/queue/run-to-end.ts';
import { openSession, type Session } from '../../../../main/cli/session/command-session.ts';
import { openStore } from '../../../../main/store/index.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { paperJob } from '../../../helpers/queue/queue-stage.ts';
import { terminalTexts } from '../../../helpers/run/message-matchers.ts';
import { recipe } from '../../../helpers/store/store-stage.ts';

let folder: string;
let session: Session;
let lines: string[];
beforeEach(async () => {
  folder = scratchFolder();
  session = await openSession({ data: join(folder, 'data') });
  lines = [];
});
afterEach(async () => {
  await session.close();
  rmSync(folder, { recursive: true, force: true });
});

const nothing: EndCounts = { done: 0, failed: 0, cancelled: 0, uncertain: 0, leftOut: 0 };
const noKey = 'There is no key for “Studio”. Run this command again with --service "Studio" --key-env <variable>.';

/** Adds photographs for a service without a key, like another command; returns their jobs. */
function add(...names: string[]): readonly number[] {
  const { store } = session;
  const service = { id: 'studio', kind: 'remote', name: 'Studio', baseUrl: 'http://127.0.0.1:9' };
  store.profiles.save(profileSchema.parse(service));
  const jobs = names.map((name) => paperJob(name, recipe, { profileId: 'studio' }));
  return store.jobs.add({ title: 'Some', origin: 'command', folderId: null }, jobs).jobIds;
}

function end(state: 'done' | 'failed' | 'cancelled'): number {
  const { actions, moves, jobs, results } = session.store;
  const [id] = add(`ended ${state}`);
  actions.move([id!], 'first');
  let hold: Parameters<typeof moves.move>[0] = moves.claim('studio')!;
  if (state === 'done') {
    const { batchId, operation } = jobs.get(id!)!;
    const analysis = { kind: 'analysis', raw: {}, body: null, width: 1, height: 1 } as const;
    results.add({ jobId: id!, batchId, step: 0, operation, ...analysis });
    for (const next of ['submitting', 'fetching', 'placing'] as const) hold = moves.move(hold, next);
  }
  moves.move(hold, state);
  return id!;
}

/** Returns the exit code of a command that is responsible for `jobs`. */
function codeOf(jobs: Iterable<number> | null, givenUp = 0): Promise<number> {
  session.app.start();
  return ended(session, jobs && new Set(jobs), givenUp);
}

function ended(of: Session, jobs: Set<number> | null, givenUp = 0): Promise<number> {
  const reporter = {
    ...startReport(of.store, true, jobs),
    line: (message: Message) => void lines.push(formatMessage(message, 'terminal')),
  };
  return runToEnd(of, reporter, { jobs, refused: [], givenUp });
}

it('a stopped command ends with 1 and reports that, also if it was stopped before it waited', async () => {
  add('a');
  const stopped = { ...session, interrupted: AbortSignal.abort() };

  expect(await ended(stopped, new Set())).toBe(1);

  expect(lines).toEqual(['0 done, 0 failed', 'Stopped. Run the command again to continue with the rest.']);
});

it('a command that waits for another process ends with the error if the database fails', async () => {
  const otherStore = openStore({ folder: join(folder, 'data') });
  otherStore.queueLock.take('another process');
  const waited = codeOf(add('a'));

  new Database(join(folder, 'data', 'burnish.db')).exec('DROP TABLE conditions').close();

  await expect(waited).rejects.toThrow('no such table');
  await session.close();
  otherStore.close();
});

describe('the exit code', () => {
  it('is 0 once its own photographs are done, and jobs of others are reported', async () => {
    const own = end('done');
    add('of another command');
    expect(await codeOf([own])).toBe(0);
    expect(lines).toContain('One photograph from other commands is not finished (see burnish status).');
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

  it('is 1 while its own jobs are open, and these are reported', async () => {
    expect(await codeOf(add('a', 'b'))).toBe(1);
    expect(lines.slice(-2)).toEqual(['2 photographs are not finished and stay in the queue.', noKey]);
  });

  it('is 1 while any job is open, for a command that is responsible for the whole queue', async () => {
    add('a');
    expect(await codeOf(null)).toBe(1);
    expect(lines.slice(-2)).toEqual(['One photograph is not finished and stays in the queue.', noKey]);
  });
});

it.each([
  [{ open: 0, ofOthers: 0 }, false, []],
  [{ open: 1, ofOthers: 0 }, false, ['One photograph is not finished. Run the command again to continue.']],
  [{ open: 1, ofOthers: 0 }, true, ['One photograph is not finished and stays in the queue.']],
  [
    { open: 7, ofOthers: 2 },
    false,
    [
      '7 photographs are not finished. Run the command again to continue.',
      '2 photographs from other commands are not finished (see burnish status).',
    ],
  ],
])('reports %j as text, with the cause: %j', (left, why, expected) => {
  expect(terminalTexts(remainingMessages(left, why))).toEqual(expected);
});

it.each([
  [{}, '0 done, 0 failed'],
  [{ done: 2, leftOut: 1 }, '2 done, 0 failed, 1 left out'],
  [{ failed: 3, uncertain: 2, cancelled: 1 }, '0 done, 3 failed, 2 uncertain, 1 canceled'],
])('for %j the last line is %s', (some, line) => {
  expect(summaryText({ ...nothing, ...some })).toBe(line);
});

it.each([
  [{}, 0, []],
  [
    { done: 1 },
    1,
    [
      'One photograph from other commands was also processed: 1 done, 0 failed.',
      'One photograph from other commands needs your decision (see burnish status).',
    ],
  ],
  [
    { done: 9, cancelled: 1 },
    2,
    [
      '10 photographs from other commands were also processed: 9 done, 0 failed, 1 canceled.',
      '2 photographs from other commands need your decision (see burnish status).',
    ],
  ],
])('reports %j of others and %i uncertain jobs as text', (some, undecided, expected) => {
  expect(terminalTexts(othersMessages({ ...nothing, ...some }, undecided))).toEqual(expected);
});

describe('the numbers', () => {
  it('add up to the command’s photographs, whenever each became final, without those of others', async () => {
    const { actions } = session.store;
    const before = [end('done'), end('failed'), end('cancelled')];
    const [open, cancelled, removed, other] = add('open', 'cancelled', 'removed', 'of others');
    actions.cancel([cancelled!]);
    actions.remove([removed!, before[2]!]);
    const own = [...before, open!, cancelled!, removed!];
    expect(await codeOf(own)).toBe(1);
    expect(lines.slice(0, 3)).toEqual([
      '1 done, 1 failed, 3 canceled',
      'One photograph is not finished and stays in the queue.',
      'One photograph from other commands is not finished (see burnish status).',
    ]);
    expect(own).not.toContain(other);
  });

  it('include jobs that become final while the command ends', async () => {
    const [a, b] = add('a', 'b');
    const interrupted = AbortSignal.abort();
    const close: Session['close'] = (onWait, lastReport) => {
      session.store.actions.cancel([a!]);
      return session.close(onWait, lastReport);
    };
    expect(await ended({ ...session, interrupted, close }, new Set([a!, b!]))).toBe(1);
    expect(lines).toEqual([
      '0 done, 0 failed, 1 canceled',
      'One photograph is not finished and stays in the queue.',
      'Stopped. Run the command again to continue with the rest.',
    ]);
  });
});
