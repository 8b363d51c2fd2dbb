/** The database's decisions between stations: the owner of a job, permission to send it, and recovery from a lost station. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkStudio, makeStudio, StudioMismatch } from '../../../../main/studio/database/schema.ts';
import type { ClaimedJob } from '../../../../main/studio/queue/queue-types.ts';
import { postgresForFile } from '../../../helpers/studio/studio-tests.ts';
import { hashOf, openWorkStage, type WorkStage, type WorkStation } from '../../../helpers/studio/studio-work.ts';

const postgres = postgresForFile();
let stage: WorkStage;
let stationOne: WorkStation;
let stationTwo: WorkStation;

beforeAll(async () => {
  stage = await openWorkStage(postgres());
  stationOne = await stage.station('one');
  stationTwo = await stage.station('two');
});

afterAll(() => stage.close());

let number = 0;
let name = '';
beforeEach(async () => {
  number += 1;
  name = `photograph ${number}`;
  await stage.rows('DELETE FROM pgboss.job');
  await stage.rows('TRUNCATE burnish.jobs CASCADE');
  await stage.rows('DELETE FROM burnish.conditions');
  await stationOne.beat();
  await stationTwo.beat();
});

const room = (count: number) => new Map([[stage.service.id, count]]);
async function offered(more: Parameters<WorkStage['item']>[1] = {}, of = name): Promise<number> {
  const [answer] = await stationOne.work.offer([stage.item(of, more)]);
  return answer?.id ?? 0;
}
const stateOf = async (id: number) =>
  (await stage.rows<{ state: string }>('SELECT state FROM burnish.jobs WHERE id = $1', [id]))[0]?.state;
/** Expires the lease of one station, with the other still online. */
async function lose(station: WorkStation, otherStation: WorkStation): Promise<void> {
  await stage.rows(`UPDATE burnish.stations SET heard_at = '-infinity' WHERE id = $1`, [station.id]);
  await otherStation.work.recoverLostJobs();
}
const done = { state: 'done', error: null, results: [] } as const;
/** Two jobs with the same content, offered together; returns their ids. */
async function offerTwins(): Promise<number[]> {
  const twins = [stage.item(name), stage.item(name, { path: 'in/copy.jpg' })];
  return (await stationOne.work.offer(twins)).map(({ id }) => id ?? 0);
}
/** Offers a photograph that a station then sends. */
async function sent(by: WorkStation): Promise<ClaimedJob> {
  await offered();
  const job = await by.claimOne();
  expect(await by.work.requestSend(job, 0)).toEqual({ kind: 'go' });
  return job;
}

describe('offers', () => {
  test('the same photograph offered by two stations at the same time is one job', async () => {
    const item = stage.item(name);
    const stations = [stationOne, stationTwo, stationOne, stationTwo];

    const answers = await Promise.all(stations.map(({ work }) => work.offer([item])));

    expect(new Set(answers.map(([each]) => each?.id)).size).toBe(1);
    expect(answers.filter(([each]) => each?.isNew)).toHaveLength(1);
  });

  test('of two jobs with the same content, one is sent; the other is placed by the station that did it', async () => {
    const ids = await offerTwins();
    const [first, ...others] = await stationTwo.work.claim(room(10));
    expect([first?.id, others]).toEqual([ids[0], []]);
    expect(await stationOne.work.claim(room(10))).toEqual([]);
    await stationTwo.work.settle(first!, done);
    await stationTwo.beat([], [...stage.item(name).needs, `station:${stationTwo.id}`]);
    expect(await stationOne.work.claim(room(10))).toEqual([]);
    const copy = await stationTwo.claimOne();
    expect(copy).toMatchObject({ id: ids[1], follows: ids[0] });
  });

  test('a job with the content of a finished one is placed by the station that did that, whenever it is offered', async () => {
    await offered();
    const first = await stationTwo.claimOne();
    await stationTwo.work.settle(first, done);
    const copy = await offered({ path: 'in/copy.jpg' });
    expect(await stationOne.work.claim(room(10))).toEqual([]);
    expect(await stationTwo.claimOne()).toMatchObject({ id: copy, follows: first.id });
  });

  test('the follower of a failed job fails with it, and is retried with it', async () => {
    const ids = await offerTwins();
    await stationOne.work.settle(await stationOne.claimOne(), { state: 'failed', error: null, results: [] });
    expect(await Promise.all(ids.map(stateOf))).toEqual(['failed', 'failed']);
    expect(await stationTwo.overview.retry({ job: ids[1] ?? 0 })).toBe(2);
    expect((await stationTwo.claimOne()).id).toBe(ids[0]);
  });

  test('a watch folder adds no result of any station', async () => {
    await offered();
    const job = await stationOne.claimOne();
    expect(await stationOne.work.reserve(job, { share: 'photos', pathKey: 'out/a.jpg' }, hashOf('result'))).toBe(true);
    const [answer] = await stationTwo.work.offer([stage.item('x', { contentHash: hashOf('result'), origin: 'watch' })]);
    expect(answer).toEqual({ id: null, state: null, isNew: false });
    expect(await stationTwo.work.findAppliedRecipes(hashOf('result'))).toEqual(new Set(['recipe']));
  });

  test('a thousand in one batch are dispatched once each', async () => {
    const items = Array.from({ length: 1000 }, (_, index) => stage.item(`${name} ${index}`));
    for (let at = 0; at < items.length; at += 100) await stationOne.work.offer(items.slice(at, at + 100));
    const claimed: number[] = [];

    await Promise.all(
      [stationOne, stationTwo].map(async ({ work }) => {
        for (let more = await work.claim(room(50)); more.length > 0; more = await work.claim(room(50)))
          claimed.push(...more.map(({ id }) => id));
      }),
    );

    expect([claimed.length, new Set(claimed).size]).toEqual([1000, 1000]);
  });
});

describe('the stations for a job', () => {
  test('a paused station claims nothing, and leaves its share of the account to others', async () => {
    await offered();
    const partOf = async (station: WorkStation) => (await station.beat()).quotas[0]?.requests ?? 0;
    expect((await partOf(stationOne)) + (await partOf(stationTwo))).toBe(stage.service.cap);
    expect(await stationTwo.overview.pause('one', true)).toBe(true);
    expect((await stationOne.beat()).isPaused).toBe(true);
    expect(await stationOne.work.claim(room(5))).toEqual([]);
    expect(await partOf(stationTwo)).toBe(stage.service.cap);
    expect(await stationTwo.overview.pause(stationOne.id, false)).toBe(true);
    await stationTwo.overview.pauseAll(true);
    expect([(await stationOne.beat()).isPaused, await stationTwo.work.claim(room(5))]).toEqual([true, []]);
    await stationTwo.overview.pauseAll(false);
    expect(await stationOne.work.claim(room(5))).toHaveLength(1);
  });

  test('a station that may not use a service has no share in it, even with a key', async () => {
    await offered();
    await stationTwo.overview.allow(stage.service.id, stationOne.id, false);
    expect(await stationOne.beat()).toMatchObject({ refused: [stage.service.id], quotas: [] });
    expect((await stationTwo.beat()).quotas).toEqual([{ service: stage.service.id, requests: stage.service.cap }]);
    expect(await stationOne.work.claim(room(5))).toEqual([]);
    await stationTwo.overview.allow(stage.service.id, stationOne.id, true);
    expect(await stationOne.work.claim(room(5))).toHaveLength(1);
  });

  test('a watch folder belongs to another station once that claims it', async () => {
    const folder = { share: 'photos', path: 'in' };
    expect(await stationOne.work.claimWatch(folder)).toMatchObject({ isOwn: true });
    expect(await stationTwo.work.claimWatch(folder)).toEqual({ isOwn: false, station: 'one' });
    await stationTwo.work.takeWatch(folder);
    expect(await stationOne.work.claimWatch(folder)).toEqual({ isOwn: false, station: 'two' });
  });

  test('only a station with all capabilities of a job claims it', async () => {
    await offered({ needs: [...stage.item(name).needs, 'share:other'] });
    expect(await stationOne.work.claim(room(5))).toEqual([]);
    expect((await stationOne.overview.status()).stranded).toBe(1);
    await stationTwo.beat([], [...stage.item(name).needs, 'share:other']);
    expect((await stationOne.overview.status()).stranded).toBe(0);
    expect(await stationTwo.work.claim(room(5))).toHaveLength(1);
  });

  test('a draining station claims nothing', async () => {
    await offered();
    await stationOne.overview.drain('two', true);
    expect(await stationTwo.work.claim(room(5))).toEqual([]);
    expect((await stationTwo.beat()).isDraining).toBe(true);
    await stationOne.overview.drain('two', false);
    expect(await stationTwo.work.claim(room(5))).toHaveLength(1);
  });

  test('the capacity of an account is distributed, to the last request', async () => {
    const beats = await Promise.all([stationOne.beat(), stationTwo.beat()]);
    expect(beats.map(({ quotas: [part] }) => part?.requests).sort()).toEqual([3, 4]);

    await lose(stationTwo, stationOne);
    expect((await stationOne.beat()).quotas).toEqual([{ service: 'at-1', requests: 7 }]);
    expect(await stationOne.overview.limit('Charging', 2)).toBe(true);
    expect((await stationOne.beat()).quotas).toEqual([{ service: 'at-1', requests: 2 }]);
    await stationOne.overview.limit('Charging', 7);
  });

  test('a pause requested from one station applies to all stations of the account', async () => {
    await offered();
    const job = await stationOne.claimOne();
    const slowed = { service: 'at-1', condition: 'slowed', message: 'Slow down.', forMs: 60_000 } as const;
    await stationTwo.work.reportConditions([slowed]);
    expect(await stationOne.work.requestSend(job, 0)).toMatchObject({ kind: 'wait', message: 'Slow down.' });
    await offered({}, `${name} more`);
    expect(await stationOne.work.claim(room(5))).toEqual([]);
    await stationTwo.work.reportConditions([]);
    expect(await stationOne.work.requestSend(job, 0)).toEqual({ kind: 'go' });
  });
});

describe('the spending limit of an account', () => {
  const spending = { credits: 4, perDay: 10, perMonth: null };
  /** Moves all attempts to a time given as SQL. */
  const sentAt = (time: string) => stage.rows(`UPDATE burnish.attempts SET begun_at = ${time}`);

  test('applies to all stations and concurrent requests, and rejected uploads cost nothing', async () => {
    for (const each of ['a', 'b', 'c', 'd']) await offered({}, `${name} ${each}`);
    const [first, second] = await stationOne.work.claim(room(2));
    const [third, fourth] = await stationTwo.work.claim(room(2));
    const requests = [
      [stationOne, first!],
      [stationTwo, third!],
      [stationOne, second!],
      [stationTwo, fourth!],
    ] as const;
    const answers = await Promise.all(requests.map(([by, job]) => by.work.requestSend(job, 0, spending)));
    expect(answers.map(({ kind }) => kind).sort()).toEqual(['capped', 'capped', 'go', 'go']);
    const findRequest = (wanted: string) => requests[answers.findIndex(({ kind }) => kind === wanted)]!;
    const [sender, sent] = findRequest('go');
    await sender.work.recordAttempt(sent, 0, 'not-taken', null);
    const [other, capped] = findRequest('capped');
    expect(await other.work.requestSend(capped, 0, spending)).toEqual({ kind: 'go' });
  });

  test('counts the same request once, and blocks requests over the monthly limit', async () => {
    await offered();
    const job = await stationOne.claimOne();
    const terms = { ...spending, perDay: null, perMonth: 4 };
    expect(await stationOne.work.requestSend(job, 0, terms)).toEqual({ kind: 'go' });
    expect(await stationOne.work.requestSend(job, 0, terms)).toEqual({ kind: 'go' });
    await offered({}, `${name} more`);
    expect(await stationTwo.work.requestSend(await stationTwo.claimOne(), 0, terms)).toMatchObject({ kind: 'capped' });
  });

  test('uses the day and the month of the database', async () => {
    const next = async (terms: typeof spending | { credits: number; perDay: null; perMonth: number }) => {
      await offered({}, `${name} ${Math.random()}`);
      return (await stationTwo.work.requestSend(await stationTwo.claimOne(), 0, terms)).kind;
    };
    const full = { ...spending, credits: 10 };
    expect([await next(full), await next(full)]).toEqual(['go', 'capped']);
    await sentAt(`date_trunc('day', now())`);
    expect(await next(full)).toBe('capped');
    await sentAt(`date_trunc('day', now()) - interval '1 millisecond'`);
    expect(await next(full)).toBe('go');
    const ofMonth = { credits: 10, perDay: null, perMonth: 10 };
    await sentAt(`date_trunc('month', now())`);
    expect(await next(ofMonth)).toBe('capped');
    await sentAt(`date_trunc('month', now()) - interval '1 millisecond'`);
    expect(await next(ofMonth)).toBe('go');
  });

  test('starts a day at midnight in the studio’s time zone', async () => {
    const full = { ...spending, credits: 10 };
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await stage.rows('UPDATE burnish.studio SET time_zone = $1', [zone]);
      await stage.rows('TRUNCATE burnish.jobs CASCADE');
      await offered({}, `${name} ${zone}`);
      expect(await stationOne.work.requestSend(await stationOne.claimOne(), 0, full)).toEqual({ kind: 'go' });
      await offered({}, `${name} ${zone} more`);
      const next = await stationTwo.claimOne();
      await sentAt(`date_trunc('day', now(), '${zone}')`);
      expect(await stationTwo.work.requestSend(next, 0, full)).toMatchObject({ kind: 'capped' });
      await sentAt(`date_trunc('day', now(), '${zone}') - interval '1 millisecond'`);
      expect(await stationTwo.work.requestSend(next, 0, full)).toEqual({ kind: 'go' });
    }
    await stage.rows('UPDATE burnish.studio SET time_zone = DEFAULT');
  });

  test('counts both requests of a photograph that its own station sends again', async () => {
    const id = await offered();
    const job = await stationOne.claimOne();
    expect(await stationOne.work.requestSend(job, 0, spending)).toEqual({ kind: 'go' });
    await stationOne.work.settle(job, { state: 'uncertain', error: null, results: [] });
    const again = { id, fence: (await stationOne.work.reopen(job, true)) ?? 0 };
    expect(await stationOne.work.requestSend(again, 0, spending)).toEqual({ kind: 'go' });
    await offered({}, `${name} more`);
    expect(await stationTwo.work.requestSend(await stationTwo.claimOne(), 0, spending)).toMatchObject({
      kind: 'capped',
    });
  });
});

describe('a lost station', () => {
  test('its unsent jobs start over', async () => {
    const id = await offered();
    const job = await stationOne.claimOne();
    await lose(stationOne, stationTwo);
    expect(await stateOf(id)).toBe('queued');
    expect(await stationOne.work.requestSend(job, 0)).toEqual({ kind: 'lost' });
    expect(await stationOne.work.settle(job, done)).toBe(false);
    expect((await stationTwo.claimOne()).fence).toBeGreaterThan(job.fence);
  });

  test('its uploads wait for a decision, and are sent once more by it', async () => {
    const { id } = await sent(stationOne);
    await lose(stationOne, stationTwo);
    expect(await stateOf(id)).toBe('uncertain');
    expect(await stationTwo.work.claim(room(5))).toEqual([]);

    expect(await stationTwo.overview.decide({ all: true }, 'send-again')).toBe(1);
    expect(await stationTwo.work.requestSend(await stationTwo.claimOne(), 0)).toEqual({ kind: 'go' });
  });

  test('its uploads are not sent again once given up', async () => {
    const { id } = await sent(stationOne);
    await lose(stationOne, stationTwo);

    expect(await stationTwo.overview.decide({ job: id }, 'give-up')).toBe(1);
    expect(await stateOf(id)).toBe('cancelled');
    expect(await stationTwo.work.claim(room(5))).toEqual([]);

    await offered();
    expect(await stateOf(id)).toBe('cancelled');
  });

  test('its tasks are queried by another station', async () => {
    const job = await sent(stationOne);
    await stationOne.work.recordAttempt(job, 0, 'task', 'task-7');
    const adopt = { kind: 'adopt', taskId: 'task-7' };

    await lose(stationOne, stationTwo);
    expect(await stationTwo.work.requestSend(await stationTwo.claimOne(), 0)).toEqual(adopt);
    await lose(stationTwo, stationOne);
    expect(await stationOne.work.requestSend(await stationOne.claimOne(), 0)).toEqual(adopt);
  });

  test('its rejected uploads start over', async () => {
    const job = await sent(stationOne);
    await stationOne.work.recordAttempt(job, 0, 'not-taken', null);
    await lose(stationOne, stationTwo);
    expect(await stateOf(job.id)).toBe('queued');
  });

  test('its answered uploads and later steps are not paid again without approval', async () => {
    const job = await sent(stationOne);
    await stationOne.work.recordAttempt(job, 0, 'answered', null);
    await lose(stationOne, stationTwo);
    expect(await stateOf(job.id)).toBe('uncertain');

    // The station returns with the response, and the job has not been restarted, so it owns the job again.
    const fence = await stationOne.work.reopen(job);
    expect(fence).toBeGreaterThan(job.fence);
    expect(await stationOne.work.settle({ id: job.id, fence: fence ?? 0 }, done)).toBe(true);
    expect(await stationOne.work.reopen(job)).toBeNull();
  });

  test('its late responses are ignored once another station is to send again', async () => {
    const job = await sent(stationOne);
    await lose(stationOne, stationTwo);
    await stationTwo.overview.decide({ all: true }, 'send-again');
    expect(await stationOne.work.reopen(job)).toBeNull();

    const again = await stationTwo.claimOne();
    expect(await stationTwo.work.requestSend(again, 0)).toEqual({ kind: 'go' });
    expect(await stationOne.work.reopen(job)).toBeNull();
    expect(await stationTwo.work.settle(again, done)).toBe(true);
  });

  test('it keeps its jobs after a heartbeat in time', async () => {
    const id = await offered();
    const job = await stationOne.claimOne();
    await stationTwo.work.recoverLostJobs();
    expect(await stateOf(id)).toBe('taken');
    expect((await stationOne.beat([job])).lost).toEqual([]);
  });

  test('its watch folder is taken over, but not earlier', async () => {
    const folder = { share: 'photos', path: `watched ${name}` };
    expect(await stationOne.work.claimWatch(folder)).toEqual({ isOwn: true, station: 'one' });
    expect(await stationTwo.work.claimWatch(folder)).toEqual({ isOwn: false, station: 'one' });
    await lose(stationOne, stationTwo);
    expect(await stationTwo.work.claimWatch(folder)).toEqual({ isOwn: true, station: 'two' });
  });
});

describe('the user', () => {
  test('cancels a job of a station, which is notified', async () => {
    const id = await offered();
    const job = await stationOne.claimOne();
    expect(await stationTwo.overview.cancel({ job: id })).toBe(1);
    expect(await stationOne.work.requestSend(job, 0)).toEqual({ kind: 'lost' });
    expect((await stationOne.beat([job])).lost).toEqual([{ id, fence: job.fence }]);
  });

  test('gets a name for each result, although two stations request the same one', async () => {
    await stationOne.work.offer([stage.item(name), stage.item(`${name} b`)]);
    const [a, b] = [await stationOne.claimOne(), await stationTwo.claimOne()];
    const file = { share: 'photos', pathKey: 'out/x.jpg' };
    expect(await stationOne.work.reserve(a, file, hashOf('a'))).toBe(true);
    expect(await stationTwo.work.reserve(b, file, hashOf('b'))).toBe(false);
    expect(await stationOne.work.reserve(a, file, hashOf('a'))).toBe(true);
    await stationOne.work.settle(a, done);
    expect(await stationTwo.work.reserve(b, file, hashOf('b'))).toBe(true);
  });
});

describe('over time', () => {
  test('a job that waits for thirty days is kept, whatever pg-boss deletes', async () => {
    const id = await offered();
    await stage.rows(
      `UPDATE pgboss.job SET created_on = created_on - interval '30 days', start_after = start_after - interval '30 days'`,
    );
    await stage.rows(`UPDATE burnish.jobs SET offered_at = offered_at - interval '30 days'`);
    for (let day = 0; day < 3; day += 1) {
      await stage.rows('UPDATE pgboss.queue SET monitor_on = NULL, maintain_on = NULL');
      await stage.rows(`UPDATE burnish.studio SET tickets_seen_at = '-infinity'`);
      await stationOne.work.recoverLostJobs();
    }
    expect(await stateOf(id)).toBe('queued');
    // If pg-boss has lost the job, it is requeued.
    await stage.rows('DELETE FROM pgboss.job');
    await stage.rows(`UPDATE burnish.studio SET tickets_seen_at = '-infinity'`);
    expect(await stationOne.work.claim(room(5))).toEqual([]);
    await stationOne.work.recoverLostJobs();
    expect((await stationOne.claimOne()).id).toBe(id);
  });

  test('an older Burnish does not change a newer studio', async () => {
    await stage.rows('UPDATE burnish.studio SET version = version + 1');
    try {
      await expect(checkStudio(stationOne.database)).rejects.toThrow(StudioMismatch);
      await expect(makeStudio(stationOne.database)).rejects.toThrow(StudioMismatch);
    } finally {
      await stage.rows('UPDATE burnish.studio SET version = version - 1');
    }
    await checkStudio(stationOne.database);
  });

  test('a studio is created once, by any number of stations at the same time', async () => {
    const fresh = await openWorkStage(postgres());
    const stations = await Promise.all(['a', 'b', 'c'].map((each) => fresh.station(each)));
    await Promise.all(stations.map(({ database }) => makeStudio(database)));
    expect(await fresh.rows('SELECT FROM burnish.studio')).toHaveLength(1);
    await fresh.close();
  });
});
