import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { fileAvailability } from '../../../../main/files/file-availability.ts';
import { relink } from '../../../../main/review/offline/relink.ts';
import type { PreviewSubject } from '../../../../main/store/index.ts';
import { fileHash } from '../../../helpers/store/export-stage.ts';
import { type FinishedPhotograph, type ReviewStage, test } from '../../../helpers/store/review-stage.ts';

const find = ({ store }: ReviewStage, of: PreviewSubject, folder: string) =>
  relink(of, folder, { store, availability: fileAvailability() });
const ofResult = (id: number) => ({ subject: 'result', id }) as const;
async function several<Names extends readonly string[]>(review: ReviewStage, ...names: Names) {
  const made: FinishedPhotograph[] = [];
  for (const name of names) made.push(await review.finished(name));
  return made as unknown as { [Name in keyof Names]: FinishedPhotograph };
}

test('finds the results of a moved folder and its subfolders, and uses them everywhere', async ({ review }) => {
  const { store, folder, out } = review;
  const [a, b] = [await review.finished('a'), await review.finished('day 1/b')];
  const to = join(folder, 'archive', '2026');
  mkdirSync(join(folder, 'archive'));
  renameSync(out, to);
  expect(await find(review, ofResult(a.resultId), to)).toEqual({ from: out, to, found: 2, missing: 0, different: 0 });
  const paths = [a, b].map(({ resultId }) => store.filePlaces.pathsOf(ofResult(resultId))[0]!);
  expect(paths).toEqual([join(to, 'a.png'), join(to, 'day 1', 'b.png')]);
  const known = [a, b].map(({ jobId }) => store.writtenFiles.ofResult({ jobId, step: 0, element: '' }));
  expect(known.map(([file]) => file?.path)).toEqual(paths);
  expect(await store.results.get(b.resultId)).toMatchObject({ present: true });
});

test('finds additional files of results with them, also in a separate folder', async ({ review }) => {
  const { store, folder, out } = review;
  const a = await review.finished('a');
  const web = join(out, 'web', 'a-web.jpg');
  mkdirSync(join(out, 'web'));
  writeFileSync(web, 'small');
  const hash = fileHash(web);
  const of = { jobId: a.jobId, step: 0, element: '' };
  store.writtenFiles.add({ path: web, hash, bytes: 5 }, { ...of, output: 1 });
  store.remadeFiles.list(of, { output: 1, path: web, width: 4, height: 3, bytes: 5 }, store.jobs.get(a.jobId)!.recipe);
  const to = join(folder, 'moved');
  renameSync(out, to);
  expect(await find(review, ofResult(a.resultId), to)).toMatchObject({ found: 2, missing: 0 });
  const [row] = await store.results.ofJob(a.jobId);
  expect(row).toMatchObject({
    path: join(to, 'a.png'),
    further: [{ path: join(to, 'web', 'a-web.jpg'), present: true }],
  });
});

test('recognizes the moved folder by a file in a subfolder', async ({ review }) => {
  const { folder, out } = review;
  await review.finished('a');
  const b = await review.finished('day 1/b');
  const to = join(folder, 'moved');
  renameSync(out, to);
  expect(await find(review, ofResult(b.resultId), to)).toMatchObject({ from: out, found: 2 });
});

test('finds files sorted into other folders by name, and tells two of one name apart', async ({ review }) => {
  const { store, folder } = review;
  const [a, twin] = [await review.finished('a'), await review.finished('day 1/a')];
  const to = join(folder, 'sorted');
  for (const name of ['x', 'y']) mkdirSync(join(to, name), { recursive: true });
  renameSync(a.result, join(to, 'x', 'a.png'));
  renameSync(twin.result, join(to, 'y', 'a.png'));
  expect(await find(review, ofResult(a.resultId), to)).toMatchObject({ found: 2, missing: 0 });
  const paths = [a, twin].map(({ resultId }) => store.filePlaces.pathsOf(ofResult(resultId))[0]);
  expect(paths).toEqual([join(to, 'x', 'a.png'), join(to, 'y', 'a.png')]);
});

test('skips files with other content, missing files, and files that were never moved', async ({ review }) => {
  const { store, folder, out } = review;
  const [a, b, c, d] = await several(review, 'a', 'b', 'c', 'd');
  const to = join(folder, 'moved');
  mkdirSync(to);
  renameSync(a.result, join(to, 'a.png'));
  rmSync(b.result);
  // Other content of the same size.
  writeFileSync(join(to, 'b.png'), Buffer.alloc(readFileSync(a.result.replace(out, to)).length));
  rmSync(c.result);
  copyFileSync(d.result, join(to, 'd.png'));
  expect(await find(review, ofResult(a.resultId), to)).toEqual({ from: out, to, found: 1, missing: 1, different: 1 });
  for (const { resultId, result } of [b, c, d]) expect(store.filePlaces.pathsOf(ofResult(resultId))).toEqual([result]);
});

test('finds originals for display, and keeps their identity', async ({ review }) => {
  const { store, folder, card } = review;
  const [a, b] = [await review.finished('a'), await review.finished('DCIM/b')];
  const to = join(folder, 'archive');
  renameSync(card, to);
  const of = { subject: 'photograph', id: b.photographId } as const;
  expect(await find(review, of, to)).toEqual({ from: card, to, found: 2, missing: 0, different: 0 });
  expect(store.filePlaces.originals([a.photographId, b.photographId])).toEqual([
    { photographId: a.photographId, sourcePath: a.original, foundPath: join(to, 'a.jpg') },
    { photographId: b.photographId, sourcePath: b.original, foundPath: join(to, 'DCIM', 'b.jpg') },
  ]);
  expect(review.job(a.jobId).sourcePath).toBe(a.original);
});

test('finds originals although others are in their old locations, and skips mere copies', async ({ review }) => {
  const { store, folder, card } = review;
  const [a, b, c, d] = await several(review, 'a', 'b', 'c', 'd');
  const to = join(folder, 'archive');
  mkdirSync(to);
  for (const name of ['a.jpg', 'b.jpg']) renameSync(join(card, name), join(to, name));
  copyFileSync(c.original, join(to, 'c.jpg'));
  // The card is reused, so its file names restart. Only the name of d remains.
  writeFileSync(b.original, Buffer.alloc(readFileSync(join(to, 'b.jpg')).length));
  writeFileSync(d.original, 'another photograph');
  const of = { subject: 'photograph', id: a.photographId } as const;
  expect(await find(review, of, to)).toEqual({ from: card, to, found: 2, missing: 0, different: 0 });
  const places = [a, b, c, d].map(({ photographId }) =>
    store.filePlaces.pathsOf({ subject: 'photograph', id: photographId }),
  );
  expect(places).toEqual([
    [join(to, 'a.jpg'), a.original],
    [join(to, 'b.jpg'), b.original],
    [c.original],
    [d.original],
  ]);
  // After another move, the search still starts from the folder it was added from.
  renameSync(to, join(folder, 'elsewhere'));
  expect(await find(review, of, join(folder, 'elsewhere'))).toMatchObject({ from: card, found: 2 });
});

test('skips a result that was changed in its folder', async ({ review }) => {
  const { store, folder, out } = review;
  const [a, b] = [await review.finished('a'), await review.finished('b')];
  const to = join(folder, 'backup');
  mkdirSync(to);
  renameSync(a.result, join(to, 'a.png'));
  copyFileSync(b.result, join(to, 'b.png'));
  writeFileSync(b.result, 'retouched elsewhere');
  expect(await find(review, ofResult(a.resultId), to)).toEqual({ from: out, to, found: 1, missing: 0, different: 0 });
  expect(store.filePlaces.pathsOf(ofResult(b.resultId))).toEqual([b.result]);
});

test('finds nothing in the wrong folder, and nothing for an unknown item', async ({ review }) => {
  const { store, folder, out } = review;
  const a = await review.finished('a');
  rmSync(a.result);
  const to = join(folder, 'empty');
  mkdirSync(to);
  expect(await find(review, ofResult(a.resultId), to)).toEqual({ from: out, to, found: 0, missing: 1, different: 0 });
  expect(store.filePlaces.pathsOf(ofResult(a.resultId))).toEqual([a.result]);
  expect(await find(review, ofResult(999), to)).toBeNull();
});
