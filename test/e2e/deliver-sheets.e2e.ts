/** The sheets for delivery with all their warnings: no text is cut off, and no problem is hidden. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, it } from 'vitest';
import { languages } from '../../contract/messages/language.ts';
import { openStore } from '../../main/store/index.ts';
import { testPhotographs } from '../helpers/photograph/photographs.ts';
import { fillWithRealPhotographs } from '../helpers/store/real-photographs.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { clickInToolbar } from '../helpers/window/review-commands.ts';
import { answerDialogs, selectOption } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const person = (name: string) => join(testPhotographs, 'people', `${name}.jpg`);
/** Newer than any inspection of this program, so that none is repeated. */
const inspectionVersion = 1000;

const window = stageWindow('deliver');
const { at, id, press } = window;
const to = at('for the client');
beforeAll(async () => {
  mkdirSync(to);
  const ids = await fillWithRealPhotographs(window.folder, ['f3', 'm35', 'f3', 'm35'].map(person));
  await addWarnings(ids);
  await window.open();
  await window.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.setContentSize(900, 600));
  await press('Control+2');
  await tiles().first().waitFor();
});

const tiles = () => window.page.locator('[data-photograph]:visible');
async function openGallery() {
  await clickInToolbar(window.page, 'gallery-open');
  await id('gallery-go').waitFor();
}
async function close(goId: string) {
  await press('Escape');
  await id(goId).waitFor({ state: 'detached' });
}

/** Leaves one photograph unprocessed, marks a flaw in one result, and adds a client's pick and a different one of the user. */
async function addWarnings(ids: readonly number[]): Promise<void> {
  const store = await openStore({ folder: at('data') });
  const db = new Database(at('data', 'burnish.db'), { readonly: true });
  const resultOf = db.prepare<[number], number>('SELECT id FROM results WHERE photograph_id = ?').pluck();
  store.inspections.put(resultOf.get(ids[1]!)!, inspectionVersion, [{ kind: 'missing', box: null, amount: 0.2 }]);
  db.close();
  store.photographs.decide([ids[0]!], { flag: 1 });
  const picture = { token: 'a', photographId: ids[2]!, resultId: 1, caption: '' };
  store.galleries.add('0'.repeat(32), 'Spring', [picture]);
  store.clientPicks.swap(
    { galleryId: '0'.repeat(32), name: 'Ann' },
    { savedAt: null, picks: [{ photographId: ids[2]!, picked: true, stars: 0, comment: '' }] },
  );
  const contentHash = createHash('sha256').update('waiting').digest('hex');
  store.proofs.add({ title: 'Waiting', origin: 'drop', folderId: null }, [
    { sourcePath: person('f3'), relativeFolder: '', contentHash, bytes: 1, width: 30, height: 20 },
  ]);
  store.close();
}

/** Texts of segmented controls that do not fit. */
const cutChoices = () =>
  window.page.evaluate<string[]>(`[...document.querySelectorAll('.mantine-SegmentedControl-root')]
    .filter((root) => root.checkVisibility())
    .flatMap((root) => [root, ...root.querySelectorAll('.mantine-SegmentedControl-label')])
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => textContent)`);

it('shows the full choice of photographs in each language, in the smallest window', async () => {
  const cut: string[] = [];
  await tiles().first().click();
  for (const language of languages) {
    await window.changeSettings({ language });
    await expect.poll(() => window.page.evaluate('document.documentElement.lang')).toBe(language);
    await press('Control+e');
    await expect.poll(() => id('export-which').getByRole('radio').count()).toBe(4);
    cut.push(...(await cutChoices()).map((text) => `${language} export: ${text}`));
    await close('export-go');
    await openGallery();
    cut.push(...(await cutChoices()).map((text) => `${language} gallery: ${text}`));
    await close('gallery-go');
  }
  expect(cut).toEqual([]);
  await window.changeSettings({ language: 'en' });
});

it('a gallery has as many pictures as its sheet shows, without unprocessed photographs and flawed results', async () => {
  const { page, app } = window;
  await answerDialogs(app, to);
  await openGallery();
  await id('gallery-which').getByText('All shown (5)').click();
  await expect.poll(() => id('gallery-count').textContent()).toBe('4 pictures');
  expect(await id('left-out-unprocessed').textContent()).toBe('One photograph has not been processed and is left out.');
  expect(await id('gallery-flawed').textContent()).toContain(
    'One result is marked “Part of the subject may be missing”.',
  );
  expect(await accessibilityFaults(page)).toEqual([]);
  await id('gallery-flawed-leaveOut').click();
  await expect.poll(() => id('gallery-count').textContent()).toBe('3 pictures');
  expect(await id('gallery-flawed').textContent()).toContain('One result is left out.');
  await id('gallery-title').fill('Anna');
  await id('gallery-folder-choose').click();
  await id('gallery-go').click();
  await id('notice-success').filter({ hasText: 'with 3 pictures was made' }).waitFor();
  expect(readdirSync(join(to, 'Anna', 'photographs'))).toHaveLength(3);
});

it('an export warns of flawed results, leaves them out, and shows them', async () => {
  const { page } = window;
  await press('Control+e');
  await id('export-which').getByText('All shown (5)').click();
  await expect.poll(() => id('export-estimate').textContent()).toContain('4 files');
  expect(await id('left-out-unprocessed').textContent()).toBe('One photograph has not been processed and is left out.');
  await id('export-flawed').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await id('export-flawed-leaveOut').click();
  await expect.poll(() => id('export-estimate').textContent()).toContain('3 files');
  await id('export-folder-choose').click();
  await id('export-go').click();
  await id('notice-success').filter({ hasText: '3 files were exported' }).waitFor();
  // A table contains no picture of them.
  await press('Control+e');
  await id('export-which').getByText('All shown (5)').click();
  await id('export-flawed').waitFor();
  await selectOption(page, 'export-kind', 'Table (CSV)');
  await id('export-flawed').waitFor({ state: 'detached' });
  await selectOption(page, 'export-kind', 'Files');
  await id('export-flawed-show').click();
  await id('export-go').waitFor({ state: 'detached' });
  const selected = () =>
    page.locator('[data-photograph][aria-selected="true"]').evaluateAll((all) => all.map((tile) => tile.textContent));
  await expect.poll(selected).toEqual([expect.stringContaining('DSC_0002.jpg')]);
});
