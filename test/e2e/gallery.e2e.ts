import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testPhotographs } from '../helpers/photograph/photographs.ts';
import { fillWithRealPhotographs } from '../helpers/store/real-photographs.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { type OpenGallery, openGallery } from '../helpers/window/gallery-browser.ts';
import { clickInToolbar, loadedPictures, openReview, tiles } from '../helpers/window/review-commands.ts';
import { answerDialogs, type OpenWindow, openPalette, type PageGlobals } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const person = (name: string) => join(testPhotographs, 'people', `${name}.jpg`);
const title = 'Anna & Tom';
/** Must stay plain text everywhere. */
const words = 'Please <b>darker</b><img src=x onerror=alert(1)>';

const window = stageWindow('gallery');
const { at, id, press } = window;
const [to, saved] = [at('for the client'), at('mail')];
let gallery: OpenGallery;
beforeAll(async () => {
  for (const each of [to, saved]) mkdirSync(each);
  await fillWithRealPhotographs(window.folder, ['f3', 'm35', 'f3', 'm35', 'f3', 'm35'].map(person));
  await window.open({ size: [1024, 720] });
  await openReview(window.page);
});
afterAll(() => gallery?.app.close().catch(() => undefined));

const openSheet = () => clickInToolbar(window.page, 'gallery-open');
async function expectAccessible(page: OpenWindow['page']) {
  expect(await accessibilityFaults(page)).toEqual([]);
}

it('a gallery is made in the window', async () => {
  const { app } = window;
  // The filter appears only after a client has answered.
  expect(await id('filter-client').count()).toBe(0);
  await answerDialogs(app, to);
  await openSheet();
  expect(await id('gallery-go').isDisabled()).toBe(true);
  await expectAccessible(window.page);

  await id('gallery-which').getByText('All shown').click();
  await id('gallery-title').fill(title);
  await id('gallery-studio').fill('Studio <script>alert(1)</script>');
  await id('gallery-before').check();
  await id('gallery-folder-choose').click();
  await id('gallery-go').click();
  await id('notice-success').filter({ hasText: 'with 6 pictures was made' }).waitFor();
  expect(readdirSync(to)).toEqual([title]);
  // The sheet shows it too, and no notification covers its button.
  await openSheet();
  await id('gallery-sheet-reveal').waitFor();
  await id('notice-success').waitFor({ state: 'detached' });
  await press('Escape');
  await id('gallery-go').waitFor({ state: 'detached' });
});

async function opensFromDisk(colorScheme: 'light' | 'dark', width: number, height: number): Promise<void> {
  gallery ??= await openGallery(join(to, title, 'index.html'), saved);
  const { page } = gallery;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
  await expect.poll(() => loadedPictures(page.locator('#pictures'))).toBe(6);
  expect(await page.evaluate('document.body.scrollWidth')).toBeLessThanOrEqual(width);
  await expectAccessible(page);
  await page.locator('#pictures a').first().click();
  await page.locator('#compare').click();
  await page.locator('#divide').press('ArrowRight');
  await expectAccessible(page);
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
  expect(JSON.stringify(file)).not.toContain(window.folder);
  expect(gallery.faults).toEqual([]);
});

it('the choices are imported by a drop, appear next to the user’s picks, are adopted, and undone', {
  tags: ['long'],
}, async () => {
  const { page } = window;
  const file = join(saved, `Choices - ${title} - Anna.json`);
  const rows = () =>
    page.evaluate(async () => {
      const { burnish } = globalThis as unknown as PageGlobals;
      const head = await burnish.photographs.head({} as never);
      return head.ok ? head.value.rows : [];
    });
  const pick = (ids: number[]) =>
    page.evaluate(async (picked) => {
      const { burnish } = globalThis as unknown as PageGlobals;
      await burnish.photographs.decide({ on: { ids: picked }, change: { flag: 1, note: 'mine' } });
    }, ids);
  const ids = (await rows()).map(({ id }) => id);
  const own = async () => (await rows()).flatMap(({ id, decision }) => (decision.flag === 1 ? [ids.indexOf(id)] : []));
  // The client picked the second to the fifth.
  await pick([ids[0]!, ids[1]!, ids[5]!]);
  await window.drop([file]);
  await id('picks-go').waitFor();
  expect(await id('picks-facts').textContent()).toMatch(/Picked4.*With a comment1/);
  await expectAccessible(page);
  await id('picks-go').click();
  await id('picks-takeOver').waitFor();
  expect(await own()).toEqual([0, 1, 5]);
  const clients = (await rows()).map(({ clients: [mark] }) => mark?.picked === true);
  expect(clients).toEqual([false, true, true, true, true, false]);
  expect(await id('picks-takeOver-about').textContent()).toBe('3 photographs will be picked.');
  expect(await id('picks-unpickRest-about').textContent()).toBe('2 photographs in this gallery will be unpicked.');
  await expectAccessible(page);
  await id('picks-close').click();
  await id('picks').waitFor({ state: 'detached' });

  // The picks appear on the tiles, in the filter, in the search, and next to the loupe.
  await expect.poll(() => tiles(page).getByTestId('client-corner').count()).toBe(4);
  expect(await tiles(page).nth(2).getByTestId('client-corner').getAttribute('aria-label')).toBe(
    'Picked by Anna · Stars from Anna · Comment from Anna',
  );
  await id('export-open').click();
  await id('export-which').getByText('Picked by the client (4)').click();
  await press('Escape');
  await id('export-which').waitFor({ state: 'detached' });
  await id('filter-client').click();
  await expect.poll(() => tiles(page).count()).toBe(4);
  await id('filter-client').click();
  await id('review-search').fill('client:anna client:commented');
  await expect.poll(() => tiles(page).count()).toBe(1);
  await tiles(page).first().dblclick();
  expect(await id('loupe-clients').textContent()).toBe(`Anna★★★★${words}`);
  await expectAccessible(page);
  await press('Escape');
  await id('review-search').fill('');
  await expect.poll(() => tiles(page).count()).toBe(6);
  // The survey shows them too.
  await id('review-grid').focus();
  await press('Home', 'Control+a', 'n');
  await expect.poll(() => id('survey').getByTestId('client-corner').count()).toBe(4);
  await press('c');
  await expect.poll(() => id('compare').getByTestId('client-corner').count()).toBeGreaterThan(0);
  await press('Escape', 'Escape');
  await id('compare').waitFor({ state: 'detached' });

  // Importing the same file again adds nothing, and offers the same picks.
  await answerDialogs(window.app, file);
  await openPalette(window.page);
  await page.getByText('Import a client’s picks').click();
  await id('picks-takeOver').click();
  await id('notice-success').filter({ hasText: '3 photographs that clients picked' }).waitFor();
  await expect.poll(() => id('picks-takeOver').isDisabled()).toBe(true);
  expect(await own()).toEqual([0, 1, 2, 3, 4, 5]);
  await id('picks-close').click();
  await id('picks').waitFor({ state: 'detached' });
  await clickInToolbar(page, 'review-unpickRest');
  await id('notice-success').filter({ hasText: '2 photographs that the client did not pick' }).waitFor();
  expect(await own()).toEqual([1, 2, 3, 4]);
  await press('Control+z');
  await expect.poll(own).toEqual([0, 1, 2, 3, 4, 5]);
  await press('Control+z');
  await expect.poll(own).toEqual([0, 1, 5]);
  expect((await rows()).map(({ decision }) => decision.note)).toEqual(['mine', 'mine', '', '', '', 'mine']);
});
