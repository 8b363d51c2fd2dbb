/** What has to be done before the window is closed: what was typed is kept, and main is told what would be lost. */
import { requestQuietly, subscribe } from '../bridge.ts';
import { unsavedForms, useUi } from './navigation.ts';
import { finishStroke, isSavingTouch, unsavedTouchUps } from './touchUp.ts';

/** Nothing is waited for longer than this (ms): a full disk may hold it up for hours. */
const patience = 3000;

const duties = new Set<() => void>();
const underWay = new Set<Promise<unknown>>();

/** `duty` is done before the window is closed; the returned function ends that. */
export function onBeforeClose(duty: () => void): () => void {
  duties.add(duty);
  return () => {
    duties.delete(duty);
  };
}

/** The window is not closed while this is under way. */
export function trackPending<T>(work: Promise<T>): Promise<T> {
  underWay.add(work);
  const end = () => void underWay.delete(work);
  work.then(end, end);
  return work;
}

/** @param saveForm the user wants what the open forms hold to be saved */
async function prepareToClose({ saveForm }: { readonly saveForm: boolean }): Promise<void> {
  finishStroke();
  for (const duty of duties) duty();
  const { forms } = useUi.getState();
  const savingForms = forms.map((form) => (saveForm && form.isUnsaved() ? form.save() : form.saving()));
  const timeout = new Promise((resolve) => setTimeout(resolve, patience));
  await Promise.race([Promise.allSettled([...savingForms, ...underWay]), timeout]);
  await requestQuietly('app.leaving', {
    ...{ forms: unsavedForms(), unsaved: unsavedTouchUps(), saving: isSavingTouch() },
    waiting: underWay.size > 0,
  });
}

/** Answers main, and does what is due when the page is loaded anew. The returned function ends it. */
export function handleCloseRequests(): () => void {
  const onHide = () => {
    for (const duty of duties) duty();
  };
  window.addEventListener('pagehide', onHide);
  const end = subscribe('leaving', (options) => void prepareToClose(options));
  return () => {
    window.removeEventListener('pagehide', onHide);
    end();
  };
}
