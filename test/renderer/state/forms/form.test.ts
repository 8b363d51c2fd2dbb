import { describe, expect, it } from 'vitest';
import { openForm } from '../../../../renderer/state/forms/form.ts';

interface Doc {
  readonly name: string;
}
const doc = (name: string): Doc => ({ name });

/** Opens a form with saves that the test answers. */
function setUp({ isNew = false } = {}) {
  const sent: { value: Doc; answer: (stored: boolean) => void }[] = [];
  const form = openForm(doc('A'), isNew, (value) => new Promise((answer) => sent.push({ value, answer })));
  /** Resolves after `count` saves were sent. */
  const sending = (count: number) => expect.poll(() => sent.length).toBe(count);
  const names = () => sent.map(({ value }) => value.name);
  const { getState } = form.state;
  return { form, sent, sending, names, getState };
}

describe('a save', () => {
  it('marks the form as clean as soon as it is answered, without a push from main', async () => {
    const { form, sent, sending, getState } = setUp();
    form.edit(doc('B'));
    const saved = form.save();
    await sending(1);
    sent[0]!.answer(true);
    expect(await saved).toBe(true);
    expect(getState()).toMatchObject({ value: doc('B'), base: doc('B'), isNew: false, saving: null });
  });

  it('marks a new document as stored before main reports it', async () => {
    const { form, sent, sending, getState } = setUp({ isNew: true });
    const saved = form.save();
    await sending(1);
    sent[0]!.answer(true);
    expect(await saved).toBe(true);
    expect(getState().isNew).toBe(false);
  });

  it('that is rejected changes nothing, and can be retried', async () => {
    const { form, sent, sending, getState } = setUp({ isNew: true });
    form.edit(doc('B'));
    const refused = form.save();
    await sending(1);
    sent[0]!.answer(false);
    expect(await refused).toBe(false);
    expect(getState()).toMatchObject({ value: doc('B'), base: doc('A'), isNew: true, saving: null });
    const again = form.save();
    await sending(2);
    sent[1]!.answer(true);
    expect(await again).toBe(true);
  });

  it('sends nothing without a change', async () => {
    const { form, sent } = setUp();
    expect(await form.save()).toBe(true);
    expect(sent).toEqual([]);
  });

  it('requested twice is sent once', async () => {
    const { form, sent, sending, names } = setUp();
    form.edit(doc('B'));
    const both = [form.save(), form.save()];
    await sending(1);
    sent[0]!.answer(true);
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(names()).toEqual(['B']);
  });

  it('does not cover edits made while it was in progress', async () => {
    const { form, sent, sending, getState } = setUp();
    form.edit(doc('B'));
    const saved = form.save();
    await sending(1);
    form.edit(doc('C'));
    sent[0]!.answer(true);
    expect(await saved).toBe(false);
    expect(getState()).toMatchObject({ value: doc('C'), base: doc('B') });
  });

  it('waits for the previous save', async () => {
    const { form, sent, sending, names, getState } = setUp();
    form.edit(doc('B'));
    const first = form.save();
    await sending(1);
    form.edit(doc('C'));
    const second = form.save();
    expect(names()).toEqual(['B']);
    sent[0]!.answer(true);
    await sending(2);
    expect(getState().saving).not.toBeNull();
    sent[1]!.answer(true);
    expect([await first, await second]).toEqual([false, true]);
    expect(names()).toEqual(['B', 'C']);
    expect(getState().saving).toBeNull();
  });
});
