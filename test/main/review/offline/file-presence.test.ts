import { rmSync } from 'node:fs';
import { expect } from 'vitest';
import { fileAvailability } from '../../../../main/files/file-availability.ts';
import { createPresenceLookup } from '../../../../main/review/offline/file-presence.ts';
import { makePreview } from '../../../../main/review/preview-cache/make-preview.ts';
import { test } from '../../../helpers/store/review-stage.ts';

test('reports where originals and results are, and which have previews', async ({ review }) => {
  const { store, clock } = review;
  const [a, b] = [await review.finished('a'), await review.finished('b')];
  const { signal } = new AbortController();
  const items = store.keptPreviews.due(false, 100).filter(({ photographId }) => photographId === a.photographId);
  for (const item of items) await makePreview(item, { store, availability: fileAvailability(), clock, signal });
  rmSync(review.card, { recursive: true });
  rmSync(a.result);
  const presence = await createPresenceLookup(store, fileAvailability())([a.photographId, b.photographId, 999]);
  const volume = null;
  expect(presence).toEqual([
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

test('names the unmounted card', async ({ review }) => {
  const { store } = review;
  const { photographId, original } = await review.finished('a');
  // Treat the folder of the photographs as a card, first mounted, then unmounted.
  const mounts = async () => [
    { mountPoint: '/', type: 'ext4' },
    { mountPoint: review.card, type: 'smb3' },
  ];
  const ask = async () => {
    throw Object.assign(new Error('no answer'), { code: 'EHOSTDOWN' });
  };
  const [told] = await createPresenceLookup(store, fileAvailability({ mounts, ask }))([photographId]);
  expect(told?.original).toEqual({ state: 'away', path: original, volume: 'Card 3', hasPreview: false });
});

test('shows an original as available where the user has found it', async ({ review }) => {
  const { store } = review;
  const { photographId, original } = await review.finished('a');
  const otherPhotograph = await review.finished('b');
  store.filePlaces.originalsFound([{ id: photographId, from: original, to: otherPhotograph.original }]);
  const readPresence = async () => (await createPresenceLookup(store, fileAvailability())([photographId]))[0]?.original;
  expect(await readPresence()).toMatchObject({ state: 'here', path: otherPhotograph.original });
  rmSync(otherPhotograph.original);
  expect(await readPresence()).toMatchObject({ state: 'here', path: original });
  rmSync(original);
  expect(await readPresence()).toMatchObject({ state: 'gone', path: original });
});
