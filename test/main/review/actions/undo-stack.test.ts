import { describe, expect, it } from 'vitest';
import { type UndoableAction, UndoStack } from '../../../../main/review/actions/undo-stack.ts';

/** Creates a step that sets a value and can undo it. */
function stage() {
  const undo = new UndoStack();
  let value = 0;
  const change = (label: string, to: number): UndoableAction => {
    const before = value;
    value = to;
    return { label, undo: async () => ({ redo: change(label, before), rest: null }) };
  };
  const set = (label: string, to: number) => undo.run((did) => did(change(label, to)));
  return { undo, change, set, value: () => value };
}

describe('undo', () => {
  it('reverts steps, newest first, and redoes them', async () => {
    const { undo, set, value } = stage();
    await set('one', 1);
    await set('two', 2);

    const steps = [];
    for (const act of ['undo', 'undo', 'undo', 'redo', 'redo', 'redo'] as const)
      steps.push([await undo[act](), value()]);
    expect(steps).toEqual([
      ...[
        ['two', 1],
        ['one', 0],
        [null, 0],
      ],
      ...[
        ['one', 1],
        ['two', 2],
        [null, 2],
      ],
    ]);
  });

  it('forgets undone steps after a new one', async () => {
    const { undo, set, value } = stage();
    await set('one', 1);
    await undo.undo();
    await set('three', 3);
    expect([await undo.redo(), value()]).toEqual([null, 3]);
  });

  it('keeps a step that could not be undone', async () => {
    const undo = new UndoStack();
    let isBroken = true;
    const step: UndoableAction = {
      label: 'step',
      undo: async () => {
        if (isBroken) throw new Error('the disk is full');
        return { redo: step, rest: null };
      },
    };
    await undo.run((did) => did(step));
    await expect(undo.undo()).rejects.toThrow('full');
    isBroken = false;
    expect(await undo.undo()).toBe('step');
  });

  it('runs requests one after the other, however fast they come', async () => {
    const { undo, set, value } = stage();
    for (let to = 1; to <= 5; to += 1) await set(String(to), to);
    expect(await Promise.all([undo.undo(), undo.undo(), undo.redo()])).toEqual(['5', '4', '4']);
    expect(value()).toBe(4);
  });

  it('waits for work started before the request, and reverts it', async () => {
    const { undo, change, set, value } = stage();
    await set('one', 1);
    const gate = Promise.withResolvers<void>();
    const slow = undo.run(async (did) => {
      await gate.promise;
      did(change('slow', 2));
    });
    const undoing = undo.undo();
    gate.resolve();
    await slow;
    expect([await undoing, value()]).toEqual(['slow', 1]);
    expect([await undo.undo(), value()]).toEqual(['one', 0]);
    expect(await undo.undo()).toBeNull();
  });

  it('keeps a step done during an undo on top of the stack', async () => {
    const { undo, set } = stage();
    await set('below', 1);
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    let times = 0;
    const slow: UndoableAction = {
      label: 'slow',
      undo: async () => {
        times += 1;
        begun.resolve();
        await gate.promise;
        return { redo: slow, rest: null };
      },
    };
    await undo.run((did) => did(slow));
    const undoing = undo.undo();
    await begun.promise;
    await set('meanwhile', 2);
    gate.resolve();
    expect(await undoing).toBe('slow');
    expect(await undo.redo()).toBeNull();
    expect([await undo.undo(), await undo.undo(), await undo.undo()]).toEqual(['meanwhile', 'below', null]);
    expect(times).toBe(1);
  });

  it('runs requests made while it waits in order', async () => {
    const { undo, change, value } = stage();
    const gate = Promise.withResolvers<void>();
    const slow = undo.run(async (did) => {
      await gate.promise;
      did(change('slow', 1));
    });
    const undoing = undo.undo();
    const after = undo.run((did) => did(change('after', 5)));
    gate.resolve();
    await slow;
    expect([await undoing, await after, value()]).toEqual(['slow', undefined, 5]);
    expect([await undo.undo(), value()]).toEqual(['after', 0]);
  });

  it('forgets work without effect, and keeps the completed part of failed work', async () => {
    const { undo, change, set, value } = stage();
    await set('one', 1);
    await undo.run(() => undefined);
    const failing = undo.run((did) => {
      did(change('half', 2));
      throw new Error('the disk is full');
    });
    await expect(failing).rejects.toThrow('full');
    expect([await undo.undo(), value()]).toEqual(['half', 1]);
    expect([await undo.undo(), value()]).toEqual(['one', 0]);
  });

  it('keeps the part of a step that was not undone', async () => {
    const { undo, change } = stage();
    const rest: UndoableAction = { label: 'rest', undo: async () => ({ redo: change('rest', 1), rest: null }) };
    const action: UndoableAction = { label: 'whole', undo: async () => ({ redo: change('part', 1), rest }) };
    await undo.run((did) => did(action));
    expect([await undo.undo(), await undo.undo(), await undo.undo()]).toEqual(['part', 'rest', null]);
    expect([await undo.redo(), await undo.redo(), await undo.redo()]).toEqual(['rest', 'part', null]);
  });

  it.each([
    ['after one more try, where it may be later', false, 2],
    ['at once, where it never can be', true, 1],
  ])('drops a step that fails: %s', async (_, isForGood, tries) => {
    const { undo, set, value } = stage();
    await set('below', 1);
    const broken: UndoableAction = {
      label: 'broken',
      undo: async () => {
        const error = new Error('the version is gone');
        if (isForGood) return { redo: null, rest: null, error };
        throw error;
      },
    };
    await undo.run((did) => did(broken));
    for (let times = 0; times < tries; times += 1) await expect(undo.undo()).rejects.toThrow('gone');
    expect([await undo.undo(), value()]).toEqual(['below', 0]);
  });
});
