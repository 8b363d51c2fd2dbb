import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { fileAvailability } from '../../../../main/files/file-availability.ts';
import { makePreview } from '../../../../main/review/preview-cache/make-preview.ts';
import { createViewableFileFinder } from '../../../../main/review/preview-cache/viewable-file.ts';
import type { PreviewSubject } from '../../../../main/store/index.ts';
import { type ReviewStage, test } from '../../../helpers/store/review-stage.ts';

/** Builds the due previews and reads files as the window does, without trusting earlier availability. */
async function shown({ store, clock }: ReviewStage) {
  const availability = fileAvailability();
  const { signal } = new AbortController();
  for (const item of store.keptPreviews.due(false, 100))
    await makePreview(item, { store, availability, clock, signal });
  const used: PreviewSubject[] = [];
  const read = (of: PreviewSubject) =>
    createViewableFileFinder(store, fileAvailability(), (each) => used.push(each)).read(of, async (path) => {
      if (readFileSync(path, 'latin1').startsWith('damaged')) throw new Error('damaged');
      return path;
    });
  return { read, used };
}

test('reads the file if available, else its preview', async ({ review }) => {
  const { photographId, resultId, original, result } = await review.finished('a');
  const { read, used } = await shown(review);
  const { keptPreviews: kept } = review.store;
  for (const [of, path] of [
    [{ subject: 'photograph', id: photographId }, original],
    [{ subject: 'result', id: resultId }, result],
  ] as const) {
    expect(await read(of)).toBe(path);
    expect(used).toEqual([]);
    writeFileSync(path, 'damaged');
    expect(await read(of)).toBe(kept.fileOf(kept.find(of)!));
    rmSync(path);
    expect(await read(of)).toBe(kept.fileOf(kept.find(of)!));
    expect(used.splice(0)).toEqual([of, of]);
  }
});

test('returns nothing if nothing is left, or for unknown items', async ({ review }) => {
  const { photographId, original } = await review.finished('a');
  const { read } = await shown(review);
  const of = { subject: 'photograph', id: photographId } as const;
  rmSync(original);
  rmSync(review.store.keptPreviews.fileOf(review.store.keptPreviews.find(of)!));
  expect(await read(of)).toBeNull();
  expect(await read({ subject: 'result', id: 999 })).toBeNull();
});

test('reads an original from where the user has found it', async ({ review }) => {
  const { photographId, original } = await review.finished('a');
  const otherPhotograph = await review.finished('b');
  const { read } = await shown(review);
  const of = { subject: 'photograph', id: photographId } as const;
  review.store.filePlaces.originalsFound([{ id: photographId, from: original, to: otherPhotograph.original }]);
  expect(await read(of)).toBe(otherPhotograph.original);
  rmSync(otherPhotograph.original);
  expect(await read(of)).toBe(original);
});
