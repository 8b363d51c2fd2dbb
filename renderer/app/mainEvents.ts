/** Events of main: changes of lists, notifications, and requests before the window closes. */
import { formatMessage } from '../../contract/messages/format-message.ts';
import { requestQuietly, subscribe } from '../bridge.ts';
import { notify } from '../notifications.tsx';
import { finishStroke, isSavingTouch, unsavedTouchUps } from '../screens/review/touchUp/touchUp.ts';
import { jobList } from '../state/queue/jobList.ts';
import { followChanges, photographList } from '../state/review/photographList.ts';
import { pendingWork, runCloseHandlers } from '../state/window/closeHandlers.ts';
import { unsavedForms, useUi } from '../state/window/navigation.ts';

export const followNotices = () =>
  subscribe('notice', ({ tone, text }) => notify({ tone, text: () => formatMessage(text) }));

/** Updates listed rows, and reads the list of the current screen again. Other screens read theirs when they are shown. */
export function followLists(): () => void {
  return subscribe('changes', ({ jobs, jobsChanged, photographs, photographsChanged }) => {
    if (jobs) jobList.update(jobs);
    const { screen } = useUi.getState();
    if (jobsChanged && screen === 'queue') jobList.touch();
    if (photographs) photographList.update(photographs);
    if (photographsChanged && screen === 'review') followChanges();
  });
}

/** A save on a full disk could take hours. */
const closeTimeoutMs = 3000;

/** Saves entered text, and reports to main the changes that would be lost. @param saveForm also saves open forms */
async function prepareToClose({ saveForm }: { readonly saveForm: boolean }): Promise<void> {
  finishStroke();
  runCloseHandlers();
  const { forms } = useUi.getState();
  const savingForms = forms.map((form) => (saveForm && form.isUnsaved() ? form.save() : form.saving()));
  const timeout = new Promise((resolve) => setTimeout(resolve, closeTimeoutMs));
  await Promise.race([Promise.allSettled([...savingForms, ...pendingWork()]), timeout]);
  await requestQuietly('app.leaving', {
    forms: unsavedForms(),
    unsaved: unsavedTouchUps(),
    saving: isSavingTouch(),
    waiting: pendingWork().size > 0,
  });
}

export function handleCloseRequests(): () => void {
  window.addEventListener('pagehide', runCloseHandlers);
  const end = subscribe('leaving', (options) => void prepareToClose(options));
  return () => {
    window.removeEventListener('pagehide', runCloseHandlers);
    end();
  };
}
