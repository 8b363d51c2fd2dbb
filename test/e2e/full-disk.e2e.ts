import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../main/store/index.ts';
import { canMount, type SmallDisk, smallDisk } from '../campaign/disk/small-disk.ts';
import { portrait } from '../helpers/photograph/photographs.ts';
import { finishInStore } from '../helpers/store/finished-in-store.ts';
import { type OpenWindow, openWindow, quitAndAnswer, quitQuestions } from '../helpers/window/window.ts';

let folder: string;
let window: OpenWindow;
let disk: SmallDisk | undefined;
let running: ReturnType<OpenWindow['app']['process']> | undefined;
const ids: number[] = [];
const at = (...names: string[]) => join(folder, ...names);

beforeAll(async () => {
  if (!canMount()) return;
  folder = mkdtempSync(join(tmpdir(), 'burnish-full-disk-'));
  for (const name of ['card', 'out', 'data']) mkdirSync(at(name));
  const store = openStore({ folder: at('data') });
  for (const name of ['a', 'b', 'c']) {
    const photograph = sharp(portrait)
      .resize(600, 400)
      .withExif({ IFD0: { ImageDescription: name } });
    await photograph.jpeg().toFile(at('card', `${name}.jpg`));
    copyFileSync(at('card', `${name}.jpg`), at('out', `${name}.jpg`));
    const paths = { original: at('card', `${name}.jpg`), result: at('out', `${name}.jpg`) };
    ids.push((await finishInStore(store, { operation: 'smart-skin-advanced', ...paths })).photographId);
  }
  store.close();
  disk = await smallDisk(at('data'), 64);
  window = await openWindow(at('data'));
  running = window.app.process();
});
afterAll(async () => {
  running?.kill('SIGKILL');
  await disk?.remove();
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

interface Stored {
  readonly flag: number;
  readonly stars: number;
  readonly note: string;
}
/** Reads the stored decisions of a photograph like another process. */
function stored(id: number | undefined): Stored {
  const db = new Database(at('data', 'burnish.db'), { readonly: true });
  const row = db.prepare('SELECT flag, stars, note FROM photographs WHERE id = ?').get(id) as Stored;
  db.close();
  return row;
}

/** Decides until the disk is full. A WAL with free space would accept any number of decisions. */
async function untilItWaits(): Promise<void> {
  const { page } = window;
  const line = page.getByTestId('bulk-line');
  const db = new Database(at('data', 'burnish.db'));
  await expect.poll(() => db.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0 }]);
  db.close();
  await disk!.fill();
  for (let times = 0; (await line.count()) === 0 && times < 500; times += 1)
    await page.keyboard.press(times % 2 ? '2' : '3');
  await expect.poll(() => line.textContent()).toContain('Waiting: the disk with Burnish’s data is full.');
}
const starsShown = async (id: number | undefined) =>
  ((await window.page.getByTestId(`review-item-${id}`).textContent()) ?? '').split('★').length - 1;

beforeEach(({ skip }) => skip(!canMount(), 'A small disk needs the right to mount one.'));

it('decisions wait while the disk is full, with a message that explains what to do, and are saved once there is space', async () => {
  const { page } = window;
  await page.getByTestId('nav-review').click();
  await page.getByTestId(`review-item-${ids[0]}`).click();
  await untilItWaits();
  await page
    .getByText(/^The disk with Burnish’s data folder is full .* Free up space; Burnish then resumes automatically\.$/)
    .waitFor();
  await page.keyboard.press('5');
  await page.keyboard.press('p');
  expect(stored(ids[0])).toMatchObject({ flag: 0 });
  await disk!.free();
  await expect.poll(() => stored(ids[0])).toMatchObject({ flag: 1, stars: 5 });
  await page.getByTestId('bulk-line').waitFor({ state: 'detached' });
  await expect.poll(() => starsShown(ids[0])).toBe(5);
});

it('a decision that is stopped while it waits is undone in the tile, and the next one counts', {
  tags: ['long'],
}, async () => {
  const { page } = window;
  await page.getByTestId(`review-item-${ids[1]}`).click();
  await page.keyboard.press('1');
  await expect.poll(() => stored(ids[1]).stars).toBe(1);
  await untilItWaits();
  // Each pending decision is stopped separately.
  await expect
    .poll(async () => {
      await page
        .getByTestId('bulk-stop')
        .click({ timeout: 500 })
        .catch(() => undefined);
      return [await page.getByTestId('bulk-line').count(), (await starsShown(ids[1])) - stored(ids[1]).stars];
    })
    .toEqual([0, 0]);
  await disk!.free();
  await page.keyboard.press('4');
  await expect.poll(() => stored(ids[1]).stars).toBe(4);
  await expect.poll(() => starsShown(ids[1])).toBe(4);
});

it('a typed note is kept, quitting asks before it is lost, and it is saved once there is space', {
  tags: ['long'],
}, async () => {
  const { page } = window;
  await untilItWaits();
  await page.getByTestId(`review-item-${ids[2]}`).dblclick();
  const note = page.getByTestId('decide-note');
  await note.fill('Her left eye');
  await note.blur();
  expect(await quitAndAnswer(window.app, 'Cancel')).toEqual(['Quit before your latest changes are saved?']);
  expect([await note.inputValue(), stored(ids[2]).note]).toEqual(['Her left eye', '']);
  await disk!.free();
  await expect.poll(() => stored(ids[2]).note).toBe('Her left eye');
  await page.getByTestId('bulk-line').waitFor({ state: 'detached' });
  await window.quit();
  expect([stored(ids[2]).note, await quitQuestions(window.app).catch(() => 'gone')]).toEqual(['Her left eye', 'gone']);
});
