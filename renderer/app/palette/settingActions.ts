import type { SpotlightActionData } from '@mantine/spotlight';
import type { TFunction } from 'i18next';
import {
  openSetting,
  openSettingsPage,
  pageTitles,
  type SettingId,
  type SettingsPage,
  settingLabels,
  settingsPages,
} from '../../state/settings/settingsPages.ts';

/** Settings with their own command. */
const commandSettings: ReadonlySet<SettingId> = new Set([
  ...(['language', 'shortcuts', 'data', 'logs', 'diagnostics', 'crashes'] as const),
]);

/** Returns palette entries for pages of the settings, and for single settings. */
export function settingActions(t: TFunction, hasKeyStore: boolean): SpotlightActionData[] {
  const pageAction = (page: SettingsPage): SpotlightActionData => ({
    id: `settings-${page}`,
    label: t('palette.setting', { name: t(pageTitles[page]) }),
    onClick: () => openSettingsPage(page),
  });
  const settingAction = (id: SettingId): SpotlightActionData => ({
    id: `setting-${id}`,
    label: t('palette.setting', { name: t(settingLabels[id][1]) }),
    keywords: t(pageTitles[settingLabels[id][0]]),
    onClick: () => openSetting(id),
  });
  const ids = (Object.keys(settingLabels) as SettingId[]).filter(
    (id) => !commandSettings.has(id) && !(id === 'plainKeys' && hasKeyStore),
  );
  return [...settingsPages.map(pageAction), ...ids.map(settingAction)];
}
