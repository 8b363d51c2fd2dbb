/** Prepares the window for closing: saves entered text, and reports to main the changes that would be lost. */

import { requestQuietly, subscribe } from '../bridge.ts';
import { finishStroke, isSavingTouch, unsavedTouchUps } from '../screens/review/touchUp/touchUp.ts';
import { pendingWork, runCloseHandlers } from '../state/window/closeHandlers.ts';
import { unsavedForms, useUi } from '../state/window/navigation.ts';

/** A save on a full disk could take hours (ms). */
const timeoutMs = 3000;

/** @param saveForm also saves the open forms */
async function prepareToClose({ saveForm }: { readonly saveForm: boolean }): Promise<void> {
  finishStroke();
  runCloseHandlers();
  const { forms } = useUi.getState();
  const savingForms = forms.map((form) => (saveForm && form.isUnsaved() ? form.save() : form.saving()));
  const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs));
  await Promise.race([Promise.allSettled([...savingForms, ...pendingWork()]), timeout]);
  await requestQuietly('app.leaving', {
    forms: unsavedForms(),
    unsaved: unsavedTouchUps(),
    saving: isSavingTouch(),
    waiting: pendingWork().size > 0,
  });
}

/** Answers main’s questions before closing. @returns a function that ends it */
export function handleCloseRequests(): () => void {
  window.addEventListener('pagehide', runCloseHandlers);
  const end = subscribe('leaving', (options) => void prepareToClose(options));
  return () => {
    window.removeEventListener('pagehide', runCloseHandlers);
    end();
  };
}
