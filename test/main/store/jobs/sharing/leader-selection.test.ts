import { describe, expect } from 'vitest';
import { paperJob, recipeOf } from '../../../../helpers/queue/queue-stage.ts';
import { drop, states, three } from '../../../../helpers/store/same-content.ts';
import { failure } from '../../../../helpers/store/sent-jobs.ts';
import { recipe, type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

describe('photographs with the same content as a held one', () => {
  const follows = (stage: StoreStage, ids: readonly number[]) => ids.map((id) => stage.job(id).follows);
  const holds: Readonly<Record<string, (stage: StoreStage, id: number, held: boolean) => void>> = {
    itself: ({ store }, id, held) => void store.actions.setHeld([id], held),
    'with its batch': ({ store, job }, id, held) => store.batches.setHeld(job(id).batchId, held),
  };
  const holdMethods = Object.keys(holds);

  test.for(holdMethods)(
    'go first if they are added later (held %s), and it is placed once it is released',
    (method, { stage }) => {
      const [a] = stage.add('a') as [number];
      holds[method]?.(stage, a, true);
      const [b, c] = stage.store.jobs.add(drop, [
        paperJob('a', recipe, { sourcePath: '/b.jpg' }),
        paperJob('a', recipe, { sourcePath: '/c.jpg' }),
      ]).jobIds as unknown as [number, number];
      expect(follows(stage, [a, b, c])).toEqual([b, null, b]);
      stage.finish(b);
      expect(states(stage, [a, c])).toEqual(['queued', 'placing']);
      holds[method]?.(stage, a, false);
      expect(stage.job(a)).toMatchObject({ state: 'placing', follows: b });
    },
  );

  test.for(holdMethods)(
    'go first if it is held (%s) later, starting with the first that is not held',
    (method, { stage }) => {
      const [a] = stage.add('a') as [number];
      const copy = (sourcePath: string) => paperJob('a', recipe, { sourcePath });
      const [b, c, d] = stage.store.jobs.add(drop, ['/b.jpg', '/c.jpg', '/d.jpg'].map(copy))
        .jobIds as unknown as number[];
      stage.store.actions.setHeld([b!], true);
      holds[method]?.(stage, a, true);
      expect(follows(stage, [a, b!, c!, d!])).toEqual([c, c, null, c]);
      stage.store.actions.cancel([c!]);
      expect(follows(stage, [a, b!, d!])).toEqual([d, d, null]);
    },
  );

  test('go first when one of them is released or retried', ({ stage }) => {
    const { actions } = stage.store;
    const [a, b, c] = three(stage);
    actions.cancel([c]);
    actions.setHeld([a, b], true);
    expect(follows(stage, [a, b])).toEqual([null, a]);
    actions.setHeld([b], false);
    expect(follows(stage, [a, b])).toEqual([b, null]);
    actions.setHeld([b], true);
    actions.retry([c]);
    expect(follows(stage, [a, b, c])).toEqual([c, c, null]);
  });

  test('wait while it runs, and go first if it returns to the queue', ({ stage }) => {
    const { store } = stage;
    const [a, b, c] = three(stage);
    const running = stage.bring(a, 'submitting');
    store.actions.setHeld([a], true);
    expect(follows(stage, [a, b, c])).toEqual([null, a, a]);
    store.moves.move(running, 'queued');
    expect(follows(stage, [a, b, c])).toEqual([b, null, b]);
  });

  test('wait if part of it is paid', ({ stage }) => {
    const { store } = stage;
    const steps = recipeOf([{ operation: 'face-beauty-pro' }, { operation: 'portrait-background-removal' }]);
    const [a, b] = store.jobs.add(drop, [paperJob('a', steps), paperJob('a', steps, { sourcePath: '/b.jpg' })])
      .jobIds as unknown as [number, number];
    store.moves.move(stage.bring(a, 'placing'), 'queued', { step: 1 });
    store.actions.setHeld([a], true);
    expect(follows(stage, [a, b])).toEqual([null, a]);
  });

  test('go first when a decision sends it again while it is held', ({ stage }) => {
    const { store } = stage;
    const [a, b, c] = three(stage);
    const running = stage.bring(a, 'submitting');
    store.actions.setHeld([a], true);
    store.moves.move(running, 'uncertain', { error: { ...failure, code: 'LOST', advice: 'decide' } });
    store.actions.decide([b], 'send-again');
    expect(follows(stage, [a, b, c])).toEqual([b, null, b]);
  });
});
