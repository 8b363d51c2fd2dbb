/** Before the window goes for good: it keeps what was typed, and the user is asked before a form or strokes are lost. */

import { type CloseState, type UnsavedForm, unsavedMessage } from '../../../contract/app/unsaved-changes.ts';
import { joinMessages, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { ConfirmDialog } from '../../ipc/bridge/desktop-actions.ts';
import type { SaveAnswer } from './unsaved-dialog-buttons.ts';

export interface ClosingParts {
  /** Tells the page that it is to be closed; false where there is none that could have anything to keep. */
  notifyPage(request: { readonly saveForm: boolean }): boolean;
  /** Resolves when nothing that was touched up is being saved any more. */
  saved(): Promise<void>;
  /** Asks in a dialog that the page has no part in: a page can hold up nothing. */
  confirm(question: ConfirmDialog): Promise<boolean>;
  /** Asks in such a dialog whether changes are to be saved. */
  offerToSave(message: MessageDescriptor): Promise<SaveAnswer>;
  /** A page that does not answer for so long (ms) has nothing to say. */
  readonly patience?: number;
}

export interface ClosingGuard {
  /** What the page says. */
  answer(state: CloseState): void;
  /** Whether the window may go; false where the user wants to stay. */
  canLeave(): Promise<boolean>;
}

export function guardClosing(parts: ClosingParts): ClosingGuard {
  const { notifyPage, saved, confirm, offerToSave, patience = 5000 } = parts;
  let answered: (state: CloseState | null) => void = () => undefined;

  function ask(shouldSaveForm = false): Promise<CloseState | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), patience);
      answered = (state) => {
        clearTimeout(timer);
        resolve(state);
      };
      if (!notifyPage({ saveForm: shouldSaveForm })) answered(null);
    });
  }

  /** False where it is neither saved nor given up. */
  async function canLeaveForms(forms: readonly UnsavedForm[]): Promise<boolean> {
    const [first, ...others] = forms.map(unsavedMessage);
    if (first === undefined) return true;
    const chosen = await offerToSave(others.length === 0 ? first : joinMessages(first, ...others));
    if (chosen !== 'save') return chosen === 'discard';
    // What was refused is told by the page, in the form.
    const state = await ask(true);
    return state === null || state.forms.length === 0;
  }

  const canLoseWaiting = () =>
    confirm({
      message: msg('desktop.leave.waiting'),
      detail: msg('desktop.leave.waitingText'),
      button: msg('desktop.leave.quit'),
    });

  return {
    answer: (state) => answered(state),
    async canLeave() {
      let state = await ask();
      await saved();
      // What could not be saved is told as unsaved now.
      if (state?.saving) state = await ask();
      if (!(await canLeaveForms(state?.forms ?? []))) return false;
      if (state?.waiting && !(await canLoseWaiting())) return false;
      const count = state?.unsaved ?? 0;
      if (count === 0) return true;
      return confirm({
        message: msg('desktop.leave.title'),
        detail: msg('desktop.leave.text', { count }),
        button: msg('desktop.leave.discard'),
      });
    },
  };
}
