import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { placeFolder } from '../../../../main/pipeline/output/place-folder.ts';
import { recoverFiles } from '../../../../main/pipeline/output/recover-files.ts';
import { asKilledProcess } from '../../../helpers/store/killed-process.ts';
import { type StoreStage, test } from '../../../helpers/store/store-stage.ts';
import { makeSharedFolder, otherGroup } from '../../../helpers/studio/shared-folder.ts';

function placing({ store, folder }: StoreStage) {
  const noted: string[] = [];
  const made = join(folder, 'made');
  mkdirSync(join(made, 'small'), { recursive: true });
  writeFileSync(join(made, 'index.html'), 'page');
  writeFileSync(join(made, 'small', '1.jpg'), 'picture');
  const out = join(folder, 'out');
  mkdirSync(out);
  return {
    ...{ made, out, noted },
    notes: {
      temporaryFiles: store.temporaryFiles,
      note: ({ path }: { path: string }) => noted.push(path) > 0,
      forget: (path: string) => void noted.splice(noted.indexOf(path), 1),
    },
  };
}

test('gives a folder the first free name; each of its files is recorded before it exists', async ({ stage }) => {
  const { made, out, noted, notes } = placing(stage);
  mkdirSync(join(out, 'Anna'));
  writeFileSync(join(out, 'Anna-2'), 'somebody’s');
  const note = (file: { path: string }) => {
    expect(existsSync(file.path)).toBe(false);
    return notes.note(file);
  };
  const path = await placeFolder(made, join(out, 'Anna'), { ...notes, note });
  expect(path).toBe(join(out, 'Anna-3'));
  expect(readFileSync(join(path, 'small', '1.jpg'), 'utf8')).toBe('picture');
  expect([...noted].sort()).toEqual([join(path, 'index.html'), join(path, 'small', '1.jpg')]);
  expect(readdirSync(out).sort()).toEqual(['Anna', 'Anna-2', 'Anna-3']);
  expect([existsSync(made), stage.store.temporaryFiles.list()]).toEqual([false, []]);
});

test.skipIf(otherGroup === null)('in a group’s shared folder, all contents belong to that group', async ({ stage }) => {
  const { made, out, notes } = placing(stage);
  makeSharedFolder(out);
  const path = await placeFolder(made, join(out, 'Anna'), notes);
  for (const name of ['', 'index.html', 'small', 'small/1.jpg']) {
    const entry = statSync(join(path, name));
    expect([name, entry.gid]).toEqual([name, otherGroup]);
    if (entry.isDirectory()) expect(entry.mode & 0o2000).toBe(0o2000);
  }
  expect(readFileSync(join(path, 'small', '1.jpg'), 'utf8')).toBe('picture');
  expect([readdirSync(out), stage.store.temporaryFiles.list()]).toEqual([['Anna'], []]);
});

test('a failure leaves no files and no records', async ({ stage }) => {
  const { made, out, noted, notes } = placing(stage);
  const note = () => {
    throw Object.assign(new Error('no more'), { code: 'ENOSPC' });
  };
  await expect(placeFolder(made, join(out, 'Anna'), { ...notes, note })).rejects.toThrow();
  expect([readdirSync(out), noted, stage.store.temporaryFiles.list()]).toEqual([[], [], []]);
});

test('the next process removes files that a kill left partially named', async ({ stage }) => {
  const { out } = placing(stage);
  const left = join(out, '.burnish-01234567-89ab-4cde-8f01-23456789abcd.folder');
  mkdirSync(join(left, 'small'), { recursive: true });
  writeFileSync(join(left, 'small', '1.jpg'), 'half');
  await asKilledProcess(stage.folder, (store) => store.temporaryFiles.add(left));
  await recoverFiles(stage.store);
  expect([readdirSync(out), stage.store.temporaryFiles.list()]).toEqual([[], []]);
});
