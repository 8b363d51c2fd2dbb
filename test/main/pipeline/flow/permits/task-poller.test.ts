import { describe, expect, it } from 'vitest';
import { minPollIntervalMs } from '../../../../../contract/services/task-limits.ts';
import { type PollResult, TaskPoller } from '../../../../../main/pipeline/flow/permits/task-poller.ts';
import { createManualClock } from '../../../../helpers/run/manual-clock.ts';

const turn = () => new Promise((resume) => setImmediate(resume));

/** Creates a poller that records the time and job of each query. */
function stage(
  answer: (jobId: number) => PollResult | Promise<PollResult> = () => 'pending',
  intervalOf: (profileId: string) => number = () => minPollIntervalMs,
) {
  const clock = createManualClock();
  const queries: { jobId: number; at: number }[] = [];
  const ask = async (jobId: number) => {
    queries.push({ jobId, at: clock.monotonic() });
    return answer(jobId);
  };
  const poller = new TaskPoller(clock, ask, intervalOf);
  const pass = async (ms: number, step = 100) => {
    for (let passed = 0; passed < ms; passed += step) {
      clock.advance(step);
      await turn();
    }
  };
  const timesOf = (id: number) => queries.filter(({ jobId }) => jobId === id).map(({ at }) => at);
  return { clock, asked: queries, poller, pass, timesOf };
}

describe('the poller', () => {
  it('queries each task every 5 s and never more often', async () => {
    const { poller, pass, timesOf } = stage();
    for (let id = 1; id <= 10; id += 1) poller.add(id, 'remote');
    await pass(30_000);
    for (let id = 1; id <= 10; id += 1) {
      const times = timesOf(id);
      expect(times.length).toBeGreaterThan(3);
      for (const [index, at] of times.entries()) expect(at - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(5000);
    }
  });

  it('queries each task at the interval of its service', async () => {
    const { poller, pass, timesOf } = stage(undefined, (profileId) => (profileId === 'fast' ? 1000 : 20_000));
    poller.add(1, 'fast');
    poller.add(2, 'slow');
    await pass(30_000);
    expect(timesOf(1).length).toBeGreaterThan(25);
    expect(timesOf(2)).toHaveLength(1);
  });

  it('spreads the queries, also if many tasks are added at once', async () => {
    const { poller, pass, asked } = stage();
    for (let id = 1; id <= 20; id += 1) poller.add(id, 'remote');
    await pass(20_000, 5);
    const times = asked.map(({ at }) => at);
    for (const [index, at] of times.slice(1).entries()) expect(at - times[index]!).toBeGreaterThanOrEqual(10);
    expect(new Set(asked.map(({ jobId }) => jobId)).size).toBe(20);
  });

  it('queries every 5 s, however long a task takes', async () => {
    const { poller, pass, timesOf } = stage();
    poller.add(1, 'remote');
    await pass(40 * 60_000, 500);
    const pauses = timesOf(1).map((at, index, all) => at - (all[index - 1] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(5_000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(5_500);
  });

  it('has one query of a task in progress, however long the response takes', async () => {
    let answer: (result: PollResult) => void = () => undefined;
    const { poller, pass, timesOf } = stage(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    poller.add(1, 'remote');
    await pass(60_000);
    expect(timesOf(1)).toHaveLength(1);
    answer('pending');
    await pass(8000);
    expect(timesOf(1)).toHaveLength(2);
  });

  it('forgets completed and removed tasks', async () => {
    const { poller, pass, timesOf } = stage((id) => (id === 1 ? 'done' : 'pending'));
    poller.add(1, 'remote');
    poller.add(2, 'remote');
    await pass(6000);
    expect([poller.has(1), poller.has(2)]).toEqual([false, true]);
    poller.remove(2);
    await pass(20_000);
    expect([timesOf(1).length, timesOf(2).length]).toEqual([1, 1]);
    expect([...poller.jobs()]).toEqual([]);
  });

  it('is unaffected by a changed wall clock', async () => {
    const { clock, poller, pass, timesOf } = stage();
    poller.add(1, 'remote');
    clock.setWall(-12 * 3600_000);
    await pass(6000);
    clock.setWall(24 * 3600_000);
    await pass(6000);
    expect(timesOf(1)).toHaveLength(2);
  });

  it('queries a task again after a failure, with growing pauses, until one succeeds', async () => {
    let isWell = false;
    const { poller, pass, timesOf } = stage(() => (isWell ? 'pending' : Promise.reject(new Error('no network'))));
    poller.add(1, 'remote');
    await pass(10 * 60_000);
    const pauses = () => timesOf(1).map((at, index, all) => at - (all[index - 1] ?? 0));
    expect(pauses().slice(0, 4)).toEqual([5000, 10_000, 20_000, 40_000]);
    expect(Math.max(...pauses())).toBe(60_000);
    isWell = true;
    await pass(120_000);
    expect(pauses().at(-1)).toBe(5000);
    poller.stop();
    const before = timesOf(1).length;
    await pass(16_000);
    expect(timesOf(1)).toHaveLength(before);
  });

  it('measures how long the same failure has lasted', async () => {
    const { poller, pass } = stage();
    poller.add(1, 'remote');
    expect(poller.noteTrouble(1, 'gone')).toBe(0);
    await pass(2000);
    expect(poller.noteTrouble(1, 'gone')).toBe(2000);
    expect(poller.noteTrouble(1, 'unreadable')).toBe(0);
    await pass(3000);
    expect(poller.noteTrouble(1, 'unreadable')).toBe(3000);
    expect(poller.noteTrouble(1, null)).toBe(0);
    expect(poller.noteTrouble(2, 'gone')).toBe(0);
  });
});

describe('the permission for a query', () => {
  const open = () => {
    const { clock, poller } = stage(undefined, (profileId) => (profileId === 'slow' ? 20_000 : minPollIntervalMs));
    poller.start();
    return { clock, poller };
  };

  it('is granted once per task and interval, to one caller at a time', () => {
    const { clock, poller } = open();
    clock.advance(5000);
    const claim = () => poller.claimQuery('remote', 'task-1');
    expect([claim(), claim()]).toEqual([true, false]);
    clock.advance(4999);
    expect(claim()).toBe(false);
    clock.advance(1);
    expect([claim(), claim()]).toEqual([true, false]);
    expect(poller.claimQuery('remote', 'task-2')).toBe(true);
    expect(poller.claimQuery('other', 'task-1')).toBe(true);
  });

  it('is first granted an interval after the start, because another process may just have queried', () => {
    const { clock, poller } = open();
    expect(poller.claimQuery('remote', 'task-1')).toBe(false);
    clock.advance(5000);
    expect([poller.claimQuery('slow', 'task-1'), poller.claimQuery('remote', 'task-1')]).toEqual([false, true]);
    poller.start();
    expect(poller.claimQuery('remote', 'task-2')).toBe(false);
  });

  it('does not come sooner after a clock change or sleep', () => {
    const { clock, poller } = open();
    clock.setWall(48 * 3_600_000);
    clock.sleep(3_600_000);
    expect(poller.claimQuery('remote', 'task-1')).toBe(false);
  });
});
