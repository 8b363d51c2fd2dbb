import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openStore } from '../../../../main/store/index.ts';
import { test } from '../../../helpers/store/store-stage.ts';

test('sweeps what a kill has left, and no folder in use', async ({ stage }) => {
  const { scratch, workFolder } = stage.store;
  const left = [join(workFolder, 'touching', 'save-killed'), join(workFolder, 'faces', 'one-killed')];
  for (const folder of left) mkdirSync(folder, { recursive: true });
  const mine = join(workFolder, '17');
  mkdirSync(mine);
  // Another process is saving.
  const otherStore = openStore({ folder: stage.folder });
  const busy = await otherStore.scratch.make('touching');
  writeFileSync(join(busy.path, 'half'), 'half');
  await scratch.sweep();
  expect(existsSync(join(busy.path, 'half'))).toBe(true);
  await busy.remove();
  expect(existsSync(busy.path)).toBe(false);
  await scratch.sweep();
  expect([...left, mine].map((path) => existsSync(path))).toEqual([false, false, true]);
  expect(readdirSync(workFolder).filter((name) => /touching|faces|swept/.test(name))).toEqual([]);
  // A sweep does not prevent later work.
  const again = await scratch.make('faces');
  expect(readdirSync(again.path)).toEqual([]);
  await again.remove();
  otherStore.close();
});

test('folders of one process are separate, and a sweep waits for the last of them', async ({ stage }) => {
  const { scratch } = stage.store;
  const [one, two] = [await scratch.make('touching'), await scratch.make('touching')];
  expect(one.path).not.toBe(two.path);
  await one.remove();
  await scratch.sweep();
  expect([existsSync(one.path), existsSync(two.path)]).toEqual([false, true]);
  await two.remove();
});

test('resumes a sweep that was killed half-way', async ({ stage }) => {
  const { scratch, workFolder } = stage.store;
  const half = join(workFolder, 'swept-00000000-0000-4000-8000-000000000000');
  mkdirSync(half);
  await scratch.sweep();
  expect(existsSync(half)).toBe(false);
});
