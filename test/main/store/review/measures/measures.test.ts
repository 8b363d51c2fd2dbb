import { describe, expect } from 'vitest';
import { withDatabase } from '../../../../helpers/store/own-folder.ts';
import { addJobs } from '../../../../helpers/store/same-content.ts';
import { type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const top = Number.MAX_SAFE_INTEGER;
const dayMs = 25 * 60 * 60 * 1000;
const tint = '80'.repeat(32);
const likeness = (takenAt: number | null, hash = '0'.repeat(16), camera: string | null = 'one') => ({
  ...{ takenAt, camera, hash, tint },
});

/** Adds photographs with these names. Returns their ids. */
function photographs(stage: StoreStage, ...names: string[]): number[] {
  return stage.add(...names).map((id) => stage.job(id).photographId!);
}

/** Returns the ids of all unmeasured photographs, newest first. */
function left({ store }: StoreStage, version = 1): number[] {
  const found: number[] = [];
  for (let below: number | null = top; below !== null; ) {
    const next = store.measures.next(below, version);
    if (next.photograph !== null) found.push(next.photograph.id);
    below = next.below;
  }
  return found;
}

describe('the next photograph to measure', () => {
  test('is each photograph once, the newest first', ({ stage }) => {
    const ids = photographs(stage, 'a', 'b', 'c');
    expect(left(stage)).toEqual(ids.toReversed());
    stage.store.measures.put(ids[1]!, 1, likeness(null));
    stage.store.measures.put(ids[2]!, 1, null);
    expect(left(stage)).toEqual([ids[0]]);
  });

  test('is each one again, another day, after a change of the measuring version', ({ stage }) => {
    const ids = photographs(stage, 'a', 'b');
    for (const id of ids) stage.store.measures.put(id, 1, likeness(null));
    expect(left(stage, 2)).toEqual([]);
    stage.clock.advance(dayMs);
    expect(left(stage, 2)).toEqual(ids.toReversed());
  });

  test('is a missing one again, another day', ({ stage }) => {
    const [id] = photographs(stage, 'a');
    stage.store.measures.noteMissing(id!);
    expect(left(stage)).toEqual([]);
    stage.clock.advance(dayMs);
    expect(left(stage)).toEqual([id]);
  });

  test('is one measured but not grouped, as a kill leaves it, another day', ({ stage }) => {
    const ids = photographs(stage, 'a', 'b');
    for (const id of ids) stage.store.measures.put(id, 0, likeness(null));
    stage.store.measures.markStacked(ids[0]!, 1);
    expect(left(stage)).toEqual([]);
    stage.clock.advance(dayMs);
    expect(left(stage)).toEqual([ids[1]]);
  });

  test('is found among many, a slice at a time', { tags: ['long'] }, ({ stage }) => {
    const ids = photographs(stage, ...Array.from({ length: 2500 }, (_, i) => `${i}`));
    for (const id of ids.slice(1)) stage.store.measures.put(id, 1, null);
    expect(stage.store.measures.next(top, 1)).toEqual({ photograph: null, below: ids[2200] });
    expect(left(stage)).toEqual([ids[0]]);
  });
});

test('stores a capture time only if it was missing when the photograph was added', ({ stage }) => {
  const [id] = photographs(stage, 'a');
  stage.store.measures.put(id!, 1, likeness(5000));
  stage.store.measures.put(id!, 1, likeness(6000));
  expect(stage.store.measures.shots([id!])).toMatchObject([{ takenAt: 6000 }]);
  const times = withDatabase(stage.folder, (db) => db.prepare('SELECT taken_at FROM photographs').pluck().all());
  expect(times).toEqual([5000]);
});

describe('photographs around one', () => {
  test('are those its camera took without a pause', ({ stage }) => {
    const times = [0, 1000, 4001, 5000, 6000, 6500, 9501];
    const ids = photographs(stage, ...times.map(String));
    const otherIds = photographs(stage, 'x', 'y');
    for (const [i, id] of ids.entries()) stage.store.measures.put(id, 1, likeness(times[i]!));
    stage.store.measures.put(otherIds[0]!, 1, likeness(5500, undefined, 'two'));
    stage.store.measures.put(otherIds[1]!, 1, null);
    const around = (at: number) => stage.store.measures.around(ids[at]!, 3000).map(({ id }) => ids.indexOf(id));
    expect(around(4)).toEqual([2, 3, 4, 5]);
    expect(around(0)).toEqual([0, 1]);
    expect(around(6)).toEqual([6]);
    expect(stage.store.measures.around(otherIds[0]!, 3000)).toHaveLength(1);
    expect(stage.store.measures.around(otherIds[1]!, 3000)).toEqual([]);
  });

  test('are those that can be the same picture, if no time is known', ({ stage }) => {
    const hashes = ['0123456789abcdef', '0123456789abcdee', '8123456789abcdee', 'f12305f789ab0def', 'ffffffffffffffff'];
    const ids = photographs(stage, ...hashes);
    for (const [i, id] of ids.entries()) stage.store.measures.put(id, 1, likeness(null, hashes[i], null));
    const around = stage.store.measures.around(ids[0]!, 3000).map(({ id }) => ids.indexOf(id));
    expect(around.toSorted()).toEqual([0, 1, 2]);
  });

  test('are of the same folder', ({ stage }) => {
    const [one] = photographs(stage, 'a');
    const [elsewhere] = addJobs(stage, [
      { ...stage.job(1), sourcePath: '/elsewhere/b.jpg', contentHash: 'b'.repeat(64) },
    ]);
    const otherId = stage.job(elsewhere).photographId!;
    for (const id of [one!, otherId]) stage.store.measures.put(id, 1, likeness(0));
    expect(stage.store.measures.around(otherId, 3000).map(({ id }) => id)).toEqual([otherId]);
  });
});

describe('open work', () => {
  test('is waiting and running jobs, not held or final ones', ({ stage }) => {
    const { actions, batches, measures } = stage.store;
    expect(measures.hasOpenWork()).toBe(false);
    const [id] = stage.add('a');
    expect(measures.hasOpenWork()).toBe(true);
    actions.setHeld([id], true);
    expect(measures.hasOpenWork()).toBe(false);
    actions.setHeld([id], false);
    batches.setHeld(stage.job(id).batchId, true);
    expect(measures.hasOpenWork()).toBe(false);

    actions.cancel([id]);
    const [next] = stage.add('next');
    stage.bring(next, 'waiting');
    expect(measures.hasOpenWork()).toBe(true);
    actions.cancel([next]);
    const [uncertain] = stage.add('uncertain');
    stage.bring(uncertain, 'uncertain');
    expect(measures.hasOpenWork()).toBe(false);
  });
});

test('everything in a repaired database is measured again', { tags: ['long'] }, ({ stage }) => {
  const ids = photographs(stage, 'a', 'b');
  for (const id of ids) stage.store.measures.put(id, 1, likeness(0));
  stage.store.stacks.replace(ids, [{ ids, best: null }]);
  stage.store.suspect();
  stage.store.close();
  const store = stage.second();
  expect(store.rescue?.unreadable).toEqual({});
  expect(left({ ...stage, store })).toEqual(ids.toReversed());
  expect(store.stacks.members(ids)).toEqual([]);
});
