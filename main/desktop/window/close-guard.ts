import { type CloseState, type UnsavedForm, unsavedMessage } from '../../../contract/app/unsaved-changes.ts';
import { joinMessages, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { ConfirmDialog } from '../../ipc/bridge/desktop-actions.ts';

export interface CloseGuardOptions {
  /** Requests the page's unsaved changes. Returns false if no page is loaded. */
  notifyPage(request: { readonly saveForm: boolean }): boolean;
  whenSaved(): Promise<void>;
  confirm(question: ConfirmDialog): Promise<boolean>;
  offerToSave(message: MessageDescriptor): Promise<SaveAnswer>;
  /** A page that does not respond in this time has no changes. */
  readonly timeoutMs?: number;
}

/** Asks the user before the app quits, if forms, strokes or decisions would be lost. */
export interface CloseGuard {
  receiveState(state: CloseState): void;
  /** Whether the app can quit; false if the user wants to stay. */
  canLeave(): Promise<boolean>;
}

export function guardClosing(options: CloseGuardOptions): CloseGuard {
  const { notifyPage, whenSaved, confirm, offerToSave, timeoutMs = 5000 } = options;
  let onState: (state: CloseState | null) => void = () => undefined;

  function requestState(shouldSaveForm = false): Promise<CloseState | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), timeoutMs);
      onState = (state) => {
        clearTimeout(timer);
        resolve(state);
      };
      if (!notifyPage({ saveForm: shouldSaveForm })) onState(null);
    });
  }

  /** Whether all forms have been saved or discarded. */
  async function canLeaveForms(forms: readonly UnsavedForm[]): Promise<boolean> {
    const [first, ...others] = forms.map(unsavedMessage);
    if (first === undefined) return true;
    const answer = await offerToSave(others.length === 0 ? first : joinMessages(first, ...others));
    if (answer !== 'save') return answer === 'discard';
    // If the form is rejected, the page shows the reason in it.
    const state = await requestState(true);
    return state === null || state.forms.length === 0;
  }

  const canLoseWaiting = () =>
    confirm({
      message: msg('desktop.leave.waiting'),
      detail: msg('desktop.leave.waitingText'),
      button: msg('desktop.leave.quit'),
    });

  return {
    receiveState: (state) => onState(state),
    async canLeave() {
      let state = await requestState();
      await whenSaved();
      // Strokes whose saving failed are unsaved now.
      if (state?.saving) state = await requestState();
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

export type SaveAnswer = 'save' | 'discard' | 'stay';

/**
 * Returns the buttons of the dialog about unsaved changes in Electron's order, which starts at the right on macOS and at
 * the left elsewhere.
 */
export function saveButtons(platform: NodeJS.Platform): readonly SaveAnswer[] {
  switch (platform) {
    case 'darwin':
      return ['save', 'stay', 'discard'];
    case 'win32':
      return ['save', 'discard', 'stay'];
    default:
      return ['discard', 'stay', 'save'];
  }
}
