/** Finished originals move to a sibling folder "Done", and back; a kill in between loses no file. */
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect } from 'vitest';
import { excludedCode } from '../../../../contract/jobs/job.ts';
import { UserFacingError } from '../../../../contract/messages/message.ts';
import { recoverFiles } from '../../../../main/pipeline/output/recover-files.ts';
import { moveBack, moveToDone } from '../../../../main/review/originals/move-originals.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { asKilledProcess } from '../../../helpers/store/killed-process.ts';
import { runSql } from '../../../helpers/store/own-folder.ts';
import { type FinishedPhotograph, type ReviewStage, test } from '../../../helpers/store/review-stage.ts';

const course = { onProgress: () => undefined, signal: new AbortController().signal };
const idsOf = (photographs: readonly FinishedPhotograph[]) => photographs.map(({ photographId }) => photographId);
const go = async ({ store }: ReviewStage, ...of: FinishedPhotograph[]) =>
  (await moveToDone(idsOf(of), store, course)).report;
const back = async ({ store }: ReviewStage, ...of: FinishedPhotograph[]) =>
  (await moveBack(idsOf(of), store, course)).report;
const xmp = (of: string) => of.replace(/\.\w+$/, '.xmp');
const hashOf = ({ store }: ReviewStage, { photographId }: FinishedPhotograph) =>
  store.movedOriginals.toMove([photographId])[0]?.hash ?? '';
const inDone = (original: string) => join(dirname(original), 'Done', basename(original));
const foundOf = ({ store }: ReviewStage, { photographId }: FinishedPhotograph) =>
  store.filePlaces.originals([photographId])[0]?.foundPath;

test('moves an original with its XMP files, finds it there, and moves it back', async ({ review }) => {
  const photograph = await review.finished('one');
  const { original } = photograph;
  writeFileSync(xmp(original), 'stars');
  writeFileSync(`${original}.xmp`, 'more');
  const content = readFileSync(original);
  expect(await go(review, photograph)).toMatchObject({ moved: 1, failedCount: 0 });
  const moved = inDone(original);
  expect([existsSync(original), readFileSync(moved).equals(content)]).toEqual([false, true]);
  expect(readdirSync(dirname(moved)).sort()).toEqual(['one.jpg', 'one.jpg.xmp', 'one.xmp']);
  expect(foundOf(review, photograph)).toBe(moved);
  expect(await go(review, photograph)).toMatchObject({ moved: 0, there: 1 });

  expect(await back(review, photograph)).toMatchObject({ moved: 1, failedCount: 0 });
  expect([existsSync(moved), readFileSync(original).equals(content)]).toEqual([false, true]);
  expect(readFileSync(xmp(original), 'utf8')).toBe('stars');
  expect(foundOf(review, photograph)).toBeNull();
});

test('removes a folder “Done” that it created, once it is empty, and no other', async ({ review }) => {
  const [one, two] = [await review.finished('one'), await review.finished('two')];
  const done = dirname(inDone(one.original));
  await go(review, one, two);
  await back(review, one);
  expect(readdirSync(done)).toEqual([basename(two.original)]);
  await back(review, two);
  expect(existsSync(done)).toBe(false);
  await go(review, one);
  writeFileSync(join(done, 'notes.txt'), 'of the user');
  await back(review, one);
  expect(readdirSync(done)).toEqual(['notes.txt']);
  const three = await review.finished('other/three');
  const usersFolder = dirname(inDone(three.original));
  mkdirSync(usersFolder);
  await go(review, three);
  await back(review, three);
  expect(readdirSync(usersFolder)).toEqual([]);
});

test('overwrites no file, there and back', async ({ review }) => {
  const photograph = await review.finished('one');
  const moved = inDone(photograph.original);
  mkdirSync(dirname(moved));
  writeFileSync(moved, 'somebody’s own');
  await go(review, photograph);
  expect(readFileSync(moved, 'utf8')).toBe('somebody’s own');
  expect(foundOf(review, photograph)).toBe(moved.replace(/(\.\w+)$/, '-2$1'));
  writeFileSync(photograph.original, 'another one');
  const report = await back(review, photograph);
  expect(messageText(report.failed[0]!)).toContain('now contains another “one.jpg”, so the original stays in “Done”');
  expect(readFileSync(photograph.original, 'utf8')).toBe('another one');
});

test('uses a name that is free for the XMP file too', async ({ review }) => {
  const photograph = await review.finished('one');
  const moved = inDone(photograph.original);
  writeFileSync(xmp(photograph.original), 'its own');
  mkdirSync(dirname(moved));
  writeFileSync(xmp(moved), 'of another');
  await go(review, photograph);
  const numbered = moved.replace(/(\.\w+)$/, '-2$1');
  expect([existsSync(numbered), readFileSync(xmp(numbered), 'utf8'), readFileSync(xmp(moved), 'utf8')]).toEqual([
    true,
    'its own',
    'of another',
  ]);
});

test('unfinished, replaced and missing originals stay, and are reported', async ({ review, stage }) => {
  const open = await review.finished('open');
  const changed = await review.finished('changed');
  const gone = await review.finished('gone');
  stage.store.jobs.addAgain([open.jobId], null);
  writeFileSync(changed.original, 'cropped by somebody');
  rmSync(gone.original);
  const report = await go(review, open, changed, gone);
  expect(report).toMatchObject({ moved: 0, notDone: 1, failedCount: 2 });
  expect(report.failed.map(messageText).join('\n')).toMatch(
    /no longer the file that was processed[\s\S]*no longer in the folder it was added from/,
  );
  expect(existsSync(join(review.card, 'Done', basename(open.original)))).toBe(false);
});

test('a photograph excluded by its recipe is not finished', async ({ review }) => {
  const photograph = await review.finished('one');
  runSql(review.folder, `UPDATE jobs SET error = '${JSON.stringify({ code: excludedCode })}'`);
  expect(await go(review, photograph)).toMatchObject({ moved: 0, notDone: 1 });
  expect(existsSync(photograph.original)).toBe(true);
});

test('an XMP file that another photograph of that name needs stays', async ({ review }) => {
  const photograph = await review.finished('one');
  writeFileSync(photograph.original.replace(/\.\w+$/, '.CR3'), 'raw');
  writeFileSync(xmp(photograph.original), 'of both');
  await go(review, photograph);
  expect(existsSync(xmp(photograph.original))).toBe(true);
});

test('a move killed between the two names is finished, and one before them forgotten', async ({ review }) => {
  const first = await review.finished('one');
  const second = await review.finished('two');
  const { fileMoves } = review.store;
  const noted = (each: FinishedPhotograph, kind: 'done' | 'back') => {
    const names = [each.original, inDone(each.original)] as const;
    const [from, to] = kind === 'done' ? names : names.toReversed();
    return { kind, subject: each.photographId, from: from!, to: to!, hash: hashOf(review, each), sidecars: [] };
  };
  await asKilledProcess(review.folder, (store) => {
    for (const each of [first, second]) store.fileMoves.begin(noted(each, 'done'));
    mkdirSync(join(review.card, 'Done'));
    linkSync(first.original, inDone(first.original));
  });
  expect(() => fileMoves.assertIdle(noted(first, 'back'))).toThrow(UserFacingError);
  expect(await recoverFiles(review.store)).toEqual([]);
  expect([existsSync(first.original), existsSync(inDone(first.original)), foundOf(review, first)]).toEqual([
    false,
    true,
    inDone(first.original),
  ]);
  expect([existsSync(second.original), foundOf(review, second)]).toEqual([true, null]);
  expect(review.store.unfinished.list()).toEqual({ temporaries: [], moves: [] });
  await asKilledProcess(review.folder, (store) => {
    store.fileMoves.begin(noted(first, 'back'));
    linkSync(inDone(first.original), first.original);
  });
  await recoverFiles(review.store);
  expect([existsSync(first.original), existsSync(inDone(first.original))]).toEqual([true, false]);
});

test('an original stays in “Done” with its XMP file if that cannot go back', async ({ review }) => {
  const photograph = await review.finished('one');
  writeFileSync(xmp(photograph.original), 'its own');
  await go(review, photograph);
  writeFileSync(xmp(photograph.original), 'of another');
  const report = await back(review, photograph);
  expect(messageText(report.failed[0]!)).toContain(`now contains another “${basename(xmp(photograph.original))}”`);
  const moved = inDone(photograph.original);
  expect([existsSync(moved), readFileSync(xmp(moved), 'utf8')]).toEqual([true, 'its own']);
  expect([existsSync(photograph.original), readFileSync(xmp(photograph.original), 'utf8')]).toEqual([
    false,
    'of another',
  ]);
});

test('an original that another process is moving is a failure, there and back', async ({ review }) => {
  const photograph = await review.finished('one');
  const { original: from, photographId: subject } = photograph;
  const move = {
    kind: 'done',
    subject,
    from,
    to: inDone(from),
    hash: hashOf(review, photograph),
    sidecars: [],
  } as const;
  review.second().fileMoves.begin(move);
  for (const move of [go, back]) expect(await move(review, photograph)).toMatchObject({ moved: 0, failedCount: 1 });
  expect(existsSync(from)).toBe(true);
});

test('a watch folder recognizes moved originals', async ({ review }) => {
  const photograph = await review.finished('one');
  const hash = hashOf(review, photograph);
  await go(review, photograph);
  expect(review.store.movedOriginals.isMovedTo(inDone(photograph.original), hash)).toBe(true);
  expect(review.store.movedOriginals.isMovedTo(photograph.original, hash)).toBe(false);
});
