import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DecisionChange } from '../../../../contract/review/photo-decision.ts';
import { maxPointsPerStroke, maxStrokes, type TouchUpEdit } from '../../../../contract/touch-up/touch-up.ts';
import { resultHandlers } from '../../../../main/ipc/requests/results.ts';
import { touchUpHandlers } from '../../../../main/ipc/requests/touch-up.ts';
import { UndoStack } from '../../../../main/review/actions/undo-stack.ts';
import { requests } from '../../../../preload/channels.ts';
import { strokeOf } from '../../../helpers/photograph/damaged-cutout.ts';
import { matchingError, messageText } from '../../../helpers/run/message-matchers.ts';
import { closing, only, type TouchStage, test } from '../../../helpers/store/touch-stage.ts';
import { requestContext } from '../../../helpers/window/request-context.ts';

const touch: TouchUpEdit = { by: 'brush', strokes: closing };

test('saving or removing a version can be undone and redone', async ({ stand }) => {
  const { resultId, photographId } = await stand.cutOut('a');
  const undo = new UndoStack();
  const handlers = touchUpHandlers(requestContext({ core: { review: { touchUp: stand.touch, undo } } }));
  const versions = async () => (await stand.store.photographViews.versions(photographId)).map(({ version }) => version);
  await handlers['touch.open']({ id: resultId }, 'page');
  const { id, name } = await handlers['touch.save']({ id: resultId, touch }, 'page');
  expect(await versions()).toEqual([0, 1]);
  await handlers['touch.remove']({ id }, 'page');
  expect([await versions(), existsSync(join(stand.out, name))]).toEqual([[0], false]);
  expect(messageText(await undo.undo())).toBe('Removed the version “a touched.png”');
  expect([await versions(), existsSync(join(stand.out, name))]).toEqual([[0, 1], true]);
  await undo.redo();
  expect(await versions()).toEqual([0]);
});

test('invalid requests are rejected with a message; a failed undo can be retried', async ({ stand }) => {
  const { resultId, original } = await stand.cutOut('a');
  const undo = new UndoStack();
  const handlers = touchUpHandlers(requestContext({ core: { review: { touchUp: stand.touch, undo } } }));
  await expect(handlers['touch.open']({ id: 999 }, 'page')).rejects.toThrow(
    matchingError('This result is no longer in the list.'),
  );
  await expect(handlers['touch.paint']({ id: resultId, opening: 1, ...only([]) }, 'page')).rejects.toMatchObject({
    name: 'UserError',
  });
  await handlers['touch.open']({ id: resultId }, 'page');
  const { id } = await handlers['touch.save']({ id: resultId, touch }, 'page');
  await handlers['touch.remove']({ id }, 'page');
  renameSync(original, `${original}.away`);
  stand.store.availability.forget(original);
  await expect(undo.undo()).rejects.toMatchObject({ name: 'UserError' });
  renameSync(`${original}.away`, original);
  stand.store.availability.forget(original);
  expect(await undo.undo()).not.toBe(null);
});

/** Saves a version of a cutout. Returns the page's request handlers and the versions shown on the light table. */
async function savedVersion(stand: TouchStage) {
  const { resultId, photographId, original } = await stand.cutOut('a');
  const undo = new UndoStack();
  const handlers = touchUpHandlers(requestContext({ core: { review: { touchUp: stand.touch, undo } } }));
  const loupe = resultHandlers(requestContext({ core: { store: stand.store, review: { undo } } }));
  await handlers['touch.open']({ id: resultId }, 'page');
  const made = await handlers['touch.save']({ id: resultId, touch }, 'page');
  const views = () => stand.store.photographViews.versions(photographId);
  return {
    ...made,
    undo,
    original,
    remove: async (id: number) => await handlers['touch.remove']({ id }, 'page'),
    decide: async (id: number, change: DecisionChange) => await loupe['loupe.decide']({ ids: [id], change }, 'page'),
    versions: async () => (await views()).map(({ version }) => version),
    decisions: async () => (await views()).map(({ decision }) => decision),
    files: () => readdirSync(stand.out).toSorted(),
  };
}

test('a version keeps its decisions, and earlier steps follow it', async ({ stand }) => {
  const { id, undo, ...a } = await savedVersion(stand);
  await a.decide(id, { flag: 1, stars: 4 });
  await a.decide(id, { label: 2 });
  await a.remove(id);
  await undo.undo();
  expect((await a.decisions()).at(-1)).toEqual({ flag: 1, stars: 4, label: 2 });
  await undo.undo();
  expect((await a.decisions()).at(-1)).toEqual({ flag: 1, stars: 4, label: 0 });
  await undo.undo();
  expect((await a.decisions()).at(-1)).toEqual({ flag: 0, stars: 0, label: 0 });
  expect(messageText(await undo.undo())).toBe('Saved the version “a touched.png”');
  expect([await a.versions(), a.files()]).toEqual([[0], ['a.png']]);
  for (let times = 0; times < 4; times += 1) await undo.redo();
  expect(await a.versions()).toEqual([0]);
  await undo.undo();
  expect((await a.decisions()).at(-1)).toEqual({ flag: 1, stars: 4, label: 2 });
  expect(a.files()).toEqual(['a touched.png', 'a.png']);
});

describe('a request to paint', () => {
  const schema = requests['touch.paint'].args;
  const stroke = strokeOf('1,2 3,4', 5);
  const change = { id: 1, opening: 1, ...only([stroke]) };
  const many = (count: number) => ({ added: Array.from({ length: count }, () => stroke) });

  it('may have the maximum number of strokes', () => {
    expect(schema.safeParse({ ...change, ...many(maxStrokes) }).success).toBe(true);
  });

  it.each([
    ['too many strokes', many(maxStrokes + 1)],
    [
      'too many points',
      { added: [{ ...stroke, points: Array.from({ length: maxPointsPerStroke + 1 }, () => [1, 1]) }] },
    ],
    ['an infinite radius', { added: [{ ...stroke, radius: Number.POSITIVE_INFINITY }] }],
    ['a point that is no number', { added: [{ ...stroke, points: [[Number.NaN, 1]] }] }],
    ['number 0', { number: 0 }],
    ['a fraction', { number: 1.5 }],
    ['a huge number', { number: Number.MAX_VALUE }],
    ['a negative number of strokes to keep', { keep: -1 }],
    ['too many strokes to keep', { keep: maxStrokes + 1 }],
    ['a negative number seen', { seen: -1 }],
    ['a text for a number', { opening: '1' }],
    ['no result', { id: 0 }],
    ['an unknown field', { strokes: [] }],
  ])('is rejected with %s', (_, wrong) => {
    expect(schema.safeParse({ ...change, ...wrong }).success).toBe(false);
  });
});
