/** What is folded in a form. */
import type { Page } from 'playwright';

/** Opens all that is folded in the form that is shown, so that each of its fields can be reached. */
export async function openFolds(page: Page): Promise<void> {
  const closed = page.locator('[data-testid^="fold-"][aria-expanded="false"]:visible');
  while ((await closed.count()) > 0) await closed.first().click();
}
