/** A product picture for a marketplace: previewed while its recipe is edited, on the user's photograph and by custom rules, then checked. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { openFolds } from '../helpers/window/open-sections.ts';
import { answerDialogs, quitAndAnswer, selectOption } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const sample = join(import.meta.dirname, '../../assets/samples/astronaut.png');

let photographs: string;
const window = stageWindow('presets');
const { at, id, press } = window;

beforeAll(async () => {
  photographs = at('shooting');
  mkdirSync(photographs);
  await sharp(sample).resize(2400).jpeg({ quality: 92 }).toFile(join(photographs, 'B000123456.jpg'));
  await sharp({ create: { width: 300, height: 200, channels: 3, background: '#3366cc' } })
    .jpeg()
    .toFile(at('linen.jpg'));
  await window.open();
  await window.changeSettings({ outputFolder: at('finished'), defaultRecipeId: 'portrait-cutout' });
  await window.useService();
});

/** Returns the URL of the composition after it is drawn from the current form. */
async function drawn(): Promise<string> {
  const { page } = window;
  await page.waitForTimeout(300);
  await page.locator('[data-testid="preview-composed"]:not([data-drawing])').waitFor();
  return (await page.locator('[data-testid="preview-composed"] img').getAttribute('src')) ?? '';
}

/** Waits for the marketplace's verdict on the current form. */
const verdict = (part: string | RegExp) =>
  expect
    .poll(async () => {
      const line = window.page.locator('[data-testid="verdict"]');
      return `${await line.getAttribute('data-passes')} ${await line.textContent()}`;
    })
    .toMatch(part);

it('shows the finished picture while its output is edited, without running the step again', async () => {
  const { page } = window;
  await id('nav-recipes').click();
  await id('recipe-item-portrait-cutout').click();
  await id('preview-picture').waitFor();
  await answerDialogs(window.app, join(photographs, 'B000123456.jpg'));
  await id('preview-source').click();
  await page.getByRole('menuitem', { name: 'Choose a photo…' }).click();
  await id('preview-source').filter({ hasText: 'B000123456' }).waitFor();
  await selectOption(window.page, 'recipe-marketplace', 'Amazon, main image');
  await expect.poll(() => id('fold-output-0-file').textContent()).toContain('Quality 92 · up to 10 MB · sRGB');
  await openFolds(page);
  expect(await id('recipe-most').inputValue()).toBe('10');
  expect(await id('recipe-most-unit').inputValue()).toBe('MB');
  const first = await drawn();
  expect(await id('preview-composed-notes').textContent()).toContain('2000 × 2000 px');
  expect(await id('guides').locator('[data-guide="fill"]').count()).toBe(1);
  // The name is checked while it is typed, and by the preview as by the file: amber, because that rule is not certain.
  await verdict(/^true Passes Amazon, main image, one rule to look at.*product’s number.*\(not certain\)/);
  const otherName = id('recipe-other-name');
  expect(await otherName.textContent()).toMatch(/^Amazon, main image: .*B000123456\.MAIN\.jpg.*\(not certain\)$/);
  await id('recipe-template').fill('{name}.MAIN');
  await otherName.waitFor({ state: 'detached' });
  await verdict(/^true Passes Amazon, main imageChecked on the finished file: .*its name/);
  await id('recipe-template').fill('{name}-{recipe}');
  await otherName.waitFor();
  await id('recipe-fill').fill('60');
  await expect.poll(drawn).not.toBe(first);
  await verdict('at least 85% is required');
  await id('recipe-fill').fill('90');
  await drawn();
});

it('accepts a picture as the background only through the system’s dialog', async () => {
  const { app } = window;
  await answerDialogs(app, at('linen.jpg'));
  await selectOption(window.page, 'recipe-backdrop', 'Picture');
  await id('recipe-backdrop-picture-choose').click();
  await id('recipe-backdrop-thumb').waitFor();
  expect(await id('recipe-backdrop-picture-path').textContent()).toBe('linen.jpg');
  await selectOption(window.page, 'recipe-backdrop-fit', 'Tile');
  await drawn();
  await verdict('The background is not white');
  await id('recipe-backdrop-picture-clear').click();
  await drawn();
  await verdict(/^true /);
});

async function addRule(kind: string): Promise<void> {
  await id('preset-add-rule').click();
  await id(`preset-add-${kind}`).click();
}

/** Edits the open preset, tries every way to leave it, and discards the edits. */
async function asksBeforeLeaving(): Promise<void> {
  const { page } = window;
  const name = id('preset-name');
  const question = id('unsaved-stay');
  const stay = async () => {
    await question.click();
    await question.waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Our other shop');
  };
  await name.fill('Our other shop');
  await press('Escape');
  await expect
    .poll(() => page.locator('[role="dialog"]', { has: question }).textContent())
    .toContain('You have unsaved changes to the preset “Our other shop”.');
  await stay();
  await id('preset-etsy').click();
  await stay();
  await id('preset-copy').click();
  await stay();
  // The question on quitting also mentions the recipe below.
  expect((await quitAndAnswer(window.app, 'Cancel')).join()).toMatch(
    /^You have unsaved changes to the preset “Our other shop”\. You .*recipe/,
  );
  await id('preset-etsy').click();
  await id('unsaved-discard').click();
  await id('preset-source').waitFor();
  await page.locator('[data-testid^="preset-own-"]').click();
  await name.waitFor();
  expect(await name.inputValue()).toBe('Our shop');
}

it('shows the rules of each marketplace with their sources, and saves a changed copy', async () => {
  const { page } = window;
  await id('recipe-presets').click();
  await id('preset-rules').waitFor();
  expect(await id('preset-rules').textContent()).toContain('Background exactly white');
  expect(await id('preset-rules').textContent()).toContain('Not certain');
  expect(await id('preset-source').first().textContent()).toMatch(/sellercentral.*Last checked on/s);
  expect(await accessibilityFaults(page, '[role="dialog"]')).toEqual([]);
  await id('preset-copy').click();
  await id('preset-name').fill('Our shop');
  await id('preset-fill-must-least').fill('95');
  await addRule('shortest-side');
  await id('preset-shortest-side-must-least').fill('800');
  await id('preset-remove-1').click();
  await addRule('fill');
  await id('preset-fill-must-least').fill('95');
  await expect.poll(() => id('preset-rules').textContent()).toContain('Shortest side: 800 px or more');
  expect(await accessibilityFaults(page, '[role="dialog"]')).toEqual([]);
  await id('preset-save').click();
  const saved = await window.until(({ presets }) => presets.length === 1);
  expect(saved.presets[0]).toMatchObject({ name: 'Our shop', copiedFrom: 'amazon-main' });
  expect(saved.presets[0]?.rules.slice(-2)).toMatchObject([
    { level: 'must', asks: { kind: 'shortest-side', least: 800 }, certain: true },
    { level: 'must', asks: { kind: 'fill', least: 0.95 }, certain: true },
  ]);
  expect(saved.presets[0]?.rules.find(({ asks }) => asks.kind === 'fill')?.asks).toEqual({ kind: 'fill', least: 0.95 });
  await asksBeforeLeaving();
  await id('preset-use').click();
  await drawn();
  await verdict('Does not pass Our shop');
  await selectOption(window.page, 'recipe-marketplace', 'Amazon, main image');
  await drawn();
  await id('recipe-save').click();
  await window.until(({ recipes }) => recipes.some(({ output }) => output.marketplace === 'amazon-main'));
});

it('checks finished files, and shows the result in the loupe', async () => {
  const { page } = window;
  await window.drop([photographs]);
  const [job] = await window.atRest(1);
  expect(job?.state).toBe('done');
  const [name = ''] = (readdirSync(at('finished'), { recursive: true }) as string[]).filter((each) =>
    each.endsWith('.jpg'),
  );
  const path = at('finished', name);
  expect(await sharp(path).metadata()).toMatchObject({ width: 2000, height: 2000, format: 'jpeg' });
  await id('nav-review').click();
  await page.locator('[data-testid^="review-item-"]').first().dblclick();
  await id('loupe-checks').waitFor();
  // The name is more than a product number, and a rule without a public source is marked as not certain.
  expect(await id('loupe-checks').textContent()).toMatch(
    /Passes Amazon, main image, one rule to look at.*product’s number.*\(not certain\)/s,
  );
});

it('checks the selection by custom rules, and saves a table of it', async () => {
  const { page, app } = window;
  await press('Escape');
  // The heading stays complete in a small window.
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1024, 700));
  await id('review-more').click();
  const search = id('review-search');
  expect((await search.boundingBox())?.width).toBeGreaterThan(130);
  const cut = await page.locator('header h2').evaluateAll((all) => all.filter((h2) => h2.scrollWidth > h2.clientWidth));
  expect(cut).toEqual([]);
  await id('check-open').click();
  await selectOption(window.page, 'check-preset', 'Our shop');
  await id('check-go').click();
  await id('check-table').waitFor();
  expect(await id('check-sum').textContent()).toBe('1 photograph does not pass.');
  expect(await id('check-table').textContent()).toContain('at least 95% is required');
  await answerDialogs(app, window.folder);
  await id('check-save').click();
  await id('notice-success').filter({ hasText: '.csv' }).waitFor();
  const [table = ''] = readdirSync(window.folder).filter((name) => name.endsWith('.csv'));
  expect(table).toMatch(/^Our shop /);
  expect(readFileSync(at(table), 'utf8')).toContain('B000123456-Portrait cutout.jpg');
  // Files from the dialog are checked too.
  await answerDialogs(app, at('linen.jpg'));
  await id('check-files').click();
  await expect.poll(() => id('check-table').textContent()).toContain('linen.jpg');
  expect(await id('check-select').count()).toBe(0);
  await id('check-go').click();
  await id('check-select').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await id('check-select').click();
  await id('check').waitFor({ state: 'detached' });
  const selected = page.locator('[data-testid^="review-item-"][aria-selected="true"]');
  await selected.filter({ hasText: 'B000123456' }).waitFor();
  expect(await selected.count()).toBe(1);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1360, 800));
});
