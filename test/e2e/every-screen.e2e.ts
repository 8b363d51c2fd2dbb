import { mkdirSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { operationList } from '../../contract/operations/table.ts';
import { type RecordedRequest, startScriptedServer } from '../helpers/service/scripted-server.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { visibleControls } from '../helpers/window/controls.ts';
import { openFolds } from '../helpers/window/open-sections.ts';
import { openSettings } from '../helpers/window/open-settings.ts';
import { answerDialogs, runPaletteCommand, selectOption } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const window = stageWindow('screens');
const { at, focus, go, id, press } = window;
beforeAll(() => window.open());

const screens = ['queue', 'review', 'folders', 'recipes', 'services', 'settings'] as const;

/** Opens another screen, and expects no question about unsaved changes. */
async function navigateWithoutPrompt(screen: (typeof screens)[number]): Promise<void> {
  await id(`nav-${screen}`).click();
  await id(`screen-${screen}`).or(id('unsaved-stay')).first().waitFor();
  expect(await id('unsaved-stay').count()).toBe(0);
}

it.each(screens)('%s is accessible', async (screen) => {
  await go(screen);
  expect(await accessibilityFaults(window.page)).toEqual([]);
});

it('all overlays of a screen are accessible: actions, menus, notifications', async () => {
  const { page } = window;
  const violations = () => accessibilityFaults(page);
  await id('nav-recipes').click();
  await id('preview-source').click();
  await page.getByRole('menuitem').first().waitFor();
  expect(await violations()).toEqual([]);
  await press('Escape', 'Control+K');
  await page.getByRole('dialog', { name: 'Commands' }).waitFor();
  expect(await violations()).toEqual([]);
  await press('Escape');
  await page.getByRole('dialog', { name: 'Commands' }).waitFor({ state: 'detached' });
  await id('nav-queue').click();
  await press('Control+Z');
  await id('notice-info').waitFor();
  // It follows the status bar, and stays while it has the focus.
  await id('help-button').focus();
  await press('Tab');
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Close');
  expect(await violations()).toEqual([]);
  // It covers nothing: the window ends above it.
  const box = async (testId: string) => (await id(testId).boundingBox())!;
  const [bar, notices] = [await box('status-bar'), await box('notices')];
  expect(bar.y + bar.height).toBeLessThanOrEqual(notices.y + 0.5);
  await press('Enter');
  await id('notice-info').waitFor({ state: 'detached' });
  await expect.poll(async () => (await box('notices')).height).toBe(0);
});

it('each screen starts with at most 25 controls', async () => {
  const { page, app } = window;
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.setContentSize(1440, 900));
  await expect.poll(() => page.evaluate('innerWidth')).toBe(1440);
  for (const screen of screens) {
    await go(screen);
    const controls = await visibleControls(page);
    expect(controls.length, `${screen}: ${controls.join(', ')}`).toBeLessThanOrEqual(25);
  }
});

it('screens are reached by their number keys', async () => {
  for (const [index, screen] of screens.entries()) {
    await press(`Control+${index + 1}`);
    await id(`screen-${screen}`).waitFor();
  }
});

it('the rail grows with longer labels', { tags: ['long'] }, async () => {
  const { page } = window;
  const gaps = await page.evaluate<number[]>(`(() => {
    const button = document.querySelector('[data-testid="nav-settings"]');
    const text = [...button.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE);
    const before = text.textContent;
    text.textContent = 'Einstellungen';
    const range = document.createRange();
    range.selectNodeContents(text);
    const [inner, outer] = [range.getBoundingClientRect(), button.getBoundingClientRect()];
    text.textContent = before;
    return [inner.left - outer.left, outer.right - inner.right];
  })()`);
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(5);
});

it('a recipe is created in the form and saved', async () => {
  const { page } = window;
  await id('nav-recipes').click();
  await id('recipe-item-product-on-white').click();
  await id('recipe-duplicate').click();
  await id('recipe-name').fill('Shoes, cropped');
  await openFolds(page);
  await id('recipe-template').fill('{name}-{date}');
  await id('recipe-save').click();
  await navigateWithoutPrompt('folders');
  await expect.poll(async () => (await window.snapshot()).recipes.map(({ name }) => name)).toContain('Shoes, cropped');
  const recipe = (await window.snapshot()).recipes.find(({ name }) => name === 'Shoes, cropped');
  expect(recipe?.output.template).toBe('{name}-{date}');
  expect(recipe?.steps[0]?.params).toEqual({ return_form: 'whiteBK' });
});

it('an unsaved recipe is listed by the name in its form, and previewed on a suitable sample', {
  tags: ['long'],
}, async () => {
  const { page } = window;
  await id('nav-recipes').click();
  await id('recipe-item-product-on-white').click();
  await id('recipe-new').click();
  await id('recipe-new-plain').click();
  const item = page.locator('[data-testid^="recipe-item-"][aria-current="true"]');
  await expect.poll(() => item.textContent()).toContain('New recipe');
  await id('recipe-name').fill('Shoes on white');
  await expect.poll(() => item.textContent()).toContain('Shoes on white');
  expect(await id('field-return_form').inputValue()).toBe('Transparent');
  await openFolds(page);
  expect(await id('recipe-quality').isDisabled()).toBe(true);
  await selectOption(page, 'field-return_form', 'On white');
  await expect.poll(() => id('recipe-quality').isDisabled()).toBe(false);
  await id('recipe-discard').click();
});

it('a recipe for a marketplace is created in four clicks', { tags: ['long'] }, async () => {
  await id('nav-recipes').click();
  await id('recipe-new').click();
  await id('recipe-new-amazon-main').click();
  await id('recipe-save').click();
  await navigateWithoutPrompt('queue');
  const recipe = (await window.snapshot()).recipes.find(({ name }) => name === 'Amazon, main image');
  expect(recipe?.steps[0]?.operation).toBe('commodity-background-removal');
  expect(recipe?.output).toMatchObject({ marketplace: 'amazon-main', format: 'jpeg', composition: { fill: 0.9 } });
  // Another recipe from the same preset gets a different name.
  await id('nav-recipes').click();
  await id('recipe-new').click();
  await id('recipe-new-amazon-main').click();
  await expect.poll(() => id('recipe-name').inputValue()).toBe('Amazon, main image 2');
  await id('recipe-discard').click();
});

it('a section opens by a key and for its errors, and keeps its state', { tags: ['long'] }, async () => {
  await id('nav-recipes').click();
  await id('recipe-item-portrait-cutout').click();
  const fold = id('fold-output-0-name');
  const isOpen = () => fold.getAttribute('aria-expanded');
  expect(await fold.textContent()).toContain('IMG_0412-Portrait cutout.png');
  await fold.press('Enter');
  await expect.poll(isOpen).toBe('true');
  const template = id('recipe-template');
  await template.fill('');
  await fold.click();
  await expect.poll(isOpen).toBe('false');
  await id('recipe-save').click();
  await expect.poll(isOpen).toBe('true');
  expect(await template.getAttribute('aria-invalid')).toBe('true');
  await template.fill('{name}');
  expect([await isOpen(), await template.getAttribute('aria-invalid')]).toEqual(['true', null]);
  await id('recipe-discard').click();
  await id('recipe-item-skin-soft').click();
  await expect.poll(isOpen).toBe('false');
  await id('recipe-item-portrait-cutout').click();
  await expect.poll(isOpen).toBe('true');
});

it('a saved recipe can be left without a question, an unsaved one only after an answer', async () => {
  await id('nav-recipes').click();
  await id('recipe-item-skin-soft').click();
  for (const name of ['Skin, softer', 'Skin, softest ', 'Skin, soft']) {
    await id('recipe-name').fill(name);
    await id('recipe-save').click();
    await id('recipe-item-portrait-cutout').click();
    await id('recipe-item-skin-soft').click();
    await expect.poll(() => id('recipe-name').inputValue()).toBe(name.trim());
  }
  await id('recipe-name').fill('Never to be kept');
  await id('nav-queue').click();
  await id('unsaved-stay').click();
  await expect.poll(() => id('recipe-name').inputValue()).toBe('Never to be kept');
  await id('nav-queue').click();
  await id('unsaved-discard').click();
  await id('screen-queue').waitFor();
  expect((await window.snapshot()).recipes.map(({ name }) => name)).not.toContain('Never to be kept');
});

it('a watch folder is added and left without a question, and no key discards a new one', async () => {
  const { app } = window;
  const watched = at('watched');
  mkdirSync(watched);
  await answerDialogs(app, watched);
  await id('nav-folders').click();
  await id('folders-add').first().click();
  await id('folder-path-path').getByText('watched').waitFor();
  await press('Escape');
  await id('unsaved-stay').waitFor();
  await press('Escape');
  await id('unsaved-stay').waitFor({ state: 'detached' });
  await id('folder-ignore').fill('rejects/**\n');
  await id('folder-polling').check();
  await id('folder-existing').getByText('Only new ones').click();
  await id('folder-save').click();
  await navigateWithoutPrompt('queue');
  await expect
    .poll(async () => (await window.snapshot()).folders)
    .toMatchObject([{ path: watched, ignore: ['rejects/**'], polling: true, existing: 'skip', followLinks: false }]);
});

it('a service is added and tested, and its key never reaches the window', async () => {
  const { page } = window;
  const server = await startScriptedServer();
  server.script('GET /api/common/query-credits', {
    json: { error_code: 0, error_detail: { code: '' }, data: [{ balance: 412, total: 500 }] },
  });
  try {
    await id('nav-services').click();
    await id('service-add').click();
    await id('service-name').fill('Studio');
    await id('service-address').fill(server.baseUrl);
    await id('service-key').fill('sk-very-secret');
    await id('service-test').click();
    await expect.poll(() => id('service-report').textContent()).toContain('412');
    await id('service-save').click();
    await page.getByRole('article', { name: 'Studio' }).getByText('412 (').waitFor();
    await navigateWithoutPrompt('review');
    await expect.poll(async () => (await window.snapshot()).profiles.map(({ name }) => name)).toContain('Studio');
    expect(JSON.stringify(await window.snapshot())).not.toContain('sk-very-secret');
    expect(server.requests[0]?.headers['service-api-key']).toBe('sk-very-secret');
  } finally {
    await server.close();
  }
});

it('the test detects a service’s form of task query, which is adopted and saved', async () => {
  const server = await startScriptedServer();
  const ids = { request_id: 'r', log_id: 'l' };
  const refusal = (code: string) => ({ ...ids, error_detail: { code, code_message: '', message: '' } });
  server.script('GET /api/common/query-credits', { json: { ...ids, data: [{ balance: 9 }] } });
  server.script('GET /*', { status: 405, bytes: 'Method Not Allowed', type: 'text/plain' });
  server.script('POST /api/common/query-async-task-result', {
    json: (request: RecordedRequest) => {
      const isMultipart = request.headers['content-type']?.startsWith('multipart') === true;
      const isKnown = isMultipart && request.parts().some(({ name }) => name === 'job_id');
      return refusal(isKnown ? 'ERROR_CONTENT_NOT_FOUND' : 'MISSING_PARAMETERS');
    },
  });
  server.script('POST /*', { status: 404, bytes: 'Not Found', type: 'text/plain' });
  try {
    await id('nav-services').click();
    await id('service-add').click();
    await id('service-name').fill('By post');
    await id('service-address').fill(server.baseUrl);
    await id('service-key').fill('sk-by-post');
    await id('service-test').click();
    const button = id('service-use-query');
    // Without scrolling: the button that began the test is always in view.
    await expect
      .poll(() =>
        button.evaluate(
          (shown) => shown.getBoundingClientRect().bottom < shown.ownerDocument.documentElement.clientHeight,
        ),
      )
      .toBe(true);
    await button.click();
    await id('service-save').click();
    await expect
      .poll(async () => (await window.snapshot()).profiles.find(({ name }) => name === 'By post'))
      .toMatchObject({ taskQueryMethod: 'POST', taskQueryField: 'job_id' });
    const submitted = server.requests.filter(({ path }) => operationList.some((operation) => operation.path === path));
    expect(submitted).toEqual([]);
  } finally {
    await server.close();
  }
});

it('the values of settings are fully readable, however long their help is', { tags: ['long'] }, async () => {
  const { page } = window;
  await openSettings(page, 'review');
  const field = id('settings-previews');
  await field.scrollIntoViewIfNeeded();
  const { scrollWidth, clientWidth } = await field.evaluate((input) => ({
    scrollWidth: input.scrollWidth,
    clientWidth: input.clientWidth,
  }));
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});

it('a setting is found by its text; arrows change the page, and the last page is shown again', async () => {
  const { page } = window;
  await id('nav-queue').click();
  await runPaletteCommand(page, 'copyright');
  await expect.poll(focus).toBe('settings-copyright');
  await runPaletteCommand(page, 'check results');
  await expect.poll(focus).toBe('settings-look');
  await runPaletteCommand(page, 'settings: power');
  await id('settings-body-power').waitFor();
  await id('settings-page-general').click();
  await press('ArrowDown');
  await id('settings-body-results').waitFor();
  await expect.poll(focus).toBe('settings-page-results');
  await press('End');
  await id('settings-body-data').waitFor();
  await id('nav-queue').click();
  await id('nav-settings').click();
  await id('settings-body-data').waitFor();
  expect(await id('settings-page-data').getAttribute('aria-current')).toBe('true');
});

it('settings survive a restart', async () => {
  const { page } = window;
  await openSettings(page, 'review');
  const { keptPreviewsMegabytes } = (await window.snapshot()).settings;
  // Choosing the same value again changes nothing.
  await selectOption(page, 'settings-previews', await id('settings-previews').inputValue());
  await openSettings(page, 'general');
  await id('settings-notifications').click({ force: true });
  await id('settings-appearance').getByText('Dark').click();
  await navigateWithoutPrompt('queue');
  await expect
    .poll(async () => (await window.snapshot()).settings)
    .toMatchObject({ appearance: 'dark', notifications: false, keptPreviewsMegabytes });
  await window.quit();
  await window.open();
  expect((await window.snapshot()).settings.appearance).toBe('dark');
  await expect.poll(() => window.page.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe('dark');
});
