import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Settings, settingsSchema } from '../../../../contract/app/settings.ts';
import type { Reply } from '../../../../preload/channels.ts';
import { dataOf, withChanges } from '../../../../renderer/state/data/appData.ts';
import { currentData, useLoad } from '../../../../renderer/state/data/store.ts';
import { changeSettings } from '../../../../renderer/state/settings/settings.ts';
import { stubBridge } from '../../../helpers/window/photograph-lists.ts';
import { snapshotOf } from '../../../helpers/window/window-data.ts';

/** A fake main process that stores settings unless it rejects them, and publishes them on the test's command. */
let stored: Settings;
let refuses: boolean;
const publishSettings = () => useLoad.setState({ data: withChanges(currentData(), { settings: { ...stored } }) });

beforeEach(() => {
  refuses = false;
  stored = settingsSchema.parse({});
  const save = async (changed: Partial<Settings>): Promise<Reply<undefined>> => {
    if (refuses) return { ok: false, message: 'No.' };
    stored = { ...stored, ...changed };
    return { ok: true, value: undefined };
  };
  stubBridge({ settings: { save } });
  useLoad.setState({ phase: 'ready', data: dataOf(snapshotOf({ settings: stored })) }, true);
});
afterEach(() => {
  // Main publishes a moment after each save.
  publishSettings();
});

it('applies a change to the last saved settings, even before main has reported them', async () => {
  await changeSettings({ notifications: false });
  await changeSettings({ keepInTray: true });
  expect(stored).toMatchObject({ notifications: false, keepInTray: true });
});

it('applies a change to another one that is still in progress', async () => {
  await Promise.all([changeSettings({ notifications: false }), changeSettings({ keepInTray: true })]);
  expect(stored).toMatchObject({ notifications: false, keepInTray: true });
});

it('adopts changes from elsewhere', async () => {
  await changeSettings({ notifications: false });
  publishSettings();
  stored = { ...stored, paused: true };
  publishSettings();
  await changeSettings({ keepInTray: true });
  expect(stored).toMatchObject({ notifications: false, keepInTray: true, paused: true });
});

it('keeps changes from elsewhere, even before main has reported them', async () => {
  stored = { ...stored, paused: true };
  await changeSettings({ keepInTray: true });
  expect(stored).toMatchObject({ keepInTray: true, paused: true });
});

it('leaves out a rejected change from the next one', async () => {
  refuses = true;
  await changeSettings({ defaultRecipeId: 'gone' });
  refuses = false;
  await changeSettings({ keepInTray: true });
  expect(stored).toMatchObject({ keepInTray: true, defaultRecipeId: settingsSchema.parse({}).defaultRecipeId });
});
