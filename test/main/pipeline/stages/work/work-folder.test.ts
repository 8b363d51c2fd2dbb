import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from 'vitest';
import {
  makeWorkFolder,
  moveIntoFolder,
  readNote,
  removeNote,
  removeWorkFolder,
  type WorkFolder,
  workFolder,
  writeNote,
} from '../../../../../main/pipeline/stages/work/work-folder.ts';

const test = base.extend<{ root: string; folder: WorkFolder }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest needs the pattern.
  root: async ({}, use) => {
    const path = mkdtempSync(join(tmpdir(), 'burnish-work-'));
    await use(path);
    rmSync(path, { recursive: true, force: true });
  },
  folder: async ({ root }, use) => use(workFolder(root, { id: 7, sourcePath: '/photos/a.jpg' })),
});

async function putSource(folder: WorkFolder): Promise<void> {
  writeFileSync(folder.part, 'photograph');
  await moveIntoFolder(folder, folder.part, folder.source);
}

test('a work folder is created once', async ({ folder }) => {
  expect(await makeWorkFolder(folder)).toBe(true);
  expect(await makeWorkFolder(folder)).toBe(false);
  rmSync(folder.path, { recursive: true });
  expect(await makeWorkFolder(folder)).toBe(true);
});

test('a work folder is created with its parent folders', async ({ root }) => {
  const folder = workFolder(join(root, 'work'), { id: 7, sourcePath: '/photos/a.jpg' });
  expect(await makeWorkFolder(folder)).toBe(true);
  await putSource(folder);
});

test.for([
  ['that it knows', () => undefined],
  ['of a killed process', (folder: WorkFolder) => writeFileSync(join(folder.scratch, 'upload-1'), 'left')],
  ['in a subfolder', (folder: WorkFolder) => mkdirSync(join(folder.path, 'step-1'))],
  ['of which one is gone', (folder: WorkFolder) => rmSync(folder.source)],
] as const)('a work folder is removed with files %s', async ([, change], { root, folder }) => {
  await makeWorkFolder(folder);
  await putSource(folder);
  change(folder);
  await removeWorkFolder(root, 7);
  expect(existsSync(folder.path)).toBe(false);
});

test('a work folder of another process is removed', async ({ root, folder }) => {
  mkdirSync(join(folder.path, 'source'), { recursive: true });
  writeFileSync(folder.source, 'photograph');
  await makeWorkFolder(folder);
  await removeWorkFolder(root, 7);
  expect(existsSync(folder.path)).toBe(false);
});

test('a note is read back, until it is removed', async ({ folder }) => {
  await makeWorkFolder(folder);
  expect(readNote(folder, 'a.json')).toBe(null);
  await writeNote(folder, 'a.json', '{}');
  expect(readNote(folder, 'a.json')).toBe('{}');
  removeNote(folder, 'a.json');
  expect([readNote(folder, 'a.json'), existsSync(join(folder.path, 'a.json'))]).toEqual([null, false]);
});

test('a note of another process is read and removed', async ({ folder }) => {
  mkdirSync(folder.path);
  writeFileSync(join(folder.path, 'a.json'), '{}');
  await makeWorkFolder(folder);
  expect(readNote(folder, 'a.json')).toBe('{}');
  removeNote(folder, 'a.json');
  expect(readNote(folder, 'a.json')).toBe(null);
});
