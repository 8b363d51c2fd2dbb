import { describe, expect } from 'vitest';
import { paperJob, recipeOf } from '../../../../helpers/queue/queue-stage.ts';
import { addJobs, copy, group, states, three } from '../../../../helpers/store/same-content.ts';
import { lost } from '../../../../helpers/store/sent-jobs.ts';
import { type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

describe('photographs with the same content as a held one', () => {
  const holds = [
    {
      held: 'held itself',
      hold: ({ store }: StoreStage, id: number, held: boolean) => void store.actions.setHeld([id], held),
    },
    {
      held: 'held with its batch',
      hold: ({ store, job }: StoreStage, id: number, held: boolean) => store.batches.setHeld(job(id).batchId, held),
    },
  ];

  test.for(holds)('go first if they are added later, and it is placed once released ($held)', ({ hold }, { stage }) => {
    const [a] = stage.add('a');
    hold(stage, a, true);
    const [b, c] = addJobs(stage, [copy('b'), copy('c')]);
    expect(group(stage, [a, b, c])).toEqual(['queued after b', 'queued', 'queued after b']);

    stage.finish(b);
    expect(states(stage, [a, c])).toEqual(['queued', 'placing']);
    hold(stage, a, false);
    expect(group(stage, [a, b])[0]).toBe('placing after b');
  });

  test.for(holds)('go first if it is $held later, starting with the first that is not held', ({ hold }, { stage }) => {
    const [a] = stage.add('a');
    const [b, c, d] = addJobs(stage, [copy('b'), copy('c'), copy('d')]);
    stage.store.actions.setHeld([b], true);
    hold(stage, a, true);
    expect(group(stage, [a, b, c, d])).toEqual(['queued after c', 'queued after c', 'queued', 'queued after c']);

    stage.store.actions.cancel([c]);
    expect(group(stage, [a, b, c, d])).toEqual(['queued after d', 'queued after d', 'cancelled', 'queued']);
  });

  test('go first when one of them is released or retried', ({ stage }) => {
    const { actions } = stage.store;
    const ids = three(stage);
    const [a, b, c] = ids;
    actions.cancel([c]);
    actions.setHeld([a, b], true);
    expect(group(stage, [a, b])).toEqual(['queued', 'queued after a']);

    actions.setHeld([b], false);
    expect(group(stage, [a, b])).toEqual(['queued after b', 'queued']);
    actions.setHeld([b], true);
    actions.retry([c]);
    expect(group(stage, ids)).toEqual(['queued after c', 'queued after c', 'queued']);
  });

  test('wait while it runs, and go first if it returns to the queue', ({ stage }) => {
    const ids = three(stage);
    const running = stage.bring(ids[0], 'submitting');
    stage.store.actions.setHeld([ids[0]], true);
    expect(group(stage, ids)).toEqual(['submitting', 'queued after a', 'queued after a']);

    stage.store.moves.move(running, 'queued');
    expect(group(stage, ids)).toEqual(['queued after b', 'queued', 'queued after b']);
  });

  test('wait if part of it is paid', ({ stage }) => {
    const recipe = recipeOf([{ operation: 'face-beauty-pro' }, { operation: 'portrait-background-removal' }]);
    const [a, b] = addJobs(stage, [paperJob('a', recipe), copy('b', { recipe })]);
    stage.store.moves.move(stage.bring(a, 'placing'), 'queued', { step: 1 });
    stage.store.actions.setHeld([a], true);
    expect(group(stage, [a, b])).toEqual(['queued', 'queued after a']);
  });

  test('go first when a decision sends it again while it is held', ({ stage }) => {
    const { actions, moves } = stage.store;
    const ids = three(stage);
    const running = stage.bring(ids[0], 'submitting');
    actions.setHeld([ids[0]], true);
    moves.move(running, 'uncertain', { error: lost });
    actions.decide([ids[1]], 'send-again');
    expect(group(stage, ids)).toEqual(['queued after b', 'queued', 'queued after b']);
  });
});
