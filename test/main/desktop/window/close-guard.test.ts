import { describe, expect, it } from 'vitest';
import type { CloseState } from '../../../../contract/app/unsaved-changes.ts';
import {
  type CloseGuard,
  guardClosing,
  type SaveAnswer,
  saveButtons,
} from '../../../../main/desktop/window/close-guard.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';

/** Simulates a page that gives these answers in turn, and a user's choices about strokes and a form. */
function standing(answers: readonly CloseState[], discards = true, choice: SaveAnswer = 'stay') {
  const seen: string[] = [];
  let notificationCount = 0;
  const guard: CloseGuard = guardClosing({
    notifyPage: ({ saveForm }) => {
      if (saveForm) seen.push('save the form');
      const answer = answers[notificationCount];
      notificationCount += 1;
      if (answer) queueMicrotask(() => guard.receiveState(answer));
      return answer !== undefined;
    },
    whenSaved: async () => void seen.push('saved'),
    confirm: async ({ detail }) => {
      seen.push(typeof detail === 'string' ? detail : messageText(detail));
      return discards;
    },
    offerToSave: async (message) => {
      seen.push(messageText(message));
      return choice;
    },
    timeoutMs: 1,
  });
  return { leaving: guard, seen };
}
const nothing: CloseState = { forms: [], unsaved: 0, saving: false, waiting: false };
const recipe: CloseState = { ...nothing, forms: [{ kind: 'recipe', name: 'Portrait cutout' }] };
const question = 'You have unsaved changes to the recipe “Portrait cutout”.';
const aboutStrokes = 'You have touched up 1 result without saving. If you quit now, your changes will be lost.';

it('closes if nothing would be lost, after running saves', async () => {
  const { leaving, seen } = standing([nothing]);
  expect([await leaving.canLeave(), seen]).toEqual([true, ['saved']]);
});

describe.each([true, false])('asks before work is lost, and follows the answer: %s', (discards) => {
  it.each([
    ['strokes', { unsaved: 2 }, /^You have touched up 2 results without saving\. If you quit now, your changes/],
    ['decisions', { waiting: true }, /^Your latest decisions or entries are not saved yet\. The disk .* is full/],
  ])('%s', async (_, work, question) => {
    const { leaving, seen } = standing([{ ...nothing, ...work }], discards);
    expect(await leaving.canLeave()).toBe(discards);
    expect(seen.at(-1)).toMatch(question);
  });
});

it('checks for unsaved work again after a save, which can have failed', async () => {
  const answers = [
    { ...nothing, saving: true },
    { ...nothing, unsaved: 1 },
  ];
  const { leaving, seen } = standing(answers, false);
  expect(await leaving.canLeave()).toBe(false);
  expect(seen).toEqual(['saved', aboutStrokes]);
});

describe('an unsaved form', () => {
  const preset: CloseState = { ...nothing, forms: [{ kind: 'preset', name: 'Our shop' }, ...recipe.forms] };
  it.each<{ name: string; answers: CloseState[]; choice: SaveAnswer; canLeave: boolean; saves: boolean }>([
    { name: 'keeps the window open', answers: [recipe], choice: 'stay', canLeave: false, saves: false },
    { name: 'is discarded', answers: [recipe], choice: 'discard', canLeave: true, saves: false },
    { name: 'is saved', answers: [recipe, nothing], choice: 'save', canLeave: true, saves: true },
    { name: 'could not be saved', answers: [recipe, recipe], choice: 'save', canLeave: false, saves: true },
    // The page ended during the save.
    { name: 'is lost with its page', answers: [recipe], choice: 'save', canLeave: true, saves: true },
  ])('$name by the user’s choice: $choice', async ({ answers, choice, canLeave, saves }) => {
    const { leaving, seen } = standing(answers, true, choice);
    expect(await leaving.canLeave()).toBe(canLeave);
    expect(seen).toEqual(expect.arrayContaining(['saved', question]));
    expect(seen.includes('save the form')).toBe(saves);
  });

  it('is named with the others, the one before the others first', async () => {
    const { leaving, seen } = standing([preset, nothing], true, 'save');
    expect(await leaving.canLeave()).toBe(true);
    expect(seen).toEqual(['saved', `You have unsaved changes to the preset “Our shop”. ${question}`, 'save the form']);
  });

  it('is asked about before strokes', async () => {
    const { leaving, seen } = standing([{ ...recipe, unsaved: 1 }], false, 'discard');
    expect(await leaving.canLeave()).toBe(false);
    expect(seen.slice(1)).toEqual([question, aboutStrokes]);
  });
});

it.each([
  ['recipe', 'You have not saved the new recipe.'],
  ['service', 'You have not saved the new service.'],
  ['folder', 'You have not saved the new watch folder.'],
  ['preset', 'You have not saved the new preset.'],
] as const)('calls an unnamed %s new', async (kind, words) => {
  const { leaving, seen } = standing([{ ...nothing, forms: [{ kind, name: '' }] }]);
  await leaving.canLeave();
  expect(seen.at(-1)).toBe(words);
});

it('does not wait for a missing page, nor forever for an unresponsive one', async () => {
  expect(await standing([]).leaving.canLeave()).toBe(true);
  const still = guardClosing({
    notifyPage: () => true,
    whenSaved: async () => undefined,
    confirm: async () => false,
    offerToSave: async () => 'stay',
    timeoutMs: 1,
  });
  expect(await still.canLeave()).toBe(true);
});

it.each([
  ['darwin', ['save', 'stay', 'discard']],
  ['win32', ['save', 'discard', 'stay']],
  ['linux', ['discard', 'stay', 'save']],
] as const)('has the buttons of the save dialog in the order of %s', (platform, order) => {
  expect(saveButtons(platform)).toEqual(order);
});
