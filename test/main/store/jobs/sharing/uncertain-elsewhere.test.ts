import { describe, expect } from 'vitest';
import { addCopies, copies, fail, giveUp, lose } from '../../../../helpers/store/sent-jobs.ts';
import { type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const drop = { title: 'dropped', origin: 'drop', folderId: null } as const;
const other = 'another service';
const stateOf = (stage: StoreStage, id: number | undefined) => stage.job(id!).state;

describe('work whose charge is uncertain at one service', () => {
  test('waits for a decision at another one, under the same name and as a copy', ({ stage }) => {
    const [lostJob] = addCopies(stage, ['a']) as [number];
    lose(stage, lostJob);
    for (const name of ['a', 'copy']) {
      const [id] = stage.store.jobs.add(drop, copies([name], { profileId: other })).jobIds;
      expect(stage.job(id!)).toMatchObject({ state: 'uncertain', error: { code: 'UNCERTAIN_ELSEWHERE' } });
    }
    expect(stage.store.moves.claim(other)).toBe(null);
  });

  test('waits there too when a job that failed there, or moves there, is retried', ({ stage }) => {
    const { store } = stage;
    const [there, moved] = [
      addCopies(stage, ['there'], { profileId: other }),
      addCopies(stage, ['moved'], { profileId: 'a third service' }),
    ].map(([id]) => id!) as [number, number];
    fail(stage, there);
    fail(stage, moved);
    const [lostJob] = addCopies(stage, ['a']) as [number];
    lose(stage, lostJob);
    store.actions.retry([there]);
    expect(stateOf(stage, there)).toBe('uncertain');
    store.jobs.add(drop, copies(['moved'], { profileId: other }));
    expect(stage.job(moved)).toMatchObject({ profileId: other, state: 'uncertain' });
  });

  test('is sent there once the user approves, and once it was given up', ({ stage }) => {
    const { store } = stage;
    const [lostJob] = addCopies(stage, ['a']) as [number];
    lose(stage, lostJob);
    const [asked] = store.jobs.add(drop, copies(['a'], { profileId: other })).jobIds;
    store.actions.decide([asked!], 'send-again');
    expect([stateOf(stage, asked), stateOf(stage, lostJob)]).toEqual(['queued', 'uncertain']);
    expect(store.moves.claim(other)?.id).toBe(asked);

    const [given] = store.jobs.add(drop, [{ ...copies(['b'])[0]!, contentHash: 'b' }]).jobIds;
    giveUp(stage, given!);
    const [after] = store.jobs.add(drop, [{ ...copies(['b'], { profileId: other })[0]!, contentHash: 'b' }]).jobIds;
    expect(stateOf(stage, after)).toBe('queued');
  });

  test('needs no decision for the built-in engine, nor for work requested again', ({ stage }) => {
    const [lostJob] = addCopies(stage, ['a']) as [number];
    lose(stage, lostJob);
    const [free] = stage.store.jobs.add(drop, copies(['a'], { profileId: 'built-in' })).jobIds;
    const [again] = stage.store.jobs.add(drop, copies(['a'], { profileId: other, again: true })).jobIds;
    expect([stateOf(stage, free), stateOf(stage, again)]).toEqual(['queued', 'queued']);
  });

  test('is not reported for a job that only waits for a decision about another one', ({ stage }) => {
    const [lostJob] = addCopies(stage, ['a']) as [number];
    lose(stage, lostJob);
    const [asked] = stage.store.jobs.add(drop, copies(['a'], { profileId: other })).jobIds;
    stage.store.actions.decide([lostJob], 'give-up');
    expect(stateOf(stage, asked)).toBe('uncertain');
    const [third] = stage.store.jobs.add(drop, copies(['c'], { profileId: 'a third service' })).jobIds;
    expect(stateOf(stage, third)).toBe('queued');
  });
});
