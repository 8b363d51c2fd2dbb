/** The pages of the settings, and the settings on each. */
import { create } from 'zustand';
import { goTo } from '../window/navigation.ts';

/** Message keys of the titles, in the order of the pages. */
export const pageTitles = {
  general: 'settings.general.title',
  results: 'settings.work.title',
  review: 'nav.review',
  engine: 'settings.engine.title',
  power: 'settings.power.title',
  studio: 'joining.title',
  network: 'settings.network.title',
  data: 'settings.advanced.title',
} as const;
export type SettingsPage = keyof typeof pageTitles;
export const settingsPages = Object.keys(pageTitles) as SettingsPage[];

/** The page of each setting, and the message key of its label. */
export const settingLabels = {
  appearance: ['general', 'settings.appearance.label'],
  language: ['general', 'settings.language.label'],
  shortcuts: ['general', 'shortcuts.title'],
  notifications: ['general', 'settings.window.notifications'],
  tray: ['general', 'settings.window.tray'],
  login: ['general', 'settings.window.login'],
  version: ['general', 'settings.updates.title'],
  updates: ['general', 'settings.updates.itself'],
  output: ['results', 'settings.work.output'],
  recipe: ['results', 'settings.work.recipe'],
  service: ['results', 'settings.work.service'],
  creator: ['results', 'settings.work.creator'],
  copyright: ['results', 'settings.work.copyright'],
  measure: ['review', 'settings.power.measure'],
  look: ['review', 'settings.power.look'],
  previews: ['review', 'settings.previews.keep'],
  space: ['review', 'settings.previews.space'],
  rawPreview: ['review', 'settings.raw.preview'],
  rawPair: ['review', 'settings.raw.pair'],
  graphics: ['engine', 'settings.engine.graphics'],
  awake: ['power', 'settings.power.awake'],
  battery: ['power', 'settings.power.battery'],
  whenDone: ['power', 'settings.power.done'],
  proxy: ['network', 'settings.network.proxy'],
  certificates: ['network', 'settings.network.certificates'],
  forget: ['data', 'privacy.settings.forget'],
  data: ['data', 'settings.advanced.data'],
  logs: ['data', 'settings.advanced.logs'],
  diagnostics: ['data', 'settings.advanced.diagnostics'],
  crashes: ['data', 'crashes.title'],
  plainKeys: ['data', 'settings.advanced.plainKeys'],
} as const satisfies Record<string, readonly [SettingsPage, string]>;
export type SettingId = keyof typeof settingLabels;

export const useSettingsPage = create<{ readonly page: SettingsPage }>(() => ({ page: 'general' }));

export const showPage = (page: SettingsPage): void => useSettingsPage.setState({ page });

export function openSettingsPage(page: SettingsPage): void {
  showPage(page);
  goTo('settings');
}

/** Shows a setting and focuses it. */
export function openSetting(setting: SettingId): void {
  showPage(settingLabels[setting][0]);
  goTo('settings', { setting });
}

/** Opens the form for joining a studio or changing this station. */
export function openStudioForm(): void {
  showPage('studio');
  goTo('settings', 'studio');
}
