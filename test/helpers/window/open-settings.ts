/** Opens a page of the settings as a user does. */
import type { Page } from 'playwright';
import type { SettingsPage } from '../../../renderer/state/settings/settingsPages.ts';

export type { SettingsPage };

export async function openSettings(page: Page, settingsPage: SettingsPage): Promise<void> {
  await page.getByTestId('nav-settings').click();
  await page.getByTestId(`settings-page-${settingsPage}`).click();
  await page.getByTestId(`settings-body-${settingsPage}`).waitFor();
}
