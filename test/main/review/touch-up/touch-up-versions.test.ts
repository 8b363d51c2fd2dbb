import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { FileCheck } from '../../../../contract/recipes/marketplace-check.ts';
import { type Marketplace, marketplaces, type RuleKind } from '../../../../contract/recipes/marketplaces.ts';
import type { TouchUpEdit } from '../../../../contract/touch-up/touch-up.ts';
import { fileIdentity } from '../../../../main/files/file-identity.ts';
import { displayPath } from '../../../../main/files/stored-path.ts';
import { placeSibling } from '../../../../main/pipeline/output/place-sibling.ts';
import { relink } from '../../../../main/review/offline/relink.ts';
import { strokeOf } from '../../../helpers/photograph/damaged-cutout.ts';
import { matchingError } from '../../../helpers/run/message-matchers.ts';
import { fileHash } from '../../../helpers/store/export-stage.ts';
import { addJobs } from '../../../helpers/store/same-content.ts';
import { closing, type TouchStage, test } from '../../../helpers/store/touch-stage.ts';

const brush: TouchUpEdit = { by: 'brush', strokes: closing };
const otherEdit: TouchUpEdit = { by: 'brush', strokes: [strokeOf('100,100 120,100', 20)] };

const ruleOf = (kind: RuleKind) => marketplaces[0]!.rules.find(({ asks }) => asks.kind === kind)!;

const listed = async ({ store }: TouchStage, photographId: number) =>
  (await store.photographViews.versions(photographId)).map(({ version, path }) => [version, path]);

test('a version whose file was moved away keeps its name, and is not confused with another one', async ({ stand }) => {
  const { resultId, photographId, result } = await stand.cutOut('a');
  const first = await stand.touch.make(resultId, brush);
  const path = join(stand.out, first.name);
  renameSync(path, join(stand.folder, 'moved.png'));
  const second = await stand.touch.make(resultId, otherEdit);
  expect([second.name, second.id === first.id]).toEqual(['a touched-2.png', false]);
  expect(await listed(stand, photographId)).toEqual([
    [0, result],
    [1, path],
    [2, join(stand.out, 'a touched-2.png')],
  ]);
  expect([first, second].map(({ id }) => stand.store.touchUps.get(id)?.touch)).toEqual([brush, otherEdit]);
  // Removing a version deletes no file of another one.
  await stand.touch.remove(first.id);
  expect([readdirSync(stand.trash), existsSync(join(stand.out, second.name))]).toEqual([[], true]);
  expect(await listed(stand, photographId)).toHaveLength(2);
});

test('a version is checked by the rules of its result, also if a kill left it unlisted', {
  tags: ['long'],
}, async ({ stand }) => {
  const opaquePreset: Marketplace = { ...marketplaces[0]!, rules: [ruleOf('opaque')] };
  stand.store.presets.save({ ...opaquePreset, id: 'own-1', name: 'Our shop', copiedFrom: null });
  const { resultId, photographId, jobId } = await stand.cutOut('a', 'own-1');
  const verdicts = async () =>
    (await stand.store.photographViews.versions(photographId)).map(({ checks }) =>
      checks?.map(({ name, findings }) => [name, ...findings.map(({ passes }) => passes)]),
    );
  const own: FileCheck = { output: 0, marketplace: 'own-1', name: 'Before', findings: [] };
  stand.store.checks.set({ jobId, step: 0, element: '' }, [own]);
  const open = await stand.touch.make(resultId, otherEdit);
  const closed = await stand.touch.make(resultId, brush);
  expect(await verdicts()).toEqual([[['Before']], [['Our shop', false]], [['Our shop', true]]]);
  // A new version may reuse the number of a removed one, but not its verdict.
  await stand.touch.remove(closed.id);
  const left = join(stand.out, 'left.png');
  copyFileSync(displayPath(stand.store.touchUps.get(open.id)!.path), left);
  const written = { path: left, hash: fileHash(left), bytes: statSync(left).size };
  stand.store.touchUps.note(resultId, written, otherEdit);
  await stand.touch.recoverVersions();
  expect(await verdicts()).toEqual([[['Before']], [['Our shop', false]], [['Our shop', false]]]);
});

test('versions made at once are listed with separate files', { tags: ['long'] }, async ({ stand }) => {
  const { resultId, photographId } = await stand.cutOut('a');
  const touches: TouchUpEdit[] = [brush, otherEdit, { by: 'brush', strokes: [] }];
  const all = Promise.withResolvers<void>();
  let made = 0;
  const together = stand.another({
    place: async (...args) => {
      made += 1;
      if (made === touches.length) all.resolve();
      await all.promise;
      return placeSibling(...args);
    },
  });
  const saved = await Promise.all(touches.map((touch) => together.make(resultId, touch)));
  // They finish in any order.
  expect(new Set((await listed(stand, photographId)).map(([version]) => version))).toEqual(new Set([0, 1, 2, 3]));
  expect(readdirSync(stand.out).filter((name) => name.includes('touched'))).toHaveLength(3);
  for (const [n, { id, name }] of saved.entries())
    expect(stand.store.touchUps.get(id)).toMatchObject({ touch: touches[n], path: join(stand.out, name) });
});

const green = () => sharp({ create: { width: 600, height: 300, channels: 3, background: 'green' } });

test.for([
  { file: 'original', words: /not the photograph this result was made from/ },
  { file: 'result', words: /changed or replaced/ },
] as const)('the $file is not painted with once it is another file', async ({ file, words }, { stand }) => {
  const { resultId, [file]: path } = await stand.cutOut('a');
  const before = readFileSync(path);
  await stand.touch.open(resultId);
  await green().toFile(path);
  const requests = [() => stand.touch.save(resultId, brush), () => stand.touch.open(resultId)];
  for (const ask of requests) await expect(ask()).rejects.toThrow(matchingError(words));
  expect(readdirSync(stand.out)).toEqual(['a.png']);

  writeFileSync(path, before);
  expect((await stand.touch.make(resultId, brush)).name).toBe('a touched.png');
});

test('a photograph found elsewhere is read from there, whatever is in its old location', { tags: ['long'] }, async ({
  stand,
}) => {
  const { resultId, photographId, original } = await stand.cutOut('a');
  const found = join(stand.folder, 'found.jpg');
  copyFileSync(original, found);
  await green().toFile(original);
  stand.store.filePlaces.originalsFound([{ id: photographId, from: original, to: found }]);

  const { name } = await stand.touch.make(resultId, brush);
  const middle = { left: 300, top: 150, width: 1, height: 1 };
  const colorOf = (path: string) => sharp(path).removeAlpha().extract(middle).raw().toBuffer();
  expect(await colorOf(join(stand.out, name))).toEqual(await colorOf(found));
});

test('moved photograph, result and version are used at their new locations once found', {
  tags: ['long'],
}, async ({ stand }) => {
  const { resultId, photographId, original, result } = await stand.cutOut('a');
  const first = await stand.touch.make(resultId, brush);
  const moved = join(stand.folder, 'moved');
  renameSync(stand.card, moved);
  const movedOut = join(stand.folder, 'moved results');
  renameSync(stand.out, movedOut);
  const tools = { store: stand.store, availability: stand.store.availability };
  expect(await relink({ subject: 'photograph', id: photographId }, moved, tools)).toMatchObject({ found: 1 });
  expect(await relink({ subject: 'result', id: resultId }, movedOut, tools)).toMatchObject({ found: 2 });
  expect([original, result].map((path) => existsSync(path))).toEqual([false, false]);
  expect(await stand.touch.open(first.id)).toMatchObject({ ownId: resultId, touch: brush });
  const second = await stand.touch.save(first.id, otherEdit);
  await stand.touch.remove(first.id);
  expect(readdirSync(stand.trash)).toEqual(['a touched.png']);
  expect(await listed(stand, photographId)).toEqual([
    [0, join(movedOut, 'a.png')],
    [2, join(movedOut, second.name)],
  ]);
});

test('removing a version keeps a file that replaced it', async ({ stand }) => {
  const { resultId, photographId } = await stand.cutOut('a');
  const { id, name } = await stand.touch.make(resultId, brush);
  writeFileSync(join(stand.out, name), 'somebody’s own');
  await stand.touch.remove(id);
  expect([readdirSync(stand.trash), readFileSync(join(stand.out, name), 'utf8')]).toEqual([[], 'somebody’s own']);
  expect(await listed(stand, photographId)).toHaveLength(1);
  expect(stand.told).toEqual([
    `The version “a touched.png” was removed from the list. The file with that name in ${stand.out} is now a different file, so it was left in place.`,
  ]);
  expect((await stand.touch.make(resultId, brush)).name).toBe('a touched-2.png');
});

test('removing a version that was added as a photograph keeps its file', {
  tags: ['long'],
}, async ({ stand }) => {
  const { resultId, photographId, jobId } = await stand.cutOut('a');
  const { id, name } = await stand.touch.make(resultId, brush);
  const path = join(stand.out, name);
  const linked = join(stand.folder, 'linked');
  symlinkSync(stand.out, linked);
  const sourcePath = join(linked, name);
  const contentHash = fileHash(path);
  addJobs(stand, [{ ...stand.job(jobId), sourcePath, contentHash, identity: await fileIdentity(sourcePath) }]);
  await stand.touch.remove(id);
  expect([readdirSync(stand.trash), fileHash(path)]).toEqual([[], contentHash]);
  expect(await listed(stand, photographId)).toHaveLength(1);
  expect(stand.told).toEqual([
    `The version “${name}” was removed from the list. Its file in ${stand.out} was also added as a photograph, so it was left in place.`,
  ]);
});

test.for([
  ['n'.repeat(250), 'n'.repeat(232)],
  ['写真'.repeat(41), `${'写真'.repeat(38)}写`],
  ['👩‍👩‍👧'.repeat(13), '👩‍👩‍👧'.repeat(12)],
] as const)('a name that would be too long is cut before “touched”: %s', async ([name, stem], { stand }) => {
  const { resultId } = await stand.cutOut(name);
  expect((await stand.touch.make(resultId, brush)).name).toBe(`${stem} touched.png`);
  expect((await stand.touch.make(resultId, otherEdit)).name).toBe(`${stem} touched-2.png`);
});
