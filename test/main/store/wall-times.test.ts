import { describe, expect } from 'vitest';
import { runSql } from '../../helpers/store/own-folder.ts';
import { preparedRun } from '../../helpers/store/sent-jobs.ts';
import { type StoreStage, test } from '../../helpers/store/store-stage.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Adds a job with a backoff of `ms`. */
function putOff(stage: StoreStage, ms: number): number {
  const [id] = stage.add('a');
  stage.store.moves.move(stage.bring(id, 'preparing'), 'queued', { runAfter: stage.clock.now() + ms });
  return id;
}

const left = (stage: StoreStage, id: number) => stage.job(id).runAfter - stage.clock.now();

describe('a clock that is set while Burnish runs', () => {
  test.for([-90 * minute, -5 * 24 * hour, 30 * hour])('by %i ms lengthens and shortens no wait', (by, { stage }) => {
    const id = putOff(stage, 40_000);
    stage.clock.setWall(by);
    stage.store.times.clockWasSet(by);
    expect(left(stage, id)).toBe(40_000);
    expect(stage.store.moves.claim('built-in')).toBe(null);
    stage.clock.advance(40_000);
    expect(stage.store.moves.claim('built-in')?.id).toBe(id);
  });

  test.for([
    [30 * hour, 20 * minute],
    [-90 * minute, 0],
  ] as const)('by %i ms makes nothing older than it is', ([by, age], { stage }) => {
    const [id] = stage.add('a');
    stage.bring(id, 'waiting');
    stage.store.stepRuns.prepared(id, 0, preparedRun);
    stage.store.stepRuns.sending(id, 0);
    stage.clock.advance(20 * minute);
    stage.clock.setWall(by);
    stage.store.times.clockWasSet(by);
    const submittedAt = stage.store.stepRuns.get(id, 0)?.submittedAt ?? 0;
    expect(stage.clock.now() - submittedAt).toBe(age);
  });
});

describe('a clock that was set back while Burnish did not run', () => {
  test.for([90 * minute, 24 * hour])('by %i ms extends no wait beyond its original length', (by, { stage }) => {
    const id = putOff(stage, 40_000);
    stage.clock.setWall(-by);
    stage.store.times.correct();
    expect(left(stage, id)).toBe(40_000);
    // The next start continues from the corrected time.
    stage.clock.advance(10_000);
    stage.store.times.correct();
    expect(left(stage, id)).toBe(30_000);
  });

  test('limits waits of an earlier version to an hour', ({ stage }) => {
    const id = putOff(stage, 40_000);
    runSql(stage.folder, 'UPDATE jobs SET put_off_at = NULL');
    stage.clock.setWall(-24 * hour);
    stage.store.times.correct();
    expect(left(stage, id)).toBe(hour);
  });
});
