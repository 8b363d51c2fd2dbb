import { useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { type OpenForm, registerForm } from '../window/navigation.ts';
import { isEdited } from './draft.ts';
import { openForm } from './form.ts';

interface DraftOptions<T extends object> {
  /** The stored document, or a new one. */
  readonly document: T;
  readonly isNew: boolean;
  /** @see openForm */
  readonly send: (value: T) => Promise<boolean>;
  readonly kind: OpenForm['kind'];
  /** May return ''. */
  readonly nameOf: (value: T) => string;
  /** A new document counts as unsaved even without changes. */
  readonly isNewUnsaved?: boolean;
  /** Called when the user leaves the form. */
  readonly onClose?: (isNew: boolean) => void;
}

interface DraftForm<T extends object> {
  readonly value: T;
  readonly edit: (value: T) => void;
  readonly isNew: boolean;
  readonly changed: boolean;
  /** @see Form.save */
  readonly save: () => Promise<boolean>;
  readonly discard: () => void;
}

/** Opens a form, follows changes of its stored document, and registers it for the question about unsaved changes. */
export function useDraft<T extends object>(options: DraftOptions<T>): DraftForm<T> {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const { document, isNew } = options;
  const [form] = useState(() => openForm(document, isNew, (value) => latest.current.send(value)));

  useLayoutEffect(() => {
    if (!isNew) form.acceptStored(document);
  }, [form, document, isNew]);

  useLayoutEffect(() => {
    const { getState } = form.state;
    const open: OpenForm = {
      kind: latest.current.kind,
      name: () => latest.current.nameOf(getState().value),
      isUnsaved: () => isEdited(getState()) || (getState().isNew && latest.current.isNewUnsaved === true),
      saving: () => getState().saving?.result ?? null,
      save: form.save,
      discard: form.discard,
      close: () => latest.current.onClose?.(getState().isNew),
    };
    return registerForm(open);
  }, [form]);

  const state = useStore(form.state);
  return {
    value: state.value,
    edit: form.edit,
    isNew: state.isNew,
    changed: state.isNew || isEdited(state),
    save: form.save,
    discard: form.discard,
  };
}
