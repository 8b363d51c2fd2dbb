import { expect } from 'vitest';
import { everyPhotograph } from '../../../../contract/review/list-queries.ts';
import { openReviewQueries } from '../../../../main/store/review/queries.ts';
import { type ReviewStage, test } from '../../../helpers/store/review-stage.ts';
import type { IdsOf } from '../../../helpers/store/store-stage.ts';

/** Adds photographs to a gallery. Returns their ids in order. */
async function inGallery<const Names extends readonly string[]>(review: ReviewStage, id: string, names: Names) {
  const pictures: Parameters<ReviewStage['store']['galleries']['add']>[2][number][] = [];
  for (const caption of names) {
    const { photographId, resultId } = await review.finished(caption);
    pictures.push({ token: caption, photographId, resultId, caption });
  }
  review.store.galleries.add(id, `Gallery ${id}`, pictures);
  return pictures.map(({ photographId }) => photographId) as unknown as IdsOf<Names>;
}
const heart = (photographId: number) => ({ photographId, picked: true, stars: 0, comment: '' });
const answer = (...picks: ReturnType<typeof heart>[]) => ({ savedAt: null, picks });

test('keeps one answer per client and gallery; a newer one replaces the older and can restore it', async ({
  review,
}) => {
  const { clientPicks, photographViews } = review.store;
  const [one, two] = await inGallery(review, 'a', ['one', 'two']);
  const anna = { galleryId: 'a', name: 'Anna' };
  expect([clientPicks.get(anna), clientPicks.isAny()]).toEqual([null, false]);
  expect(clientPicks.swap(anna, { savedAt: 5, picks: [{ ...heart(one), stars: 4, comment: 'Darker' }] })).toBe(null);
  clientPicks.swap({ galleryId: 'a', name: 'Tom' }, answer(heart(one)));
  const marks = { name: 'Anna', gallery: 'Gallery a', picked: true, stars: 4, comment: 'Darker' };
  expect(clientPicks.isAny()).toBe(true);
  expect(clientPicks.marks([one, two])).toEqual(
    new Map([[one, [marks, { ...marks, name: 'Tom', stars: 0, comment: '' }]]]),
  );
  const { id } = clientPicks.get(anna)!;
  const before = clientPicks.swap({ ...anna, name: 'ANNA' }, answer(heart(two)));
  expect(before).toMatchObject({ id, savedAt: 5, picks: [{ photographId: one, stars: 4 }] });
  expect(clientPicks.get(anna)).toMatchObject({ id, savedAt: null, picks: [heart(two)] });
  const within = { batchId: null, recipe: null, operation: null };
  const named = async () =>
    (await photographViews.byId([one, two], within)).map((row) => row?.clients.map((each) => each.name));
  expect(await named()).toEqual([['Tom'], ['ANNA']]);
  clientPicks.swap(anna, before);
  expect(await named()).toEqual([['Anna', 'Tom'], []].map((names) => expect.arrayContaining(names)));
  clientPicks.swap(anna, null);
  expect(await named()).toEqual([['Tom'], []]);
});

test('picks and unpicks by the gallery of one client, or by all answered galleries', async ({ review }) => {
  const { clientPicks, photographs } = review.store;
  const [one, two, three] = await inGallery(review, 'a', ['one', 'two', 'three']);
  const [four, five] = await inGallery(review, 'b', ['four', 'five']);
  const [unanswered] = await inGallery(review, 'c', ['six']);
  photographs.decide([one, three, five, unanswered], { flag: 1 });
  photographs.decide([two], { flag: -1 });
  clientPicks.swap({ galleryId: 'a', name: 'Anna' }, answer(heart(one), heart(two)));
  clientPicks.swap({ galleryId: 'b', name: 'Tom' }, answer(heart(four)));
  const { id } = clientPicks.get({ galleryId: 'a', name: 'Anna' })!;
  expect(clientPicks.toPick(id)).toEqual([{ id: two, flag: -1 }]);
  expect(clientPicks.toUnpick(id)).toEqual([{ id: three, flag: 1 }]);
  expect(clientPicks.toPick(null).map((each) => each.id)).toEqual([two, four]);
  expect(clientPicks.toUnpick(null).map((each) => each.id)).toEqual([three, five]);
});

test('lists show the picks of clients, and find their names and comments', async ({ review }) => {
  const [one, two] = await inGallery(review, 'a', ['one', 'two', 'three']);
  const picks = [heart(one), { ...heart(two), picked: false, comment: 'Rounder' }];
  review.store.clientPicks.swap({ galleryId: 'a', name: 'Änna Müller' }, { savedAt: null, picks });
  const lists = openReviewQueries(review.store.file);
  const found = (query: object) =>
    lists['photographs.head']({ ...everyPhotograph, sort: 'name', descending: false, ...query }).ids;
  expect(found({ pickedByClient: true })).toEqual([one]);
  expect(found({ text: 'client:picked' })).toEqual([one]);
  expect(found({ text: 'client:anna' })).toEqual([one, two]);
  expect(found({ text: 'client:müller client:commented' })).toEqual([two]);
  expect(found({ text: 'rounder' })).toEqual([two]);
  expect(found({ text: 'client:tom' })).toEqual([]);
  lists.close();
});
