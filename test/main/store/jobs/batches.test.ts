import { describe, expect } from 'vitest';
import { test } from '../../../helpers/store-stage.ts';

describe('batches', () => {
  test('are listed newest first, while there is anything of them to show', ({ stage }) => {
    const { store, clock } = stage;
    const [a] = stage.add('a');
    stage.add('b');
    expect(store.batches.list().map(({ title }) => title)).toEqual(['b', 'a']);
    expect(store.batches.get(1)).toEqual({
      id: 1,
      title: 'a',
      origin: 'drop',
      folderId: null,
      createdAt: clock.now(),
      held: false,
      maxCredits: null,
      heldForCost: false,
      trial: null,
      pickRule: null,
      proofs: false,
      addedBy: null,
    });
    store.actions.remove([a!]);
    expect(store.batches.list().map(({ title }) => title)).toEqual(['b']);
    expect(store.batches.get(4711)).toBe(null);
  });

  test('tell when they are held', async ({ stage }) => {
    const { store } = stage;
    stage.add('a');
    await null;
    const changedLists: string[] = [];
    store.changes.subscribe(({ lists }) => changedLists.push(...lists));
    store.batches.setHeld(1, true);
    await null;
    expect(changedLists).toEqual(['batches']);
    expect(store.batches.get(1)?.held).toBe(true);
  });
});
