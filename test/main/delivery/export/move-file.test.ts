/** Results moved by an export: after a kill, the next export resumes and leaves no duplicate file. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import { UserFacingError } from '../../../../contract/messages/message.ts';
import { moveFile } from '../../../../main/delivery/export/move-file.ts';
import { fileIdentity } from '../../../../main/files/file-identity.ts';
import { displayPath } from '../../../../main/files/stored-path.ts';
import { placeSibling } from '../../../../main/pipeline/output/place-sibling.ts';
import { recoverFiles } from '../../../../main/pipeline/output/recover-files.ts';
import type { Store, WrittenFile } from '../../../../main/store/index.ts';
import { paperJob, recipeOf } from '../../../helpers/queue/queue-stage.ts';
import { fileHash } from '../../../helpers/store/export-stage.ts';
import { asKilledProcess } from '../../../helpers/store/killed-process.ts';
import { type FinishedPhotograph, type ReviewStage, test } from '../../../helpers/store/review-stage.ts';

const killed = new Error('killed');

function handed({ folder }: ReviewStage): string {
  mkdirSync(join(folder, 'handed'), { recursive: true });
  return join(folder, 'handed');
}

/** Moves a photograph's result to the export folder; repeatable. */
const move = (review: ReviewStage, photograph: FinishedPhotograph) => moveWith(review.store, review, photograph, null);

/** Begins the move in a process that ends once the new file is `noted` in the database, or `named` on the disk. */
const killedMove = (review: ReviewStage, photograph: FinishedPhotograph, at: 'noted' | 'named') =>
  expect(asKilledProcess(review.folder, (store) => moveWith(store, review, photograph, at))).rejects.toBe(killed);

async function moveWith(
  store: Store,
  review: ReviewStage,
  { resultId }: FinishedPhotograph,
  kill: 'noted' | 'named' | null,
): Promise<WrittenFile> {
  const [path] = store.filePlaces.pathsOf({ subject: 'result', id: resultId });
  const place: typeof placeSibling = async (finished, wanted, notes) => {
    const note = (file: WrittenFile) => {
      const isNoted = notes.note(file);
      if (kill === 'noted') throw killed;
      return isNoted;
    };
    const file = await placeSibling(finished, wanted, { ...notes, note });
    if (kill === 'named') throw killed;
    return file;
  };
  const scratch = await store.scratch.make('exporting');
  const item = { version: { id: resultId }, path } as unknown as Parameters<typeof moveFile>[0];
  const to = { folder: handed(review), name: basename(displayPath(path!), '.png') };
  const tools = { store, place, scratch: scratch.path, signal: new AbortController().signal };
  try {
    return await moveFile(item, to, tools);
  } finally {
    await scratch.remove();
  }
}

const places = (review: ReviewStage) => ({ out: readdirSync(review.out), handed: readdirSync(handed(review)) });

test('a move that was killed between the names is finished, and repeating it adds nothing', async ({ review }) => {
  const photograph = await review.finished('one');
  const content = fileHash(photograph.result);
  await killedMove(review, photograph, 'named');
  expect(places(review)).toEqual({ out: ['one.png'], handed: ['one.png'] });
  await recoverFiles(review.store);
  const moved = join(handed(review), 'one.png');
  const finished = async () => {
    expect(places(review)).toEqual({ out: [], handed: ['one.png'] });
    expect(fileHash(moved)).toBe(content);
    expect(await review.store.results.get(photograph.resultId)).toMatchObject({ path: moved, present: true });
    expect(review.store.unfinished.list().moves).toEqual([]);
  };
  await finished();
  expect(await move(review, photograph)).toMatchObject({ path: moved, hash: content });
  await finished();
});

test('a move that was killed before the second name is forgotten, and the name is free', async ({ review }) => {
  const photograph = await review.finished('one');
  await killedMove(review, photograph, 'noted');
  expect(review.store.unfinished.list().moves).toHaveLength(1);
  await recoverFiles(review.store);
  expect(places(review)).toEqual({ out: ['one.png'], handed: [] });
  expect(review.store.unfinished.list().moves).toEqual([]);
  await move(review, photograph);
  expect(places(review)).toEqual({ out: [], handed: ['one.png'] });
});

test('the first name stays if it is another file now', async ({ review }) => {
  const first = await review.finished('one');
  const second = await review.finished('two');
  for (const each of [first, second]) await killedMove(review, each, 'named');
  rmSync(first.result);
  writeFileSync(first.result, 'somebody’s own');
  // The result's old path now links to the moved file.
  rmSync(second.result);
  symlinkSync(join(handed(review), 'two.png'), second.result);
  await recoverFiles(review.store);
  expect(readFileSync(first.result, 'utf8')).toBe('somebody’s own');
  expect(places(review).handed).toEqual(['one.png', 'two.png']);
  expect(existsSync(second.result)).toBe(true);
});

test('a result that was added as a photograph stays, because it is an original', async ({ review }) => {
  const photograph = await review.finished('one');
  const added = { sourcePath: photograph.result, contentHash: fileHash(photograph.result) };
  const identity = await fileIdentity(photograph.result);
  review.store.jobs.add({ title: 'again', origin: 'drop', folderId: null }, [
    paperJob('again', recipeOf('smart-beauty'), { ...added, identity }),
  ]);

  await expect(move(review, photograph)).rejects.toThrow(UserFacingError);

  expect(places(review)).toEqual({ out: ['one.png'], handed: [] });
});

test('another program’s file and a removed second name are left alone', async ({ review }) => {
  const photograph = await review.finished('one');
  writeFileSync(join(handed(review), 'one.png'), 'somebody’s own');
  await killedMove(review, photograph, 'named');
  rmSync(join(handed(review), 'one-2.png'));
  await recoverFiles(review.store);
  expect(places(review)).toEqual({ out: ['one.png'], handed: ['one.png'] });
  await move(review, photograph);
  await move(review, photograph);
  expect(places(review)).toEqual({ out: [], handed: ['one-2.png', 'one.png'] });
});
