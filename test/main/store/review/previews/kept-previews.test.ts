import { expect } from 'vitest';
import type { MadePreview, PreviewSubject, Store } from '../../../../../main/store/index.ts';
import { imageOf } from '../../../../helpers/store/new-results.ts';
import { test } from '../../../../helpers/store/review-stage.ts';

const words = (items: readonly PreviewSubject[]) => items.map(({ subject, id }) => `${subject} ${id}`);
const made = (of: PreviewSubject, bytes = 10): MadePreview => ({
  ...{ subject: of.subject, id: of.id, bytes, width: 3, height: 2 },
  name: `${of.subject === 'result' ? 'a' : 'b'}${of.id}`.padEnd(32, '0'),
});
/** Records a preview of every due item. */
function keepAll({ keptPreviews: kept }: Store): void {
  for (const item of kept.due(false, 100)) kept.keep(made(item), item);
}

test('finished photographs and each of their results are due, in the order they finished', async ({ review }) => {
  const { store } = review;
  const [a, b] = [await review.finished('a'), await review.finished('b')];
  const due = store.keptPreviews.due(false, 10);
  expect(words(due).sort()).toEqual(
    [a, b].flatMap((each) => [`photograph ${each.photographId}`, `result ${each.resultId}`]).sort(),
  );
  expect(due.slice(0, 2).map(({ photographId }) => photographId)).toEqual([a.photographId, a.photographId]);
  expect(due.find(({ subject }) => subject === 'photograph')).toMatchObject({ paths: [a.original], tries: 0 });
  expect(due.find(({ subject }) => subject === 'result')).toMatchObject({ paths: [a.result], bytes: null });
  expect(store.keptPreviews.due(true, 10)).toEqual([]);
});

test('a made preview is found, counted, and no longer due', async ({ review }) => {
  const { keptPreviews: kept } = review.store;
  const { photographId, resultId } = await review.finished('a');
  keepAll(review.store);
  expect(kept.due(false, 10)).toEqual([]);
  expect(kept.space()).toEqual({ pictures: 2, bytes: 20 });
  expect(kept.find({ subject: 'result', id: resultId })).toMatchObject({ bytes: 10 });
  expect(words(kept.ofPhotographs([photographId]))).toHaveLength(2);
  const of = { subject: 'photograph', id: photographId } as const;
  const before = kept.keep({ ...made(of, 15), name: 'c'.repeat(32) }, { photographId, at: 0 });
  expect([before?.name, kept.space()]).toEqual([made(of).name, { pictures: 2, bytes: 25 }]);
  kept.drop(kept.oldest(10));
  expect([kept.space(), kept.oldest(10)]).toEqual([{ pictures: 0, bytes: 0 }, []]);
});

test('the least recently used is evicted first, and picked photographs last', async ({ review }) => {
  const { store, clock } = review;
  const photographs: number[] = [];
  for (const name of ['a', 'b', 'c']) {
    photographs.push((await review.finished(name)).photographId);
    clock.advance(1000);
  }
  keepAll(store);
  const [a, b, c] = photographs;
  /** Photographs in the order in which their previews are evicted. */
  const order = () => {
    const known = store.keptPreviews.ofPhotographs(photographs);
    const ids = store.keptPreviews.oldest(10).map((old) => known.find(({ name }) => name === old.name)?.photographId);
    return [...new Set(ids)];
  };
  expect(order()).toEqual([a, b, c]);
  store.photographs.decide([a!], { flag: 1 });
  expect(order()).toEqual([b, c, a]);
  clock.advance(48 * 60 * 60 * 1000);
  store.keptPreviews.used(store.keptPreviews.ofPhotographs([b!]));
  expect(order()).toEqual([c, b, a]);
  store.photographs.decide([a!], { flag: -1 });
  expect(order()).toEqual([a, c, b]);
});

test('unavailable files are tried later, after new ones', async ({ review }) => {
  const { keptPreviews: kept } = review.store;
  await review.finished('a');
  const [first, second] = kept.due(false, 10);
  kept.later([{ ...first!, dueAt: review.clock.now() + 5000, tries: 1 }]);
  expect(words(kept.due(false, 10))).toEqual(words([second!]));
  review.clock.advance(5000);
  expect(kept.due(false, 10).map(({ tries }) => tries)).toEqual([0, 1]);
});

test('another result of a photograph makes its preview due again only if it has none', async ({ review }) => {
  const { store } = review;
  const { jobId, photographId } = await review.finished('a');
  const another = (element: string) => store.results.add(imageOf(review.job(jobId), { element }));
  store.keptPreviews.settleAll();
  another('1');
  expect(store.keptPreviews.isPending(photographId)).toBe(true);
  keepAll(store);
  another('2');
  expect(store.keptPreviews.isPending(photographId)).toBe(false);
  expect(words(store.keptPreviews.due(false, 10))).toEqual([expect.stringMatching(/^result/)]);
});

test('reports when many are pending', async ({ review }) => {
  await review.finished('a');
  expect([2, 3].map(review.store.keptPreviews.hasManyPending)).toEqual([true, false]);
});

test('a repaired database knows its previews, and makes the rest later', { tags: ['long'] }, async ({ review }) => {
  const { store } = review;
  const [a, b] = [await review.finished('a'), await review.finished('b')];
  for (const item of store.keptPreviews.due(false, 100)) {
    if (item.photographId === a.photographId) store.keptPreviews.keep(made(item), item);
  }
  store.suspect();
  store.close();
  const repaired = review.second();
  expect(repaired.rescue?.unreadable).toEqual({});
  const { keptPreviews: kept } = repaired;
  expect(words(kept.ofPhotographs([a.photographId]))).toHaveLength(2);
  expect(kept.space()).toEqual({ pictures: 2, bytes: 20 });
  expect(kept.due(false, 10)).toEqual([]);
  expect(kept.due(true, 10).map(({ photographId }) => photographId)).toEqual([b.photographId, b.photographId]);
});
