/** Changes of the app's settings from the window, one on top of the other. */
import type { Settings } from '../../../contract/app/settings.ts';
import { request } from '../../bridge.ts';
import { sendGranted } from '../data/grants.ts';
import { currentData, useLoad } from '../data/store.ts';
import { isEqualStored } from '../forms/draft.ts';
import { type Form, openForm } from '../forms/form.ts';

let form: Form<Settings> | null = null;

/** The settings as a form that is open as long as the window is. */
function settingsForm(): Form<Settings> {
  if (form !== null) return form;
  const opened = openForm(currentData().settings, false, async (value) => {
    const { base } = opened.state.getState();
    const changed: Partial<Settings> = Object.fromEntries(
      Object.entries(value).filter(([name, each]) => !isEqualStored(each, base[name as keyof Settings])),
    );
    const { outputFolder } = changed;
    const reply = await sendGranted((read) =>
      request('settings.save', outputFolder === undefined ? changed : { ...changed, outputFolder: read(outputFolder) }),
    );
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

/** With what is on its way to main. */
export const currentSettings = (): Settings => settingsForm().state.getState().value;

/**
 * Stores `change` at once, and nothing else: what was changed elsewhere, and main has yet to tell of, stays. It is laid over
 * what was saved last and not over what the window shows: a second change must not take back the first.
 */
export async function changeSettings(change: Partial<Settings>): Promise<void> {
  const { state, edit, save, discard } = settingsForm();
  edit({ ...state.getState().value, ...change });
  const isStored = await save();
  // What was refused must not go along with the next change.
  if (!isStored && state.getState().saving === null) discard();
}
