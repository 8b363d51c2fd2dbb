import type { Settings } from '../../../contract/app/settings.ts';
import { request } from '../../bridge.ts';
import { sendGranted } from '../data/grants.ts';
import { currentData, useLoad } from '../data/store.ts';
import { isEqualStored } from '../forms/draft.ts';
import { type Form, openForm } from '../forms/form.ts';

let form: Form<Settings> | null = null;

/** Returns the settings as a form that never closes. */
function settingsForm(): Form<Settings> {
  if (form !== null) return form;
  const opened = openForm(currentData().settings, false, async (value) => {
    const { base } = opened.state.getState();
    const changed: Partial<Settings> = Object.fromEntries(
      Object.entries(value).filter(([name, each]) => !isEqualStored(each, base[name as keyof Settings])),
    );
    const { outputFolder } = changed;
    const reply = await sendGranted((toWire) => {
      const sent = outputFolder === undefined ? changed : { ...changed, outputFolder: toWire(outputFolder) };
      return request('settings.save', sent);
    });
    return reply.ok;
  });
  useLoad.subscribe((load, before) => {
    if (load.phase !== 'ready') return;
    const known = before.phase === 'ready' ? before.data.settings : null;
    if (load.data.settings !== known) opened.acceptStored(load.data.settings);
  });
  form = opened;
  return opened;
}

/** Returns the settings with changes that are still being saved. */
export const currentSettings = (): Settings => settingsForm().state.getState().value;

/**
 * Saves `change` on top of `currentSettings`, because a second change must not revert the first. Sends only changed
 * settings, so that changes made elsewhere stay.
 */
export async function changeSettings(change: Partial<Settings>): Promise<void> {
  const { state, edit, save, discard } = settingsForm();
  edit({ ...state.getState().value, ...change });
  const isStored = await save();
  // The next change must not include a rejected one.
  if (!isStored && state.getState().saving === null) discard();
}
