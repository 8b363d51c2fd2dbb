/** Opens commands of the light table: in its toolbar, its sort menu and the submenus of photographs. */
import type { Page } from 'playwright';

/** Clicks a toolbar button, or its menu item. */
export async function clickInToolbar(page: Page, testId: string): Promise<void> {
  if ((await page.getByTestId(testId).count()) === 0) await page.getByTestId('review-more').click();
  await page.getByTestId(testId).click();
}

/** @param by a column, or a direction */
export async function sortPhotographs(page: Page, by: 'name' | 'ascending' | 'descending'): Promise<void> {
  await page.getByTestId('review-sort').click();
  const entry = page.getByTestId(`review-sort-${by}`);
  await entry.click();
  await entry.waitFor({ state: 'detached' });
}

type Submenu = 'flag' | 'stars' | 'label' | 'process' | 'export';

/** Opens a submenu of the open context menu by the keyboard: unlike the pointer, it does not depend on a delay. */
export async function openSubmenu(page: Page, submenu: Submenu, command: string): Promise<void> {
  await page.getByTestId(`menus.${submenu}`).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByTestId(`menu-${command}`).waitFor();
}
