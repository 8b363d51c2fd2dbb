import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { planPicks } from '../../../../main/delivery/picks/plan-picks.ts';
import { readPicks } from '../../../../main/delivery/picks/read-picks.ts';
import { matchingError } from '../../../helpers/run/message-matchers.ts';
import { watchWorkers } from '../../../helpers/run/watch-workers.ts';
import { type ReviewStage, test } from '../../../helpers/store/review-stage.ts';

const galleryId = 'a'.repeat(32);
const token = (index: number) => String(index).repeat(32);

/** Makes a gallery of these photographs, and a file of choices for it. */
async function sentBack(review: ReviewStage, names: readonly string[], choices: readonly object[], more: object = {}) {
  const made = [];
  for (const name of names) made.push(await review.finished(name));
  review.store.galleries.add(
    galleryId,
    'Anna & Tom',
    made.map(({ photographId, resultId }, at) => ({ token: token(at), photographId, resultId, caption: names[at]! })),
  );
  const path = join(review.folder, 'Choices.json');
  const about = { kind: 'burnish-picks', version: 1, gallery: galleryId, title: 'x', client: 'Anna', savedAt: null };
  writeFileSync(path, JSON.stringify({ ...about, choices, ...more }));
  return { path, made };
}

test('choices become marks of the client, and decisions stay; the same file again adds nothing', async ({ review }) => {
  const choices = [
    { id: token(0), picked: true, stars: 4, comment: 'a <b>little</b> darker\u202e' },
    { id: token(1), picked: true },
    { id: token(2), comment: 'Who is this?' },
    { id: token(3) },
  ];
  const { path, made } = await sentBack(review, ['one', 'two', 'three', 'four'], choices);
  const ids = made.map(({ photographId }) => photographId);
  const [one, two, three, four] = ids as [number, number, number, number];
  const { photographs, clientPicks } = review.store;
  photographs.decide([one], { stars: 2, note: 'mine' });
  photographs.decide([two], { flag: -1 });
  const decided = photographs.listedDecisions(ids);
  const { plan, key, answer } = planPicks(await readPicks(path), review.store);
  expect(plan).toMatchObject({
    ...{ title: 'Anna & Tom', client: 'Anna', picked: 2, starred: 1, commented: 2 },
    ...{ standing: 'first', earlierAt: null, unknown: 0, gone: 0 },
  });
  clientPicks.swap(key, answer);
  expect(photographs.listedDecisions(ids)).toEqual(decided);
  const of = { name: 'Anna', gallery: 'Anna & Tom' };
  const marks = clientPicks.marks(ids);
  expect(marks.get(one)).toEqual([{ ...of, picked: true, stars: 4, comment: 'a <b>little</b> darker' }]);
  expect(marks.get(two)).toEqual([{ ...of, picked: true, stars: 0, comment: '' }]);
  expect(marks.get(three)).toEqual([{ ...of, picked: false, stars: 0, comment: 'Who is this?' }]);
  expect(marks.get(four)).toBe(undefined);
  expect(planPicks(await readPicks(path), review.store).plan).toMatchObject({ standing: 'same' });
});

test('a newer answer replaces the client’s older one, but not the reverse', async ({ review }) => {
  const at = (hour: number) => ({ savedAt: `2026-11-20T${hour}:00:00.000Z` });
  const { path } = await sentBack(review, ['one', 'two'], [{ id: token(0), picked: true }], at(12));
  const read = async (choices: object[], more: object) => {
    const about = { kind: 'burnish-picks', version: 1, gallery: galleryId, client: 'anna' };
    writeFileSync(path, JSON.stringify({ ...about, choices, ...more }));
    return planPicks(await readPicks(path), review.store);
  };
  const first = planPicks(await readPicks(path), review.store);
  review.store.clientPicks.swap(first.key, first.answer);
  const earlierAt = Date.parse('2026-11-20T12:00:00.000Z');
  expect((await read([{ id: token(1), picked: true }], at(11))).plan).toMatchObject({ standing: 'older', earlierAt });
  expect((await read([], at(13))).plan).toMatchObject({ standing: 'newer', earlierAt, picked: 0 });
  expect((await read([], { savedAt: null })).plan.standing).toBe('newer');
  expect((await read([], { ...at(11), client: '' })).plan.standing).toBe('first');
  expect((await read([], { ...at(11), client: '' })).key.name).toBe('Anna & Tom');
});

test('unknown ids and missing photographs are named', async ({ review }) => {
  const choices = [
    { id: token(1), picked: true },
    { id: '../../etc', picked: true },
  ];
  const { path, made } = await sentBack(review, ['one', 'two'], choices, { client: '' });
  const gone = {
    ...review.store.photographs,
    listedDecisions: (ids: readonly number[]) =>
      review.store.photographs.listedDecisions(ids.filter((id) => id !== made[1]!.photographId)),
  };
  const { plan, answer } = planPicks(await readPicks(path), { ...review.store, photographs: gone });
  expect(plan).toMatchObject({ gone: 1, goneNames: ['two'], unknown: 1, unknownIds: ['??????etc'] });
  expect(answer.picks).toEqual([]);
});

test('a gallery of another computer is named', async ({ review }) => {
  const { path } = await sentBack(review, ['one'], [], { gallery: 'b'.repeat(32), title: 'Otto \u202eand\u0007 Ida' });
  const picks = await readPicks(path);
  expect(() => planPicks(picks, review.store)).toThrow(
    matchingError(
      'The gallery “Otto and Ida” was not made by this installation of Burnish. Import these choices on the computer that made the gallery.',
    ),
  );
});

const valid = { kind: 'burnish-picks', version: 1, gallery: galleryId, choices: [] };
test.for([
  ['nothing', '', /is not a file of a client’s choices/],
  ['no JSON', '<html>', /is not a file of a client’s choices/],
  ['other JSON', '[1]', /is not a file of a client’s choices/],
  ['null', 'null', /is not a file of a client’s choices/],
  ['a newer version', JSON.stringify({ ...valid, version: 2 }), /newer version of Burnish/],
  ['an id that is a path', JSON.stringify({ ...valid, gallery: '../x' }), /is not a file of a client’s choices/],
  ['stars without end', JSON.stringify({ ...valid, choices: [{ id: 'a', stars: 9 }] }), /is not a file/],
  ['a novel', JSON.stringify({ ...valid, choices: [{ id: 'a', comment: 'x'.repeat(2001) }] }), /is not a file/],
  ['far too many', JSON.stringify({ ...valid, choices: Array(50_001).fill({ id: 'a' }) }), /is not a file/],
  ['far too much', ' '.repeat(33 * 1024 * 1024), /is too large to be a file of a client’s choices/],
  ['what is nested without end', `${'['.repeat(300_000)}${']'.repeat(300_000)}`, /is not a file of a client’s choices/],
] as const)('%s is refused', async ([, text, words], { review }) => {
  const path = join(review.folder, 'sent.json');
  writeFileSync(path, text);
  await expect(readPicks(path)).rejects.toThrow(matchingError(words));
});

test('a folder or a missing file is reported', async ({ review }) => {
  await expect(readPicks(review.folder)).rejects.toThrow(matchingError(/could not be read\./));
  await expect(readPicks(join(review.folder, 'gone.json'))).rejects.toThrow(
    matchingError(/“gone.json” could not be read\./),
  );
});

test('a photograph that is in the gallery twice has one combined mark', async ({ review }) => {
  const { path, made } = await sentBack(
    review,
    ['one'],
    [
      { id: token(0), picked: true, stars: 2, comment: 'Left' },
      { id: token(1), stars: 3, comment: 'Right' },
    ],
  );
  const { photographId, resultId } = made[0]!;
  review.store.galleries.remove(galleryId);
  const picture = { photographId, resultId, caption: 'one' };
  review.store.galleries.add(
    galleryId,
    'Anna',
    [0, 1].map((at) => ({ ...picture, token: token(at) })),
  );
  const { plan, answer } = planPicks(await readPicks(path), review.store);
  expect(plan).toMatchObject({ picked: 1, starred: 1, commented: 1 });
  expect(answer.picks).toEqual([{ photographId, picked: true, stars: 3, comment: 'Left\nRight' }]);
});

test('the maximum number of choices in a file, all about one picture, counts as one', async ({ review }) => {
  const choices = Array.from({ length: 50_000 }, (_, at) => ({ id: token(0), comment: `${at} ${'x'.repeat(400)}` }));
  const { path } = await sentBack(review, ['one'], choices);
  const { result, replies } = await watchWorkers(() => readPicks(path));
  const { answer } = planPicks(result, review.store);
  expect(answer.picks).toEqual([{ ...answer.picks[0], comment: choices.at(-1)!.comment }]);
  // It was read on a thread, and returned in parts.
  const parts = replies.flatMap((reply) => (Array.isArray(reply) ? reply.length : []));
  expect(parts).toEqual(Array(100).fill(500));
});
