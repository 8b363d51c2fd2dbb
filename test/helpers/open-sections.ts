/** What is folded in a form. */
import type { Page } from 'playwright';

/** More than any form has. */
const maxFolds = 100;

/** Opens all that is folded in the form that is shown, so that each of its fields can be reached. */
export async function openFolds(page: Page): Promise<void> {
  const closed = page.locator('[data-testid^="fold-"][aria-expanded="false"]:visible');
  for (let opened = 0; (await closed.count()) > 0; opened += 1) {
    if (opened === maxFolds) throw new Error(`Something was still folded after ${maxFolds} were opened.`);
    await closed.first().click();
  }
}
