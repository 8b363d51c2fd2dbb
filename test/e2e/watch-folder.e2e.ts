import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { addWatchFolder } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const root = join(import.meta.dirname, '../..');
const samples = join(root, 'assets/samples');

const window = stageWindow('watch');
const { at, id } = window;
const watched = at('tethered');

beforeAll(async () => {
  mkdirSync(watched);
  await window.open();
  await window.useService();
});

/** Writes a file in chunks over `ms`, as a slow card or a tethered camera does. */
async function copySlowly(from: string, to: string, ms: number): Promise<void> {
  const bytes = readFileSync(from);
  const chunks = 8;
  const file = await open(to, 'w');
  for (let index = 0; index < chunks; index += 1) {
    const start = Math.floor((bytes.length * index) / chunks);
    const end = Math.floor((bytes.length * (index + 1)) / chunks);
    await file.write(bytes.subarray(start, end));
    await window.page.waitForTimeout(ms / chunks);
  }
  await file.close();
}

it('is added on the Folders screen', async () => {
  await addWatchFolder(window, watched);
  expect((await window.snapshot()).folders.map(({ path }) => path)).toEqual([watched]);
});

it('adds each photograph once, after it is complete', async () => {
  await Promise.all([
    copySlowly(join(samples, 'astronaut.png'), join(watched, 'one.png'), 4000),
    copySlowly(join(samples, 'camera.png'), join(watched, 'two.png'), 3000),
  ]);
  const jobs = await window.atRest(2);
  expect(
    jobs.map(({ name, state, attempts }) => ({ name, state, attempts })).sort((a, b) => a.name.localeCompare(b.name)),
  ).toEqual([
    { name: 'one.png', state: 'done', attempts: 1 },
    { name: 'two.png', state: 'done', attempts: 1 },
  ]);
});

it('writes into the watched folder and does not add its own results', async () => {
  const results = readdirSync(join(watched, 'Burnish'));
  expect(results.sort()).toEqual(['one-Portrait cutout.png', 'two-Portrait cutout.png']);
  // A result moved into the watched folder is still recognized, so the next photograph is the third.
  copyFileSync(join(watched, 'Burnish', 'one-Portrait cutout.png'), join(watched, 'moved.png'));
});

it('gives a copy under another name a finished photograph of its own, without repeating the work', async () => {
  copyFileSync(join(samples, 'astronaut.png'), join(watched, 'one again.png'));
  const jobs = await window.atRest(3);
  const [one, copy] = ['one.png', 'one again.png'].map((name) => jobs.find((job) => job.name === name));
  expect(copy).toMatchObject({ state: 'done', follows: one?.id });
  expect(existsSync(join(watched, 'Burnish', 'one again-Portrait cutout.png'))).toBe(true);
  await id('nav-folders').click();
  await window.page.getByText('3 of 3 done').waitFor();
});

it('reports a missing folder, and resumes when it returns', async () => {
  const away = at('away');
  renameSync(watched, away);
  await expect.poll(async () => (await window.snapshot()).folderStatus[0]?.condition).toBe('gone');
  await id('nav-folders').click();
  await expect.poll(() => id('screen-folders').textContent()).toContain('tethered');
  renameSync(away, watched);
  const portrait = sharp(join(root, 'node_modules/@vladmandic/face-api/demo/sample1.jpg'));
  const head = { left: 1340, top: 90, width: 470, height: 470 };
  await portrait.extract(head).toFile(at('three.jpg'));
  copyFileSync(at('three.jpg'), join(watched, 'three.jpg'));
  await expect.poll(async () => (await window.snapshot()).folderStatus[0]?.condition).toBe('watching');
  const jobs = await window.atRest(4);
  expect(jobs.find(({ name }) => name === 'three.jpg')?.state).toBe('done');
  expect(existsSync(join(watched, 'Burnish', 'three-Portrait cutout.png'))).toBe(true);
});
