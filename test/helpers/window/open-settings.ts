/** The way to a page of the settings, as a user takes it. */
import type { Page } from 'playwright';
import type { SettingsPage } from '../../../renderer/state/settings/settingsPages.ts';

export type { SettingsPage };

/** Goes to the settings and opens one of their pages. */
export async function openSettings(page: Page, settingsPage: SettingsPage): Promise<void> {
  await page.getByTestId('nav-settings').click();
  await page.getByTestId(`settings-page-${settingsPage}`).click();
  await page.getByTestId(`settings-body-${settingsPage}`).waitFor();
}
