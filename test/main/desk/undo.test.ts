import { describe, expect, it } from 'vitest';
import { createUndo, type Done } from '../../../main/desk/undo.ts';

/** Sets a value, and can take that back. */
function stage() {
  const undo = createUndo();
  let value = 0;
  const change = (what: string, to: number): Done => {
    const before = value;
    value = to;
    return { what, back: async () => change(what, before) };
  };
  return { undo, set: (what: string, to: number) => undo.did(change(what, to)), value: () => value };
}

describe('undo', () => {
  it('takes back what was done, newest first, and does it again', async () => {
    const { undo, set, value } = stage();
    set('one', 1);
    set('two', 2);
    expect([await undo.undo(), value()]).toEqual(['two', 1]);
    expect([await undo.undo(), value()]).toEqual(['one', 0]);
    expect([await undo.undo(), value()]).toEqual([null, 0]);
    expect([await undo.redo(), value()]).toEqual(['one', 1]);
    expect([await undo.redo(), value()]).toEqual(['two', 2]);
    expect(await undo.redo()).toBeNull();
  });

  it('forgets what was taken back once something else is done', async () => {
    const { undo, set, value } = stage();
    set('one', 1);
    await undo.undo();
    set('three', 3);
    expect([await undo.redo(), value()]).toEqual([null, 3]);
  });

  it('keeps a step that could not be taken back', async () => {
    const undo = createUndo();
    let isBroken = true;
    const step: Done = {
      what: 'step',
      back: async () => {
        if (isBroken) throw new Error('the disk is full');
        return step;
      },
    };
    undo.did(step);
    await expect(undo.undo()).rejects.toThrow('full');
    isBroken = false;
    expect(await undo.undo()).toBe('step');
  });

  it('takes steps one after the other, however fast they are asked for', async () => {
    const { undo, set, value } = stage();
    for (let to = 1; to <= 5; to += 1) set(String(to), to);
    expect(await Promise.all([undo.undo(), undo.undo(), undo.redo()])).toEqual(['5', '4', '4']);
    expect(value()).toBe(4);
  });
});
