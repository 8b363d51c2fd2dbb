import { rmSync } from 'node:fs';
import { expect } from 'vitest';
import { keepOne } from '../../../main/desk/kept-previews/keep-one.ts';
import { presenceOf } from '../../../main/desk/presence.ts';
import { fileLooks } from '../../../main/disks/file-looks.ts';
import { test } from '../../helpers/desk-stage.ts';

test('tells where originals and results are, and of which something is kept', async ({ desk }) => {
  const { store, clock } = desk;
  const [a, b] = [await desk.finished('a'), await desk.finished('b')];
  const { signal } = new AbortController();
  const items = store.keptPreviews.due(false, 100).filter(({ photographId }) => photographId === a.photographId);
  for (const item of items) await keepOne(item, { store, looks: fileLooks(), clock, signal });
  rmSync(desk.card, { recursive: true });
  rmSync(a.result);
  const told = await presenceOf(store, fileLooks())([a.photographId, b.photographId, 999]);
  const volume = null;
  expect(told).toEqual([
    {
      photographId: a.photographId,
      original: { state: 'gone', path: a.original, volume, hasPreview: true },
      results: [{ resultId: a.resultId, state: 'gone', path: a.result, volume, hasPreview: true }],
    },
    {
      photographId: b.photographId,
      original: { state: 'gone', path: b.original, volume, hasPreview: false },
      results: [{ resultId: b.resultId, state: 'here', path: b.result, volume, hasPreview: false }],
    },
  ]);
});

test('names the card that is out', async ({ desk }) => {
  const { store } = desk;
  const { photographId, original } = await desk.finished('a');
  // As if the folder of the photographs were a card, first in and then out.
  const mounts = async () => [
    { at: '/', type: 'ext4' },
    { at: desk.card, type: 'smb3' },
  ];
  const ask = async () => {
    throw Object.assign(new Error('no answer'), { code: 'EHOSTDOWN' });
  };
  const [told] = await presenceOf(store, fileLooks({ mounts, ask }))([photographId]);
  expect(told?.original).toEqual({ state: 'away', path: original, volume: 'Card 3', hasPreview: false });
});

test('shows an original as here where the user has found it', async ({ desk }) => {
  const { store } = desk;
  const { photographId, original } = await desk.finished('a');
  const other = await desk.finished('b');
  store.filePlaces.originalsFound([{ id: photographId, from: original, to: other.original }]);
  const told = async () => (await presenceOf(store, fileLooks())([photographId]))[0]?.original;
  expect(await told()).toMatchObject({ state: 'here', path: other.original });
  rmSync(other.original);
  expect(await told()).toMatchObject({ state: 'here', path: original });
  rmSync(original);
  expect(await told()).toMatchObject({ state: 'gone', path: original });
});
