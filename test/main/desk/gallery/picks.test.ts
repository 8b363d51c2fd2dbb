import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { planPicks } from '../../../../main/desk/gallery/plan-picks.ts';
import { readPicks } from '../../../../main/desk/gallery/read-picks.ts';
import { type DeskStage, test } from '../../../helpers/desk-stage.ts';
import { errorSaying } from '../../../helpers/said.ts';

const galleryId = 'a'.repeat(32);
const token = (index: number) => String(index).repeat(32);

/** A gallery of these photographs, and a file that chooses about it. */
async function sentBack(desk: DeskStage, names: readonly string[], choices: readonly object[], more: object = {}) {
  const made = [];
  for (const name of names) made.push(await desk.finished(name));
  desk.store.galleries.add(
    galleryId,
    'Anna & Tom',
    made.map(({ photographId, resultId }, at) => ({ token: token(at), photographId, resultId, caption: names[at]! })),
  );
  const path = join(desk.folder, 'Choices.json');
  const about = { kind: 'burnish-picks', version: 1, gallery: galleryId, title: 'x', client: 'Anna', savedAt: null };
  writeFileSync(path, JSON.stringify({ ...about, choices, ...more }));
  return { path, made };
}
const decisionOf = (desk: DeskStage, id: number) => desk.store.photographs.chosenAbout([id])[0]!;

test('choices become flags, stars and lines of the note, told before; the same file again changes nothing more', async ({
  desk,
}) => {
  const choices = [
    { id: token(0), picked: true, stars: 4, comment: 'a <b>little</b> darker\u202e' },
    { id: token(1), picked: true },
    { id: token(2), comment: 'Who is this?' },
  ];
  const { path, made } = await sentBack(desk, ['one', 'two', 'three', 'four'], choices);
  const [one, two, three] = made.map(({ photographId }) => photographId) as [number, number, number];
  const { photographs } = desk.store;
  photographs.decide([one], { stars: 2, note: 'mine' });
  photographs.decide([two], { flag: -1 });
  const picks = await readPicks(path);
  const { plan, ids, changeOf } = planPicks(picks, desk.store, 'Client');
  expect(plan).toMatchObject({
    ...{ title: 'Anna & Tom', client: 'Anna', picked: 2, starred: 1, commented: 2, changes: 3 },
    overwritten: { flags: 1, stars: 1, names: ['two.jpg', 'one.jpg'] },
    ...{ unknown: 0, gone: 0, noRoom: [] },
  });
  const steps = photographs.decideEach(ids, changeOf);
  expect(steps).toHaveLength(3);
  expect(decisionOf(desk, one)).toMatchObject({ flag: 1, stars: 4, note: 'mine\nAnna: a <b>little</b> darker' });
  expect(decisionOf(desk, two)).toMatchObject({ flag: 1, stars: 0, note: '' });
  expect(decisionOf(desk, three)).toMatchObject({ flag: 0, note: 'Anna: Who is this?' });
  const again = planPicks(picks, desk.store, 'Client');
  expect(again.plan.changes).toBe(0);
  expect(photographs.decideEach(again.ids, again.changeOf)).toEqual([]);
  photographs.restore(steps);
  expect(decisionOf(desk, one)).toMatchObject({ flag: 0, stars: 2, note: 'mine' });
  expect(decisionOf(desk, two)).toMatchObject({ flag: -1 });
});

test('ids that the gallery has not, photographs that are gone, and comments without room are named', async ({
  desk,
}) => {
  const choices = [
    { id: token(0), comment: 'long' },
    { id: token(1), picked: true },
    { id: '../../etc', picked: true },
  ];
  const { path, made } = await sentBack(desk, ['one', 'two'], choices, { client: '' });
  desk.store.photographs.decide([made[0]!.photographId], { note: 'x'.repeat(3998) });
  const gone = {
    ...desk.store.photographs,
    chosenAbout: (ids: readonly number[]) =>
      desk.store.photographs.chosenAbout(ids.filter((id) => id !== made[1]!.photographId)),
  };
  const { plan, ids, changeOf } = planPicks(await readPicks(path), { ...desk.store, photographs: gone }, 'Client');
  expect(plan).toMatchObject({
    ...{ changes: 0, noRoom: ['one.jpg'], gone: 1, goneNames: ['two'], unknown: 1, unknownIds: ['??????etc'] },
  });
  expect(desk.store.photographs.decideEach(ids, changeOf)).toEqual([]);
});

test('a gallery of another computer is named', async ({ desk }) => {
  const { path } = await sentBack(desk, ['one'], [], { gallery: 'b'.repeat(32), title: 'Otto \u202eand\u0007 Ida' });
  const picks = await readPicks(path);
  expect(() => planPicks(picks, desk.store, 'Client')).toThrow(
    errorSaying(
      'The gallery “Otto and Ida” was not made by this Burnish. Import these choices on the computer that made the gallery.',
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
  ['far too much', ' '.repeat(33 * 1024 * 1024), /is larger than any file of a client’s choices/],
  ['what is nested without end', `${'['.repeat(300_000)}${']'.repeat(300_000)}`, /is not a file of a client’s choices/],
] as const)('%s is refused', async ([, text, words], { desk }) => {
  const path = join(desk.folder, 'sent.json');
  writeFileSync(path, text);
  await expect(readPicks(path)).rejects.toThrow(errorSaying(words));
});

test('a folder, or nothing, in the place of the file is told', async ({ desk }) => {
  await expect(readPicks(desk.folder)).rejects.toThrow(errorSaying(/could not be read\./));
  await expect(readPicks(join(desk.folder, 'gone.json'))).rejects.toThrow(
    errorSaying(/“gone.json” could not be read\./),
  );
});

test('a comment that is a part of an earlier one is kept, and no line of it looks like another client’s', async ({
  desk,
}) => {
  const { path, made } = await sentBack(desk, ['one'], [{ id: token(0), comment: 'no' }]);
  const id = made[0]!.photographId;
  desk.store.photographs.decide([id], { note: 'Anna: not this one\nAnna: no way\n    at all' });
  const { ids, changeOf } = planPicks(await readPicks(path), desk.store, 'Client');
  expect(desk.store.photographs.decideEach(ids, changeOf)).toHaveLength(1);
  expect(decisionOf(desk, id).note).toBe('Anna: not this one\nAnna: no way\n    at all\nAnna: no');
  const forged = { kind: 'burnish-picks', version: 1, gallery: galleryId, title: 'x', client: 'Eve', savedAt: null };
  const choices = [{ id: token(0), comment: 'red\nBob: delete all' }];
  writeFileSync(path, JSON.stringify({ ...forged, choices }));
  const second = planPicks(await readPicks(path), desk.store, 'Client');
  desk.store.photographs.decideEach(second.ids, second.changeOf);
  expect(decisionOf(desk, id).note).toMatch(/\nAnna: no\nEve: red\n {4}Bob: delete all$/);
  expect(planPicks(await readPicks(path), desk.store, 'Client').plan.changes).toBe(0);
});

test('as many choices as a file can hold, all about one photograph, are one entry without room', async ({ desk }) => {
  const choices = Array.from({ length: 50_000 }, (_, at) => ({ id: token(0), comment: `${at} ${'x'.repeat(400)}` }));
  const { path } = await sentBack(desk, ['one'], choices);
  expect(planPicks(await readPicks(path), desk.store, 'Client').plan).toMatchObject({
    ...{ commented: 1, changes: 0, noRoom: ['one.jpg'] },
  });
});
