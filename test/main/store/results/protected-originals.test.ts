/** Originals are protected under any name, and after a move. */
import { copyFileSync, linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { fingerprint } from '../../../../main/files/content-hash.ts';
import { fileIdentity } from '../../../../main/files/file-identity.ts';
import { paperJob, recipeOf } from '../../../helpers/queue/queue-stage.ts';
import { type StoreStage, test } from '../../../helpers/store/store-stage.ts';

const at = (stage: StoreStage, ...name: string[]) => join(stage.folder, 'photographs', ...name);

/** Adds a photograph and returns its path. */
async function takenIn(stage: StoreStage, name = 'a.jpg'): Promise<string> {
  mkdirSync(at(stage), { recursive: true });
  const path = at(stage, name);
  writeFileSync(path, `content of ${name}`);
  const [print, identity] = [await fingerprint(path), await fileIdentity(path)];
  const item = paperJob(name, recipeOf('smart-beauty'), { sourcePath: path, contentHash: print!.hash, identity });
  stage.store.jobs.add({ title: name, origin: 'drop', folderId: null }, [item]);
  return path;
}

const written = async (stage: StoreStage, path: string) =>
  stage.store.writtenFiles.add({ path, ...(await fingerprint(path))! }, { jobId: 1, step: 0, element: '' });

test('protects a photograph through a link to its folder, a second name, or a later name', async ({ stage }) => {
  const { isOriginal } = stage.store.originals;
  const path = await takenIn(stage);
  const linked = join(stage.folder, 'linked');
  symlinkSync(at(stage), linked);
  linkSync(path, at(stage, 'second name.jpg'));
  for (const each of [path, join(linked, 'a.jpg'), at(stage, 'second name.jpg')])
    expect(await isOriginal(each), each).toBe(true);
  renameSync(path, at(stage, 'renamed.jpg'));
  rmSync(at(stage, 'second name.jpg'));
  expect(await isOriginal(at(stage, 'renamed.jpg'))).toBe(true);
  writeFileSync(at(stage, 'other.jpg'), 'something else');
  expect(await isOriginal(at(stage, 'other.jpg'))).toBe(false);
});

test('protects a copy if the photograph is no longer where it was added', async ({ stage }) => {
  const { isOriginal } = stage.store.originals;
  const path = await takenIn(stage);
  const copy = join(stage.folder, 'copy.jpg');
  copyFileSync(path, copy);
  expect(await isOriginal(copy)).toBe(false);
  writeFileSync(path, 'another picture by now');
  expect(await isOriginal(copy)).toBe(true);
  rmSync(path);
  expect(await isOriginal(copy)).toBe(true);
});

test('protects a photograph through any link to where the user has found it', async ({ stage }) => {
  const { store } = stage;
  const path = await takenIn(stage);
  const archive = join(stage.folder, 'archive');
  mkdirSync(archive);
  copyFileSync(path, join(archive, 'a.jpg'));
  symlinkSync(archive, join(stage.folder, 'linked'));
  rmSync(path);
  store.filePlaces.originalsFound([{ id: 1, from: path, to: join(stage.folder, 'linked', 'a.jpg') }]);
  expect(await store.originals.isOriginal(join(archive, 'a.jpg'))).toBe(true);
});

test('protects a reference of a recipe, even if no job has used it', async ({ stage }) => {
  const { store } = stage;
  const brows = join(stage.folder, 'brows.jpg');
  writeFileSync(brows, 'brows');
  symlinkSync(brows, join(stage.folder, 'link.jpg'));
  const steps = [{ operation: 'ai-eyebrows', reference: join(stage.folder, 'link.jpg') }] as const;
  store.recipes.save({ ...recipeOf(steps), id: 'brows' });
  expect(await store.originals.isOriginal(brows)).toBe(true);
});

test('does not protect a result, even if it reuses the file id of a deleted photograph', async ({ stage }) => {
  const { isOriginal } = stage.store.originals;
  const path = await takenIn(stage);
  const result = join(stage.folder, 'result.png');
  renameSync(path, result);
  // In place, so that it keeps the number.
  writeFileSync(result, 'a result');
  expect(await isOriginal(result)).toBe(true);
  await written(stage, result);
  expect(await isOriginal(result)).toBe(false);
});
