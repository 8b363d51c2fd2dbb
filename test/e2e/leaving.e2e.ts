import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../main/store/index.ts';
import { portrait } from '../helpers/photograph/photographs.ts';
import { finishInStore } from '../helpers/store/finished-in-store.ts';
import { type OpenWindow, openWindow, quitAndAnswer } from '../helpers/window/window.ts';

const size = { width: 1500, height: 1000 };
let folder: string;
let window: OpenWindow;
/** Process of the app, because a closed window can no longer return it. */
let running: ReturnType<OpenWindow['app']['process']> | undefined;
let photographId: number;
const at = (...names: string[]) => join(folder, ...names);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-leaving-'));
  for (const name of ['card', 'out', 'data']) mkdirSync(at(name));
  await sharp(portrait).resize(size).jpeg().toFile(at('card', 'a.jpg'));
  await sharp(at('card', 'a.jpg')).ensureAlpha(1).png({ compressionLevel: 1 }).toFile(at('out', 'a.png'));
  const store = openStore({ folder: at('data') });
  const finished = { original: at('card', 'a.jpg'), result: at('out', 'a.png') };
  photographId = (await finishInStore(store, { operation: 'portrait-background-removal', ...finished })).photographId;
  store.close();
});
afterAll(async () => {
  // After a failed test, the window may ask and stay open.
  running?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

async function openLoupe(): Promise<void> {
  window = await openWindow(at('data'));
  running = window.app.process();
  await window.page.getByTestId('nav-review').click();
  await window.page.getByTestId(`review-item-${photographId}`).dblclick();
  await window.page.getByTestId('loupe').waitFor();
}

/** Draws a line on the picture, and keeps the mouse button pressed. */
async function drawing(): Promise<void> {
  const { page } = window;
  await page.keyboard.press('k');
  await page.getByTestId('touch-done').and(page.locator(':enabled')).waitFor();
  const box = await page.getByTestId('touch-canvas').boundingBox();
  if (!box) throw new Error('There is no canvas.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 5 });
}

it('keeps a half-typed note if the window is closed', async () => {
  await openLoupe();
  await window.page.getByTestId('decide-note').fill('Her left eye');
  await window.quit();
  const db = new Database(at('data', 'burnish.db'), { readonly: true });
  expect(db.prepare('SELECT note FROM photographs WHERE id = ?').pluck().get(photographId)).toBe('Her left eye');
  db.close();
});

it('asks before strokes are lost, including the current one, and stays if the user wishes', async () => {
  await openLoupe();
  await window.page.getByTestId('touch-bar').waitFor({ state: 'detached' });
  await drawing();
  expect(await quitAndAnswer(window.app, 'Cancel')).toEqual(['Discard your strokes?']);
  await window.page.mouse.up();
  await expect.poll(() => window.page.getByTestId('touch-undo').isEnabled()).toBe(true);
});

it('asks on Escape in the middle of a stroke, and loses nothing', async () => {
  const { page } = window;
  await page.getByTestId('touch-undo').click();
  await expect.poll(() => page.getByTestId('touch-redo').isEnabled()).toBe(true);
  const box = await page.getByTestId('touch-canvas').boundingBox();
  if (!box) throw new Error('There is no canvas.');
  await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2);
  await page.mouse.down();
  await page.keyboard.press('Escape');
  await page.getByTestId('confirm-no').waitFor();
  await page.mouse.up();
  await page.getByTestId('confirm-no').click();
  await page.getByTestId('confirm-no').waitFor({ state: 'detached' });
  await expect.poll(() => page.getByTestId('touch-undo').isEnabled()).toBe(true);
});

it('completes a save started with Done, even if the window is closed at once', async () => {
  await window.page.keyboard.press('Enter');
  await window.quit();
  expect(existsSync(at('out', 'a touched.png'))).toBe(true);
});

it('asks before a new service or a new watched folder is lost', { tags: ['long'] }, async () => {
  window = await openWindow(at('data'));
  running = window.app.process();
  const { page } = window;
  await page.getByTestId('nav-services').click();
  await page.getByTestId('service-add').click();
  await page.getByTestId('service-name').fill('Studio');
  expect(await quitAndAnswer(window.app, 'Cancel')).toEqual(['You have unsaved changes to the service “Studio”.']);
  await page.getByTestId('service-cancel').click();
  await page.getByTestId('nav-folders').click();
  await page.getByTestId('folders-add').first().click();
  await page.getByTestId('folder-ignore').fill('*.tmp');
  expect(await quitAndAnswer(window.app, 'Cancel')).toEqual(['You have not saved the new watch folder.']);
  await page.getByTestId('folder-cancel').click();
});

it('asks before a form is lost: stays if the user wishes, and saves it', { tags: ['long'] }, async () => {
  const { page } = window;
  await page.getByTestId('nav-recipes').click();
  const name = page.getByTestId('recipe-name');
  const question = [`You have unsaved changes to the recipe “Wedding”.`];
  await name.fill('Wedding');
  expect(await quitAndAnswer(window.app, 'Cancel')).toEqual(question);
  expect(await name.inputValue()).toBe('Wedding');
  const gone = new Promise((end) => running?.once('exit', end));
  // The window may close before the call returns.
  const questions = await quitAndAnswer(window.app, 'Save').catch(() => question);
  expect(questions).toEqual(question);
  await gone;
  const db = new Database(at('data', 'burnish.db'), { readonly: true });
  expect(db.prepare("SELECT json_extract(recipe, '$.name') FROM recipes").pluck().all()).toContain('Wedding');
  db.close();
});
