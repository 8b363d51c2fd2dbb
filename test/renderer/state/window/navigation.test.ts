import { afterEach, describe, expect, it } from 'vitest';
import { isEdited } from '../../../../renderer/state/forms/draft.ts';
import { openForm } from '../../../../renderer/state/forms/form.ts';
import {
  confirmLeaveForm,
  confirmLeaveFormsOfKind,
  goTo,
  type OpenForm,
  registerForm,
  unsavedForms,
  useUi,
} from '../../../../renderer/state/window/navigation.ts';

interface Doc {
  readonly name: string;
}
const doc = (name: string): Doc => ({ name });

// Other files share this state, and an open form would block them.
afterEach(() => useUi.setState(useUi.getInitialState(), true));

/** Opens a form with saves that the test answers. */
function openOne(kind: OpenForm['kind'] = 'recipe') {
  const answers: ((stored: boolean) => void)[] = [];
  const form = openForm(doc('A'), false, () => new Promise((answer) => answers.push(answer)));
  const { getState } = form.state;
  const close = registerForm({
    kind,
    name: () => getState().value.name,
    isUnsaved: () => isEdited(getState()),
    saving: () => getState().saving?.result ?? null,
    save: form.save,
    discard: form.discard,
    close: () => undefined,
  });
  return { form, answers, close };
}

/** Opens a form with an edit, and starts to save it; the save ends with `answer`. */
async function saveOne() {
  const { form, answers } = openOne();
  form.edit(doc('B'));
  const saved = form.save();
  await expect.poll(() => answers.length).toBeGreaterThan(0);
  return {
    form,
    answer: (stored: boolean) => {
      answers[0]!(stored);
      return saved;
    },
  };
}
const asks = () => useUi.getState().pending !== null;
const screen = () => useUi.getState().screen;

describe('leaving a form', () => {
  it('happens at once without a form, and with a clean one', () => {
    goTo('review');
    expect(screen()).toBe('review');
    openOne();
    goTo('folders');
    expect(screen()).toBe('folders');
  });

  it('asks first if there are unsaved changes', () => {
    openOne().form.edit(doc('B'));
    goTo('folders');
    expect([screen(), asks()]).toEqual(['queue', true]);
  });

  it('reports unsaved changes when the window is closing', async () => {
    expect(unsavedForms()).toEqual([]);
    const { form, answer } = await saveOne();
    expect(unsavedForms()).toEqual([{ kind: 'recipe', name: 'B' }]);

    form.edit(doc('B'.repeat(300)));
    expect(unsavedForms()[0]?.name).toBe('B'.repeat(200));

    form.edit(doc('B'));
    await answer(true);
    expect(unsavedForms()).toEqual([]);
  });

  it.each([
    ['even before main has reported it', []],
    ['if main reports an earlier state again', ['A']],
  ])('asks nothing right after a save was answered, %s', async (_, reported) => {
    const { form, answer } = await saveOne();
    await answer(true);
    for (const name of reported) form.acceptStored(doc(name));

    goTo('folders');

    expect([screen(), asks()]).toEqual(['folders', false]);
  });

  it('waits for a save in progress, and asks nothing after it is stored', async () => {
    const { answer } = await saveOne();

    goTo('folders');
    expect([screen(), asks()]).toEqual(['queue', false]);

    await answer(true);
    await expect.poll(screen).toBe('folders');
    expect(asks()).toBe(false);
  });

  it.each([
    { name: 'was rejected', stored: false, edit: 'B' },
    { name: 'was followed by more edits', stored: true, edit: 'C' },
  ])('asks after a save that $name', async ({ stored, edit }) => {
    const { form, answer } = await saveOne();
    form.edit(doc(edit));

    goTo('folders');
    await answer(stored);

    await expect.poll(asks).toBe(true);
    expect(screen()).toBe('queue');
  });

  it('does only the last requested action after a save in progress', async () => {
    const { answer } = await saveOne();
    const done: string[] = [];
    confirmLeaveForm(() => done.push('first'));
    confirmLeaveForm(() => done.push('second'));

    await answer(true);

    await expect.poll(() => done).toEqual(['second']);
  });

  it('asks about a dialog’s form, then about the one below it; closing the dialog asks only about its own form', () => {
    const below = openOne('recipe');
    const dialog = openOne('preset');
    below.form.edit(doc('Below'));
    dialog.form.edit(doc('Dialog'));
    expect(unsavedForms().map(({ name }) => name)).toEqual(['Dialog', 'Below']);
    const pendingFormName = () => useUi.getState().pending?.form.name();
    /** Answers the question with "Discard". */
    const discard = () => {
      const { pending } = useUi.getState();
      pending?.form.discard();
      useUi.setState({ pending: null });
      pending?.proceed();
    };
    goTo('folders');
    expect(pendingFormName()).toBe('Dialog');
    discard();
    expect([pendingFormName(), screen()]).toEqual(['Below', 'queue']);
    useUi.setState({ pending: null });
    dialog.form.edit(doc('Again'));
    confirmLeaveFormsOfKind('preset', dialog.close);
    expect(pendingFormName()).toBe('Again');
    discard();
    expect([asks(), unsavedForms()]).toEqual([false, [{ kind: 'recipe', name: 'Below' }]]);
    goTo('folders');
    expect(pendingFormName()).toBe('Below');
  });
});
