import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { answerDialogs, type OpenWindow, openWindow } from '../helpers/window/window.ts';

const astronaut = join(import.meta.dirname, '../../assets/samples/astronaut.png');
const month = 30 * 24 * 60 * 60 * 1000;

let folder: string;
let window: OpenWindow;

/** Prepares last month's work: finished, its card removed, its results moved to another disk. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-month-'));
  const [card, data, finished] = ['Wedding Miller', 'data', 'finished'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(card);
  copyFileSync(astronaut, join(card, 'DSC_0412.png'));
  const first = await openWindow(data);
  await first.changeSettings({ outputFolder: finished });
  await first.drop([card]);
  await first.atRest(1);
  const db = new Database(join(data, 'burnish.db'));
  const kept = db.prepare('SELECT count(*) FROM kept_previews').pluck();
  await vi.waitFor(() => expect(kept.get()).toBe(2), { timeout: 45_000 });
  await first.quit();
  for (const [table, column] of [
    ['jobs', 'created_at'],
    ['batches', 'created_at'],
    ['results', 'created_at'],
    ['photographs', 'added_at'],
  ])
    db.exec(`UPDATE ${table} SET ${column} = ${column} - ${month}`);
  db.close();
  renameSync(card, join(folder, 'drawer'));
  renameSync(finished, join(folder, 'archive'));
  window = await openWindow(data);
}, 180_000);
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

it('finds the batch of last month by a word, without its card and its results, and compares before and after', async () => {
  const { page } = window;
  await page.keyboard.press('Control+2');
  await page.getByTestId('review-search').fill('miller');
  const tile = page.getByTestId('review-item-1');
  await tile.locator('img').waitFor();
  await expect
    .poll(() => tile.locator('img').evaluate((image) => (image as { naturalWidth?: number }).naturalWidth))
    .toBeGreaterThan(0);
  await tile.dblclick();
  await page.getByTestId('loupe-away-photograph').getByText('Wedding Miller').waitFor();
  await page.getByTestId('loupe-away-result').waitFor();
  const pictures = page.getByTestId('stage').locator('img');
  await expect.poll(() => pictures.count()).toBeGreaterThanOrEqual(2);
  for (const picture of await pictures.all())
    await expect
      .poll(() => picture.evaluate((image) => (image as { naturalWidth?: number }).naturalWidth))
      .toBeGreaterThan(0);
  const slider = page.getByTestId('loupe-slider');
  const before = await slider.getAttribute('aria-valuenow');
  await page.keyboard.press('[');
  await expect.poll(() => slider.getAttribute('aria-valuenow')).not.toBe(before);
});

it('finds the results again after the user shows their folder', async () => {
  const { page, app } = window;
  await answerDialogs(app, join(folder, 'archive'));
  await page.getByTestId('loupe-find-result').click();
  await page.getByTestId('notice-success').waitFor();
  await page.getByTestId('loupe-away-result').waitFor({ state: 'detached' });
  expect(window.faults).toEqual([]);
});
