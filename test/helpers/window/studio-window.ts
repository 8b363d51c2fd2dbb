/** Joins a studio in the real window, as a user does. */
import { expect } from 'vitest';
import type { TestDatabase } from '../studio/postgres.ts';
import { openSettings } from './open-settings.ts';
import { answerDialogs, type OpenWindow } from './window.ts';

/** Values of the form; `mount` is the folder of the only share, `photos`. */
export interface Joining {
  readonly name: string;
  readonly person: string;
  readonly mount: string;
}

/** Answers the confirmation of main with "Join". */
async function agree({ app }: OpenWindow): Promise<void> {
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = (async (...args: unknown[]) => {
      const { buttons } = args.at(-1) as { buttons: string[] };
      return { response: buttons.indexOf('Join'), checkboxChecked: false };
    }) as typeof dialog.showMessageBox;
  });
}

/** Fills in the form for joining, checks the share and returns the displayed result. */
export async function fillInStudio(
  window: OpenWindow,
  { address, password }: TestDatabase & { readonly password: string },
  { name, person, mount }: Joining,
): Promise<string | null> {
  const { page } = window;
  await agree(window);
  await answerDialogs(window.app, mount);
  await openSettings(page, 'studio');
  await page.getByTestId('studio-join').click();
  await page.getByTestId('studio-save').click();
  await page.getByText('Enter the address of the studio’s database.').waitFor();
  await page.getByTestId('studio-address').fill(address);
  await page.getByTestId('studio-password').fill(password);
  await page.getByTestId('studio-name').fill(name);
  await page.getByTestId('studio-person').fill(person);
  await page.getByTestId('studio-share-add').click();
  await page.getByTestId('studio-share-name').fill('photos');
  await page.getByTestId('studio-share-folder-choose').click();
  await page.getByTestId('studio-share-folder-path').getByText(mount).waitFor();
  await page.getByTestId('studio-share-check').click();
  const checkResult = page.getByTestId('studio-share-checked');
  await expect.poll(() => checkResult.textContent()).not.toMatch(/^(Checking…)?$/);
  return checkResult.textContent();
}

/** Joins a studio by its form. @param isNew creates the studio in the database */
export async function joinStudio(
  window: OpenWindow,
  database: TestDatabase & { readonly password: string },
  joining: Joining,
  isNew = true,
): Promise<void> {
  const { page } = window;
  await fillInStudio(window, database, joining);
  await page.getByTestId('studio-save').click();
  if (isNew) await page.getByTestId('studio-make').click();
  await page.getByTestId('nav-studio').waitFor();
}
