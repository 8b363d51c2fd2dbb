/** Keywords, headline and credit: set for many in Review, shown next to the loupe, found, undone, exported, and saved as presets. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sample } from '../helpers/photograph/photographs.ts';
import { fillWithRealPhotographs } from '../helpers/store/real-photographs.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { answerDialogs, type OpenWindow, openWindow } from '../helpers/window/window.ts';

let folder: string;
let to: string;
let window: OpenWindow;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-info-'));
  to = join(folder, 'for the client');
  mkdirSync(to);
  await fillWithRealPhotographs(folder, [sample('coffee'), sample('astronaut')], { count: 3 });
  window = await openWindow(join(folder, 'data'));
  await window.page.setViewportSize({ width: 1024, height: 700 });
  await window.page.keyboard.press('Control+2');
  await window.page.locator('[data-testid^="review-item-"]').first().waitFor();
});
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const tiles = () => window.page.locator('[data-testid^="review-item-"]');
const tile = (name: string) => window.page.locator('[data-testid^="review-item-"]', { hasText: name });
const field = (name: string) => window.page.getByTestId(`info-${name}`);

async function open() {
  await window.page.keyboard.press('Control+i');
  await field('apply').waitFor();
}
async function apply() {
  await field('apply').click();
  await field('apply').waitFor({ state: 'detached' });
}
async function addKeywords(words: string) {
  await field('keywords').fill(words);
  await window.page.keyboard.press('Enter');
}

it('is set for the selection, and saved as a preset', async () => {
  const { page } = window;
  await tile('DSC_0001.jpg').click();
  await open();
  await field('headline').fill('Größe am Meer');
  await addKeywords('own');
  await apply();
  await page.keyboard.press('Control+a');
  await open();
  expect(await page.getByRole('dialog').textContent()).toContain('Photo info for 3 photographs');
  expect(await field('headline').getAttribute('placeholder')).toBe('Mixed');
  expect(await field('some').textContent()).toContain('own (1)');
  await field('creator').fill('Zoë Müller');
  await field('copyright').fill('© 2026 Zoë Müller');
  await addKeywords('beach, 海');
  await field('preset-more').click();
  await field('preset-save').click();
  await field('preset-name').fill('Studio');
  await field('preset-keep').click();
  await expect.poll(() => field('preset').inputValue()).toBe('Studio');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityFaults(page)).toEqual([]);
    if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `info-${colorScheme}.png`) });
  }
  await apply();
});

it('is shown next to the loupe, found by its text, and undone', async () => {
  const { page } = window;
  await tile('DSC_0001.jpg').dblclick();
  const side = () => page.getByTestId('loupe-side').textContent();
  await expect.poll(side).toContain('HeadlineGröße am Meer');
  expect(await side()).toContain('Keywordsown, beach, 海');
  expect(await side()).toContain('CreatorZoë Müller');
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, 'info-loupe.png') });
  await page.keyboard.press('Escape');
  await page.getByTestId('review-search').fill('keyword:own');
  await expect.poll(() => tiles().count()).toBe(1);
  await page.getByTestId('review-search').fill('keyword:beach');
  await expect.poll(() => tiles().count()).toBe(3);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await tile('DSC_0002.jpg').click();
  await page.keyboard.press('Control+z');
  await expect.poll(() => page.getByTestId('notice-info').last().textContent()).toContain('info of 3 photographs');
  await open();
  expect(await field('creator').inputValue()).toBe('');
  await field('preset').click();
  await page.getByRole('option', { name: 'Studio' }).click();
  expect(await field('creator').inputValue()).toBe('Zoë Müller');
  await apply();
});

it('is written to exported copies, but not to copies of photographs without it', async () => {
  const { page, app } = window;
  await page.keyboard.press('Control+a');
  await answerDialogs(app, to);
  await page.keyboard.press('Control+e');
  await page.getByTestId('export-folder-choose').click();
  await page.getByTestId('export-go').click();
  await page.getByTestId('notice-success').waitFor();
  const xmpTexts = await Promise.all(
    readdirSync(to)
      .sort()
      .map(async (name) => (await sharp(join(to, name)).metadata()).xmp?.toString() ?? ''),
  );
  expect(xmpTexts.map((xmp) => /Größe am Meer/.test(xmp))).toEqual([true, false, false]);
  expect(xmpTexts.map((xmp) => /<rdf:li>beach<\/rdf:li><rdf:li>海<\/rdf:li>/.test(xmp))).toEqual([false, true, false]);
  expect(xmpTexts.map((xmp) => /Zoë Müller/.test(xmp))).toEqual([false, true, false]);
});
