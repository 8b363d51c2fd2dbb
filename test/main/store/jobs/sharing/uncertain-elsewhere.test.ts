import { describe, expect } from 'vitest';
import { states } from '../../../../helpers/store/same-content.ts';
import { addCopies, copies, fail, giveUp, lose } from '../../../../helpers/store/sent-jobs.ts';
import { type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const other = { profileId: 'another service' };
const third = { profileId: 'a third service' };

/** A job whose request got no response. */
function lostJob(stage: StoreStage): number {
  const [id] = addCopies(stage, ['a']);
  lose(stage, id);
  return id;
}

describe('work whose charge is uncertain at one service', () => {
  test.for(['a', 'copy'])('waits for a decision at another one, under the name %s', (name, { stage }) => {
    lostJob(stage);
    const [id] = addCopies(stage, [name], other);
    expect(stage.job(id)).toMatchObject({ state: 'uncertain', error: { code: 'UNCERTAIN_ELSEWHERE' } });
    expect(stage.store.moves.claim(other.profileId)).toBe(null);
  });

  test('waits there too when a job that failed there, or moves there, is retried', ({ stage }) => {
    const { actions, jobs } = stage.store;
    const [there] = addCopies(stage, ['there'], other);
    const [moved] = addCopies(stage, ['moved'], third);
    for (const id of [there, moved]) fail(stage, id);
    lostJob(stage);

    actions.retry([there]);
    jobs.add({ title: 'again', origin: 'drop', folderId: null }, copies(['moved'], other));
    expect(states(stage, [there, moved])).toEqual(['uncertain', 'uncertain']);
    expect(stage.job(moved)).toMatchObject(other);
  });

  test('is sent there once the user approves, and once it was given up', ({ stage }) => {
    const { actions, moves } = stage.store;
    const lost = lostJob(stage);
    const [asked] = addCopies(stage, ['a'], other);
    actions.decide([asked], 'send-again');
    expect(states(stage, [asked, lost])).toEqual(['queued', 'uncertain']);
    expect(moves.claim(other.profileId)?.id).toBe(asked);

    const [given] = addCopies(stage, ['b'], { contentHash: 'b' });
    giveUp(stage, given);
    const [after] = addCopies(stage, ['b'], { ...other, contentHash: 'b' });
    expect(states(stage, [after])).toEqual(['queued']);
  });

  test.for([
    { name: 'for the built-in engine', more: { profileId: 'built-in' } },
    { name: 'for work requested again', more: { ...other, again: true } },
  ])('needs no decision $name', ({ more }, { stage }) => {
    lostJob(stage);
    const [id] = addCopies(stage, ['a'], more);
    expect(states(stage, [id])).toEqual(['queued']);
  });

  test('is not reported for a job that only waits for a decision about another one', ({ stage }) => {
    const lost = lostJob(stage);
    const [asked] = addCopies(stage, ['a'], other);
    stage.store.actions.decide([lost], 'give-up');
    const [last] = addCopies(stage, ['c'], third);
    expect(states(stage, [asked, last])).toEqual(['uncertain', 'queued']);
  });
});
