/** Opens commands of the light table: in its toolbar, its sort menu and the submenus of photographs. */
import type { Page } from 'playwright';
import { waitUntil } from '../run/wait-until.ts';

/** Clicks a toolbar button, or its menu item. */
export async function clickInToolbar(page: Page, testId: string): Promise<void> {
  if ((await page.getByTestId(testId).count()) === 0) await page.getByTestId('review-more').click();
  await page.getByTestId(testId).click();
}

/** Sorts by name from the first, and waits until the grid shows that order: keys before then move in the former one. */
export async function sortByName(page: Page): Promise<void> {
  for (const by of ['name', 'ascending']) {
    await page.getByTestId('review-sort').click();
    const entry = page.getByTestId(`review-sort-${by}`);
    await entry.click();
    await entry.waitFor({ state: 'detached' });
  }
  const shown = page.locator('[data-testid^="review-item-"] .ellipsis:not([data-testid])');
  await waitUntil(async () => {
    const names = await shown.allTextContents();
    return names.length > 1 && names.every((name, index) => index === 0 || names[index - 1]! <= name);
  }, 'The grid does not show the order of names.');
}

type Submenu = 'flag' | 'stars' | 'label' | 'process' | 'export';

/** Opens a submenu of the open context menu by the keyboard: unlike the pointer, it does not depend on a delay. */
export async function openSubmenu(page: Page, submenu: Submenu, command: string): Promise<void> {
  await page.getByTestId(`menus.${submenu}`).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByTestId(`menu-${command}`).waitFor();
}
