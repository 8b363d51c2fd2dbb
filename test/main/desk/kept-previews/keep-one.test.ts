import { expect } from 'vitest';
import { keepOne } from '../../../../main/desk/kept-previews/keep-one.ts';
import { fileLooks } from '../../../../main/disks/file-looks.ts';
import { test } from '../../../helpers/desk-stage.ts';

test('what ends the process while it is drawn is not begun again by the next start', async ({ desk }) => {
  const { store, clock } = desk;
  await desk.finished('a');
  const [item] = store.keptPreviews.due(false, 1);
  const { signal } = new AbortController();
  const keeping = keepOne(item!, { store, looks: fileLooks(), clock, signal });
  // As another start finds the table, had this one ended here.
  const next = desk.second().keptPreviews;
  expect(next.due(false, 10).map(({ id, subject }) => [id, subject])).not.toContainEqual([item!.id, item!.subject]);
  clock.advance(60 * 60 * 1000);
  expect(next.due(false, 10).at(-1)).toMatchObject({ id: item!.id, subject: item!.subject, tries: 1 });
  expect(await keeping).toBe('made');
});

test('what is called off is made by the next start at once', async ({ desk }) => {
  const { store, clock } = desk;
  await desk.finished('a');
  const [item] = store.keptPreviews.due(false, 1);
  const off = new AbortController();
  const keeping = keepOne(item!, { store, looks: fileLooks(), clock, signal: off.signal });
  off.abort(new Error('closed'));
  await expect(keeping).rejects.toThrow('closed');
  expect(store.keptPreviews.due(false, 1)).toEqual([item]);
});
