import { beforeEach, expect, it, vi } from 'vitest';
import { type Settings, settingsSchema } from '../../../../contract/app/settings.ts';
import type { Places } from '../../../../contract/review/list-queries.ts';
import type { Place } from '../../../../renderer/state/review/reviewUi.ts';
import { snapshotOf } from '../../../helpers/window/window-data.ts';

const places: Places = {
  all: 9,
  spans: [{ from: 1000, to: 2000, count: 9 }],
  batches: [{ id: 3, title: 'Wedding', createdAt: 1, recipeName: 'Skin', isOpen: false, count: 5 }],
  folders: [{ id: 7, path: '/in', count: 4 }],
  recipes: [{ name: 'Skin', count: 9 }],
};

/** Settings of a fake main process, which returns the places on the test's command. */
let stored: Settings;
let answer: () => void;

beforeEach(() => {
  stored = settingsSchema.parse({});
  const save = async (changed: Partial<Settings>) => {
    stored = { ...stored, ...changed };
    return { ok: true, value: undefined };
  };
  const ask = new Promise((resolve) => {
    answer = () => resolve({ ok: true, value: places });
  });
  Object.assign(globalThis, { window: { burnish: { settings: { save }, photographs: { places: () => ask } } } });
});

/** Opens a window with the stored settings, without the state of the previous window. */
async function start() {
  vi.resetModules();
  const review = await import('../../../../renderer/state/review/reviewUi.ts');
  const { useLoad } = await import('../../../../renderer/state/data/store.ts');
  const { dataOf } = await import('../../../../renderer/state/data/appData.ts');
  useLoad.setState({ phase: 'ready', data: dataOf(snapshotOf({ settings: stored })) }, true);
  return { ...review, query: () => review.useReviewUi.getState().query };
}

/** Goes to `place` and sets a filter, types something, quits and starts again. */
async function restartAt(place: Partial<Place>) {
  const { openPlace, toggleFlagFilter, changeQuery } = await start();
  openPlace(place);
  toggleFlagFilter(1);
  changeQuery({ text: 'bride' });
  await expect.poll(() => stored.reviewViewpoint.flags).toEqual([1]);
  const { query } = await start();
  answer();
  return query;
}

it.each([
  {},
  { batchId: 3 },
  { folderId: 7 },
  { recipe: 'Skin' },
  { from: 1000, to: 2000 },
  { batchId: 3, recipe: 'Skin' },
])('restores %j with its filters, and without the search text', async (place) => {
  const query = await restartAt(place);
  await expect.poll(query).toMatchObject({ ...place, flags: [1], text: '' });
  // A batch or a folder has its own default sort order.
  const isOne = 'batchId' in place || 'folderId' in place;
  expect(query().sort).toBe(isOne ? 'taken' : 'added');
});

it.each([{ batchId: 4 }, { folderId: 8 }, { recipe: 'Gone' }, { from: 500, to: 1000 }])(
  'starts with all photographs and the same filters if %j is missing',
  async (place) => {
    const query = await restartAt(place);
    await expect.poll(query).toMatchObject({ batchId: null, folderId: null, recipe: null, from: null, flags: [1] });
    await expect.poll(() => stored.reviewViewpoint).toMatchObject({ batchId: null, recipe: null, flags: [1] });
  },
);

it('stays at a place that the user opened before the places are known', async () => {
  stored = { ...stored, reviewViewpoint: { ...stored.reviewViewpoint, batchId: 3 } };
  const { openPlace, query } = await start();
  openPlace({ recipe: 'Skin' });
  answer();
  await new Promise((resolve) => setTimeout(resolve));
  expect(query()).toMatchObject({ batchId: null, recipe: 'Skin' });
});
