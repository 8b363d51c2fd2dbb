import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createUndo } from '../../../main/desk/undo.ts';
import { touchHandlers } from '../../../main/ipc/touch-handlers.ts';
import { requestSchemas } from '../../../preload/contract/channels.ts';
import { mostPointsOfStroke, mostStrokes, type Touch } from '../../../preload/contract/touch.ts';
import { errorSaying, said } from '../../helpers/said.ts';
import { closing, test } from '../../helpers/touch-stage.ts';
import { strokeOf } from '../../helpers/touched.ts';

const touch: Touch = { by: 'brush', strokes: closing };

test('a version that was saved or removed can be taken back, and done again', async ({ stand }) => {
  const { resultId, photographId } = await stand.cutOut('a');
  const undo = createUndo();
  const handlers = touchHandlers({ touch: stand.touch, undo });
  const versions = async () => (await stand.store.photographViews.versions(photographId)).map(({ version }) => version);
  await handlers['touch.open']({ id: resultId }, 'page');
  const { id, name } = await handlers['touch.save']({ id: resultId, touch }, 'page');
  expect(await versions()).toEqual([0, 1]);
  await handlers['touch.remove']({ id }, 'page');
  expect([await versions(), existsSync(join(stand.out, name))]).toEqual([[0], false]);
  expect(said(await undo.undo())).toBe('Removed the version “a touched.png”');
  expect([await versions(), existsSync(join(stand.out, name))]).toEqual([[0, 1], true]);
  await undo.redo();
  expect(await versions()).toEqual([0]);
});

test('what cannot be is refused with its sentence; a failed undo stays to be tried again', async ({ stand }) => {
  const { resultId, original } = await stand.cutOut('a');
  const undo = createUndo();
  const handlers = touchHandlers({ touch: stand.touch, undo });
  await expect(handlers['touch.open']({ id: 999 }, 'page')).rejects.toThrow(
    errorSaying('This result is no longer in the list.'),
  );
  await expect(handlers['touch.paint']({ id: resultId, strokes: [] }, 'page')).rejects.toMatchObject({
    name: 'Refusal',
  });
  await handlers['touch.open']({ id: resultId }, 'page');
  const { id } = await handlers['touch.save']({ id: resultId, touch }, 'page');
  await handlers['touch.remove']({ id }, 'page');
  renameSync(original, `${original}.away`);
  stand.store.looks.forget(original);
  await expect(undo.undo()).rejects.toMatchObject({ name: 'Refusal' });
  renameSync(`${original}.away`, original);
  stand.store.looks.forget(original);
  expect(await undo.undo()).not.toBe(null);
});

test('strokes have bounds', () => {
  const schema = requestSchemas['touch.paint'];
  const stroke = strokeOf('1,2 3,4', 5);
  const takes = (strokes: unknown) => schema.safeParse({ id: 1, strokes }).success;
  expect(takes(Array.from({ length: mostStrokes }, () => stroke))).toBe(true);
  expect(takes(Array.from({ length: mostStrokes + 1 }, () => stroke))).toBe(false);
  expect(takes([{ ...stroke, points: Array.from({ length: mostPointsOfStroke + 1 }, () => [1, 1]) }])).toBe(false);
  expect(takes([{ ...stroke, radius: Number.POSITIVE_INFINITY }])).toBe(false);
  expect(takes([{ ...stroke, points: [[Number.NaN, 1]] }])).toBe(false);
});
