import { expect, it } from 'vitest';
import { type LeavingDesk, mindLeaving } from '../../../main/desktop/leaving.ts';
import type { Leaving } from '../../../preload/contract/leaving.ts';
import { said } from '../../helpers/said.ts';

/** A page that answers with each of these in turn, and a user who chooses to discard, or not. */
function standing(answers: readonly Leaving[], discards = true) {
  const seen: string[] = [];
  let told = 0;
  const leaving: LeavingDesk = mindLeaving({
    tell: () => {
      const answer = answers[told];
      told += 1;
      if (answer) queueMicrotask(() => leaving.answer(answer));
      return answer !== undefined;
    },
    saved: async () => void seen.push('saved'),
    confirm: async ({ detail }) => {
      seen.push(typeof detail === 'string' ? detail : said(detail));
      return discards;
    },
  });
  return { leaving, seen };
}
const nothing: Leaving = { unsaved: 0, saving: false };

it('goes where nothing would be lost, after what is being saved', async () => {
  const { leaving, seen } = standing([nothing]);
  expect([await leaving.mayLeave(), seen]).toEqual([true, ['saved']]);
});

it.each([true, false])('asks before strokes are lost, and does as is answered: %s', async (discards) => {
  const { leaving, seen } = standing([{ unsaved: 2, saving: false }], discards);
  expect(await leaving.mayLeave()).toBe(discards);
  expect(seen.at(-1)).toBe('You have touched up 2 results and not saved them. If you quit now, that is lost.');
});

it('asks again what is unsaved when a saving has ended: it may have failed', async () => {
  const { leaving, seen } = standing(
    [
      { unsaved: 0, saving: true },
      { unsaved: 1, saving: false },
    ],
    false,
  );
  expect(await leaving.mayLeave()).toBe(false);
  expect(seen).toEqual(['saved', 'You have touched up 1 result and not saved it. If you quit now, that is lost.']);
});

it('waits for no page that is not there, nor for ever for one that does not answer', async () => {
  expect(await standing([]).leaving.mayLeave()).toBe(true);
  const still = mindLeaving({
    tell: () => true,
    saved: async () => undefined,
    confirm: async () => false,
    patience: 1,
  });
  expect(await still.mayLeave()).toBe(true);
});
