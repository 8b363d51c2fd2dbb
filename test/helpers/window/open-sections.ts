import type { Page } from 'playwright';

/** More sections than any form has. */
const maxFolds = 100;

/** Expands all sections of the topmost form, so that each field can be reached. */
export async function openFolds(page: Page): Promise<void> {
  const dialog = page.locator('[role="dialog"]:visible');
  const form = (await dialog.count()) > 0 ? dialog.last() : page;
  const closed = form.locator('[data-testid^="fold-"][aria-expanded="false"]:visible');
  for (let opened = 0; (await closed.count()) > 0; opened += 1) {
    if (opened === maxFolds) throw new Error(`Something was still folded after ${maxFolds} were opened.`);
    await closed.first().click();
  }
}
