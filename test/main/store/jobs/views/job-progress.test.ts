import { expect, it } from 'vitest';
import { createChanges } from '../../../../../main/store/change-notifier.ts';
import { progress } from '../../../../../main/store/jobs/views/job-progress.ts';
import { createManualClock } from '../../../../helpers/run/manual-clock.ts';

it('reports progress at most four times a second, and at once when the activity changes or ends', async () => {
  const clock = createManualClock();
  const changes = createChanges();
  let changeCount = 0;
  changes.subscribe(() => {
    changeCount += 1;
  });
  const all = progress({ now: clock.now, changes });
  /** Returns the number of reports. */
  const set = async (activity: 'sending' | 'receiving', fraction: number) => {
    all.set(1, activity, fraction);
    await null;
    return changeCount;
  };

  const began = clock.now();
  expect(await set('sending', 0)).toBe(1);
  for (let step = 1; step < 10; step += 1) {
    clock.advance(20);
    expect(await set('sending', step / 10)).toBe(1);
  }
  expect(all.of(1)).toEqual({ activity: 'sending', fraction: 0.9, since: began });
  clock.advance(250);
  expect(await set('sending', 0.95)).toBe(2);
  expect(await set('sending', 1)).toBe(3);
  expect(await set('receiving', 0)).toBe(4);
  expect(all.of(1)?.since).toBe(clock.now());
  clock.setWall(-90 * 60_000);
  expect(await set('receiving', 0.5)).toBe(5);

  all.clear(1);
  all.clear(1);
  await null;
  expect([changeCount, all.of(1)]).toEqual([6, null]);
});
