import { expect, it } from 'vitest';
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

it('closes if nothing would be lost, after running saves', async () => {
  const { leaving, seen } = standing([nothing]);
  expect([await leaving.canLeave(), seen]).toEqual([true, ['saved']]);
});

it.each([true, false])('asks before strokes are lost, and follows the answer: %s', async (discards) => {
  const { leaving, seen } = standing([{ ...nothing, unsaved: 2 }], discards);
  expect(await leaving.canLeave()).toBe(discards);
  expect(seen.at(-1)).toBe('You have touched up 2 results without saving. If you quit now, your changes will be lost.');
});

it.each([true, false])('asks before decisions waiting for the database are lost: %s', async (discards) => {
  const { leaving, seen } = standing([{ ...nothing, waiting: true }], discards);
  expect(await leaving.canLeave()).toBe(discards);
  expect(seen.at(-1)).toMatch(/^Your latest decisions or entries are not saved yet\. The disk .* is full/);
});

it('checks for unsaved work again after a save, which can have failed', async () => {
  const { leaving, seen } = standing(
    [
      { ...nothing, saving: true },
      { ...nothing, unsaved: 1 },
    ],
    false,
  );
  expect(await leaving.canLeave()).toBe(false);
  expect(seen).toEqual([
    'saved',
    'You have touched up 1 result without saving. If you quit now, your changes will be lost.',
  ]);
});

it.each([
  ['stay', false],
  ['discard', true],
] as const)('asks before a form is lost, and follows the answer: %s', async (choice, canLeave) => {
  const { leaving, seen } = standing([recipe], true, choice);
  expect([await leaving.canLeave(), seen]).toEqual([canLeave, ['saved', question]]);
});

it('saves the form on request, and closes afterwards', async () => {
  const { leaving, seen } = standing([recipe, nothing], true, 'save');
  expect([await leaving.canLeave(), seen]).toEqual([true, ['saved', question, 'save the form']]);
});

it('asks about all forms at once, the one before the others first', async () => {
  const both: CloseState = { ...nothing, forms: [{ kind: 'preset', name: 'Our shop' }, ...recipe.forms] };
  const { leaving, seen } = standing([both, nothing], true, 'save');
  expect(await leaving.canLeave()).toBe(true);
  expect(seen).toEqual(['saved', `You have unsaved changes to the preset “Our shop”. ${question}`, 'save the form']);
});

it('stays open if the form could not be saved', async () => {
  expect(await standing([recipe, recipe], true, 'save').leaving.canLeave()).toBe(false);
});

it('does not wait for a page that ended during the save of its form', async () => {
  expect(await standing([recipe], true, 'save').leaving.canLeave()).toBe(true);
});

it('asks about the form first, and then about strokes', async () => {
  const both = { ...recipe, unsaved: 1 };
  const { leaving, seen } = standing([both], false, 'discard');
  expect(await leaving.canLeave()).toBe(false);
  expect(seen.slice(1)).toEqual([
    question,
    'You have touched up 1 result without saving. If you quit now, your changes will be lost.',
  ]);
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
