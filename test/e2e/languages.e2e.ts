import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { openSettings } from '../helpers/window/open-settings.ts';
import { fillForTour, tour } from '../helpers/window/tour.ts';
import { cutOff, notRedrawn, untranslated } from '../helpers/window/untranslated.ts';
import { openPalette, selectOption } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const window = stageWindow('languages');
const { focus, go, id, press } = window;
beforeAll(async () => {
  await window.open({ env: { LC_ALL: 'en_XA.UTF-8', LANGUAGE: 'en_XA' } });
  await window.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.setContentSize(1024, 700));
  await window.useService();
  await fillForTour(window, window.folder);
});

const lang = () => window.page.evaluate('document.documentElement.lang');

/** Text that is not translated: names of files and folders, brands, formats, units, keys. */
const own =
  /\bhttp:\/\S*|\/?tmp\/\S*|\bburnish-languages-\w+\/?|\b(service-api-key|GET|task_id|return_form)\b|\/[\w/.-]+|\{\w+\}|\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b|\b[\w-]+\.(jpg|png|txt)\b|\b(Shooting|Finished|Drawing|Burnish|BiRefNet( lite| 512)?|ISNet|U²-Net|AILabTools|Ctrl|Shift|Alt|Caps Lock|Home|End|Enter|Esc|Space|Del|Delete|Tab|JPEG|PNG|TIFF|WebP|GIF|BMP|AVIF|ICC|sRGB|MB|GB|KB|px|ms|min|MIT|Apache-2\.0|CSV|JSON|XMP|AM|PM)\b/g;

it('has no English text, and no cut-off text, in the smallest window', { tags: ['long'] }, async () => {
  const left: string[] = [];
  await tour(window, window.folder, async (stop) => {
    await window.page.waitForTimeout(350);
    if (process.env.SHOTS) await window.page.screenshot({ path: join(process.env.SHOTS, `xa-${stop}.png`) });
    left.push(...(await untranslated(window.page, own)).map((text) => `${stop}: English: ${text}`));
    left.push(...(await cutOff(window.page)).map((text) => `${stop}: ${text}`));
  });
  expect([...new Set(left)]).toEqual([]);
});

it('switches the language at once: window, menu and stored messages', async () => {
  const { page } = window;
  await openSettings(page, 'general');
  const notice = id('notice-info');
  await press('Control+Z');
  // The pointer stays on the notification to keep it open.
  await notice.hover();
  await id('settings-language').focus();
  await id('settings-language').dispatchEvent('click');
  await page.getByRole('option', { name: '日本語', exact: true }).dispatchEvent('click');
  await page.getByRole('heading', { name: '設定', exact: true }).waitFor();
  await expect.poll(lang).toBe('ja');
  // The system may have no font for it.
  expect(await page.evaluate("[...document.fonts].some(({ family }) => family.includes('Noto Sans JP'))")).toBe(true);
  await expect.poll(focus).toBe('settings-language');
  // Open notifications change their language.
  expect(await notice.textContent()).toContain('取り消す');
  expect(await notice.getByRole('button').getAttribute('aria-label')).toBe('閉じる');
  const menu = () => window.app.evaluate(({ Menu }) => Menu.getApplicationMenu()!.items.map(({ label }) => label));
  await expect.poll(menu).toContain('ファイル(&F)');
  // Earlier rejections are stored as message keys.
  await id('nav-queue').click();
  await page.getByText('「broken.jpg」').first().waitFor();
  expect(await notRedrawn(page)).toEqual([]);
  for (const screen of ['review', 'folders', 'recipes', 'services'] as const) {
    await go(screen);
    await expect.poll(() => notRedrawn(page), { timeout: 5000 }).toEqual([]);
  }
  // The palette finds the field by its translated name.
  await openPalette(page);
  await page.keyboard.type('言語');
  await page.locator('[data-action][data-selected]').waitFor();
  await press('Enter');
  await expect.poll(focus).toBe('settings-language');
  await selectOption(page, 'settings-language', 'Français');
  await page.getByRole('heading', { name: 'Réglages', exact: true }).waitFor();
  await expect.poll(menu).toContain('&Fichier');
});

it('keeps important controls complete and in one line in the smallest window, and drops the least important', async () => {
  const { page } = window;
  const middle = async (testId: string) => {
    const box = (await id(testId).boundingBox())!;
    return Math.round(box.y + box.height / 2);
  };
  const isFullyVisible = (testId: string) =>
    id(testId).evaluate((element) => {
      const { scrollWidth, clientWidth } = element as unknown as Record<'scrollWidth' | 'clientWidth', number>;
      return scrollWidth <= clientWidth;
    });
  /** Whether the bar with this element is a single line with all its content. */
  const fitsOnOneLine = (testId: string) =>
    page.evaluate<boolean>(`(() => {
      const bar = document.querySelector('[data-testid="${testId}"]').closest('header, [role="toolbar"]');
      const boxes = [...bar.children].map((each) => each.getBoundingClientRect()).filter(({ height }) => height > 0);
      const middles = boxes.map(({ top, height }) => top + height / 2);
      const right = Math.max(...boxes.map((box) => box.right));
      return Math.max(...middles) - Math.min(...middles) <= 1 && right <= bar.getBoundingClientRect().right && bar.scrollWidth <= bar.clientWidth;
    })()`);
  await window.changeSettings({ language: 'ja' });
  await id('nav-queue').click();
  await expect.poll(() => id('queue-more').getAttribute('aria-label')).toBe('写真を追加するその他の方法');
  expect(await middle('choose-button')).toBe(await middle('recipe-select'));
  await window.changeSettings({ language: 'de' });
  await expect.poll(() => id('choose-button').textContent()).toBe('Ablegen oder wählen…');
  for (const language of ['de', 'ru'] as const) {
    // Shows every optional part of the toolbar.
    await window.changeSettings({ language, lookFirst: true });
    await id('look-first-on').waitFor();
    await expect.poll(lang).toBe(language);
    expect(await middle('choose-button')).toBe(await middle('recipe-select'));
    expect(await middle('queue-search')).toBe(await middle('queue-filter-failed'));
  }
  await window.changeSettings({ language: 'de', lookFirst: false });
  await id('nav-recipes').click();
  expect(await middle('recipe-save')).toBe(await middle('recipe-more'));
  await id('nav-review').click();
  await id('filter-unflagged').click();
  for (const language of ['ru', 'de'] as const) {
    await window.changeSettings({ language });
    await expect.poll(lang).toBe(language);
    for (const part of ['review-sort', 'filter-more'])
      expect([language, part, await fitsOnOneLine(part)]).toEqual([language, part, true]);
    expect(await cutOff(page)).toEqual([]);
  }
  await id('review-filters-off').click();
  await page.locator('[data-testid^="review-item-"]').first().click();
  await press('Control+A', 'c');
  await id('compare').waitFor();
  expect(await isFullyVisible('panes-title')).toBe(true);
  await press('Escape');
  await window.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.setContentSize(1500, 700));
});

it('keeps language and appearance after a restart, from the first paint on', async () => {
  await window.changeSettings({ language: 'fr', appearance: 'dark' });
  await window.quit();
  await window.open();
  expect(await window.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');
  const firstPaint = await (await window.page.reload())!.text();
  expect(firstPaint).toMatch(/<html lang="fr">.*>File d’attente</s);
  await id('nav-queue').click();
  await window.page.getByRole('heading', { name: 'File d’attente', exact: true }).waitFor();
});
