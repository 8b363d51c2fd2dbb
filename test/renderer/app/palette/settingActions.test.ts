import i18next from 'i18next';
import { afterEach, expect, it } from 'vitest';
import '../../../../renderer/locales/setup.ts';
import { settingActions } from '../../../../renderer/app/palette/settingActions.ts';
import { useSettingsPage } from '../../../../renderer/state/settings/settingsPages.ts';
import { useUi } from '../../../../renderer/state/window/navigation.ts';

afterEach(() => {
  useUi.setState(useUi.getInitialState(), true);
  useSettingsPage.setState(useSettingsPage.getInitialState(), true);
});

const run = (label: string) => {
  const action = settingActions(i18next.t, true).find((each) => each.label === label);
  (action?.onClick as (() => void) | undefined)?.();
  return [useUi.getState().screen, useSettingsPage.getState().page, useUi.getState().intent];
};

it('goes to a setting on its page', () => {
  expect(run('Settings: Copyright')).toEqual(['settings', 'results', { setting: 'copyright' }]);
  expect(run('Settings: Check results automatically')).toEqual(['settings', 'review', { setting: 'look' }]);
});

it('goes to a page', () => {
  expect(run('Settings: Network')).toEqual(['settings', 'network', null]);
});

it('has no entry for settings with their own command or without a field', () => {
  const idsWith = (hasKeyStore: boolean) => settingActions(i18next.t, hasKeyStore).map(({ id }) => id);
  expect(idsWith(true)).not.toContain('setting-language');
  expect(idsWith(true)).not.toContain('setting-plainKeys');
  expect(idsWith(false)).toContain('setting-plainKeys');
});
