import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testPhotographs } from '../helpers/photograph/photographs.ts';
import { fillWithRealPhotographs } from '../helpers/store/real-photographs.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { type OpenGallery, openGallery } from '../helpers/window/gallery-browser.ts';
import { clickInToolbar } from '../helpers/window/review-commands.ts';
import { answerDialogs, type OpenWindow, openWindow } from '../helpers/window/window.ts';

const person = (name: string) => join(testPhotographs, 'people', `${name}.jpg`);
const title = 'Anna & Tom';
/** Must stay plain text everywhere. */
const words = 'Please <b>darker</b><img src=x onerror=alert(1)>';

let folder: string;
let to: string;
let saved: string;
let window: OpenWindow;
let gallery: OpenGallery;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-gallery-'));
  to = join(folder, 'for the client');
  saved = join(folder, 'mail');
  for (const each of [to, saved]) mkdirSync(each);
  await fillWithRealPhotographs(folder, ['f3', 'm35', 'f3', 'm35', 'f3', 'm35'].map(person));
  window = await openWindow(join(folder, 'data'));
  await window.page.setViewportSize({ width: 1024, height: 720 });
  await window.page.keyboard.press('Control+2');
  await tile('DSC_0001.jpg').waitFor();
});
afterAll(async () => {
  await gallery?.app.close().catch(() => undefined);
  await window?.app.close().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const tile = (name: string) => window.page.locator('[data-testid^="review-item-"]', { hasText: name });
const shot = (page: OpenWindow['page'], name: string) =>
  process.env.SHOTS ? page.screenshot({ path: join(process.env.SHOTS, `${name}.png`) }) : null;
const openSheet = () => clickInToolbar(window.page, 'gallery-open');
async function expectAccessible(page: OpenWindow['page']) {
  expect(await accessibilityFaults(page)).toEqual([]);
}

it.each(['light', 'dark'] as const)(
  'the sheet is complete and accessible at 1024 px, in %s',
  { tags: ['long'] },
  async (colorScheme) => {
    const { page } = window;
    await page.emulateMedia({ colorScheme });
    await openSheet();
    await page.getByTestId('gallery-go').waitFor();
    expect(await page.getByTestId('gallery-go').isDisabled()).toBe(true);
    await expectAccessible(page);
    await shot(page, `gallery-sheet-${colorScheme}`);
    await page.keyboard.press('Escape');
    await page.getByTestId('gallery-go').waitFor({ state: 'detached' });
  },
);

it('a gallery is made in the window', async () => {
  const { page, app } = window;
  // The filter appears only after a client has answered.
  expect(await page.getByTestId('filter-client').count()).toBe(0);
  await answerDialogs(app, to);
  await openSheet();
  await page.getByTestId('gallery-which').getByText('All shown').click();
  await page.getByTestId('gallery-title').fill(title);
  await page.getByTestId('gallery-studio').fill('Studio <script>alert(1)</script>');
  await page.getByTestId('gallery-before').check();
  await page.getByTestId('gallery-folder-choose').click();
  await page.getByTestId('gallery-go').click();
  await page.getByTestId('notice-success').filter({ hasText: 'with 6 pictures was made' }).waitFor();
  expect(readdirSync(to)).toEqual([title]);
  // The sheet shows it too, and no notification covers its button.
  await openSheet();
  await page.getByTestId('gallery-sheet-reveal').waitFor();
  await page.getByTestId('notice-success').waitFor({ state: 'detached' });
  await shot(page, 'gallery-made');
  await page.keyboard.press('Escape');
  await page.getByTestId('gallery-go').waitFor({ state: 'detached' });
});

async function opensFromDisk(colorScheme: 'light' | 'dark', width: number, height: number): Promise<void> {
  gallery ??= await openGallery(join(to, title, 'index.html'), saved);
  const { page } = gallery;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
  await expect
    .poll(() =>
      page
        .locator('#pictures img')
        .evaluateAll(
          (all) => all.filter((each) => (each as unknown as { naturalWidth: number }).naturalWidth > 0).length,
        ),
    )
    .toBe(6);
  expect(
    await page.evaluate(
      () => (globalThis as unknown as { document: { body: { scrollWidth: number } } }).document.body.scrollWidth,
    ),
  ).toBeLessThanOrEqual(width);
  await expectAccessible(page);
  await shot(page, `gallery-grid-${colorScheme}`);
  await page.locator('#pictures a').first().click();
  await page.locator('#compare').click();
  await page.locator('#divide').press('ArrowRight');
  await expectAccessible(page);
  await shot(page, `gallery-view-${colorScheme}`);
  await page.keyboard.press('Escape');
  await page.locator('#viewer').waitFor({ state: 'hidden' });
  expect(gallery.faults).toEqual([]);
  const urls = await gallery.requestedUrls();
  expect(urls.length).toBeGreaterThan(6);
  for (const url of urls) expect(url).toMatch(/^file:\/\/\//);
}

it('it opens from the disk, accessible, and requests nothing else', () => opensFromDisk('light', 1440, 900));
it('it opens on a phone, in dark mode', { tags: ['long'] }, () => opensFromDisk('dark', 390, 844));

it('a client picks by heart and by keys, comments, and saves a small file', async () => {
  const { page } = gallery;
  await page.locator('#pictures li').nth(1).hover();
  await page.locator('#pictures .heart').nth(1).click();
  expect(await page.locator('#counts').textContent()).toBe('1 picked');
  await page.locator('#pictures a').nth(2).focus();
  await page.keyboard.press('Enter');
  expect(await page.locator('#place').textContent()).toBe('3 of 6');
  await page.keyboard.press('p');
  await page.keyboard.press('4');
  await page.locator('#comment').fill(words);
  await page.keyboard.press('Escape');
  for (const at of [3, 4]) {
    await page.locator('#pictures li').nth(at).hover();
    await page.locator('#pictures .heart').nth(at).click();
  }
  // The picks survive a reload.
  await page.reload();
  await page.locator('html.live').waitFor();
  expect(await page.locator('#counts').textContent()).toBe('4 picked  ·  1 with a comment');
  await page.locator('#show-picks').click();
  expect(await page.locator('#pictures li:visible').count()).toBe(4);
  await page.locator('#save').click();
  await page.locator('#client').fill('Anna');
  await page.keyboard.press('Enter');
  await expect.poll(() => readdirSync(saved)).toContain(`Choices - ${title} - Anna.json`);
  expect(await page.locator('#saved').textContent()).toContain('Please send this file to Studio <script>');
  const file = JSON.parse(readFileSync(join(saved, `Choices - ${title} - Anna.json`), 'utf8')) as { choices: object[] };
  expect(file).toMatchObject({ kind: 'burnish-picks', client: 'Anna', title });
  expect(file.choices).toMatchObject([
    { picked: true },
    { picked: true, stars: 4, comment: words },
    { picked: true },
    { picked: true },
  ]);
  expect(JSON.stringify(file)).not.toContain(folder);
  expect(gallery.faults).toEqual([]);
});

it('the choices are imported by a drop, appear next to the user’s picks, are adopted, and undone', {
  tags: ['long'],
}, async () => {
  const { page } = window;
  const file = join(saved, `Choices - ${title} - Anna.json`);
  const rows = () =>
    page.evaluate(async () => {
      const { burnish } = globalThis as unknown as { burnish: import('../../preload/channels.ts').Bridge };
      const head = await burnish.photographs.head({} as never);
      return head.ok ? head.value.rows : [];
    });
  const pick = (ids: number[]) =>
    page.evaluate(async (picked) => {
      const { burnish } = globalThis as unknown as { burnish: import('../../preload/channels.ts').Bridge };
      await burnish.photographs.decide({ on: { ids: picked }, change: { flag: 1, note: 'mine' } });
    }, ids);
  const ids = (await rows()).map(({ id }) => id);
  const own = async () => (await rows()).flatMap(({ id, decision }) => (decision.flag === 1 ? [ids.indexOf(id)] : []));
  // The client picked the second to the fifth.
  await pick([ids[0]!, ids[1]!, ids[5]!]);
  await window.drop([file]);
  await page.getByTestId('picks-go').waitFor();
  expect(await page.getByTestId('picks-facts').textContent()).toMatch(/Picked4.*With a comment1/);
  await expectAccessible(page);
  await shot(page, 'gallery-picks');
  await page.getByTestId('picks-go').click();
  await page.getByTestId('picks-takeOver').waitFor();
  expect(await own()).toEqual([0, 1, 5]);
  const clients = (await rows()).map(({ clients: [mark] }) => mark?.picked === true);
  expect(clients).toEqual([false, true, true, true, true, false]);
  expect(await page.getByTestId('picks-takeOver-about').textContent()).toBe('3 photographs will be picked.');
  expect(await page.getByTestId('picks-unpickRest-about').textContent()).toBe(
    '2 photographs in this gallery will be unpicked.',
  );
  await expectAccessible(page);
  await shot(page, 'gallery-imported');
  await page.getByTestId('picks-close').click();
  await page.getByTestId('picks').waitFor({ state: 'detached' });

  // The picks appear on the tiles, in the filter, in the search, and next to the loupe.
  const tiles = page.locator('[data-testid^="review-item-"]');
  await expect.poll(() => tiles.getByTestId('client-corner').count()).toBe(4);
  expect(await tiles.nth(2).getByTestId('client-corner').getAttribute('aria-label')).toBe(
    'Picked by Anna · Stars from Anna · Comment from Anna',
  );
  await shot(page, 'gallery-marks');
  await page.getByTestId('export-open').click();
  await page.getByTestId('export-which').getByText('Picked by the client (4)').click();
  await shot(page, 'gallery-export');
  await page.keyboard.press('Escape');
  await page.getByTestId('export-which').waitFor({ state: 'detached' });
  await page.getByTestId('filter-client').click();
  await expect.poll(() => tiles.count()).toBe(4);
  await page.getByTestId('filter-client').click();
  await page.getByTestId('review-search').fill('client:anna client:commented');
  await expect.poll(() => tiles.count()).toBe(1);
  await tiles.first().dblclick();
  expect(await page.getByTestId('loupe-clients').textContent()).toBe(`Anna★★★★${words}`);
  await expectAccessible(page);
  await shot(page, 'gallery-loupe');
  await page.keyboard.press('Escape');
  await page.getByTestId('review-search').fill('');
  await expect.poll(() => tiles.count()).toBe(6);
  // The survey shows them too.
  await page.getByTestId('review-grid').focus();
  for (const key of ['Home', 'Control+a', 'n']) await page.keyboard.press(key);
  await expect.poll(() => page.getByTestId('survey').getByTestId('client-corner').count()).toBe(4);
  await page.keyboard.press('c');
  await expect.poll(() => page.getByTestId('compare').getByTestId('client-corner').count()).toBeGreaterThan(0);
  for (const key of ['Escape', 'Escape']) await page.keyboard.press(key);
  await page.getByTestId('compare').waitFor({ state: 'detached' });

  // Importing the same file again adds nothing, and offers the same picks.
  await answerDialogs(window.app, file);
  await page.keyboard.press('Control+k');
  await page.getByText('Import a client’s picks').click();
  await page.getByTestId('picks-takeOver').click();
  await page.getByTestId('notice-success').filter({ hasText: '3 photographs that clients picked' }).waitFor();
  await expect.poll(() => page.getByTestId('picks-takeOver').isDisabled()).toBe(true);
  expect(await own()).toEqual([0, 1, 2, 3, 4, 5]);
  await page.getByTestId('picks-close').click();
  await page.getByTestId('picks').waitFor({ state: 'detached' });
  await clickInToolbar(page, 'review-unpickRest');
  await page.getByTestId('notice-success').filter({ hasText: '2 photographs that the client did not pick' }).waitFor();
  expect(await own()).toEqual([1, 2, 3, 4]);
  await page.keyboard.press('Control+z');
  await expect.poll(own).toEqual([0, 1, 2, 3, 4, 5]);
  await page.keyboard.press('Control+z');
  await expect.poll(own).toEqual([0, 1, 5]);
  expect((await rows()).map(({ decision }) => decision.note)).toEqual(['mine', 'mine', '', '', '', 'mine']);
  expect(window.faults).toEqual([]);
});
