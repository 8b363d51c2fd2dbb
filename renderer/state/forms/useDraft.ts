/** Binds an open form to what main tells, and to the question that is asked before it is left. */
import { useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { type OpenForm, registerForm } from '../window/navigation.ts';
import { isEdited } from './draft.ts';
import { openForm } from './form.ts';

interface DraftOptions<T extends object> {
  /** What is stored as the window's data have it; or a new one, to begin with. */
  readonly document: T;
  /** The window's data do not have it yet. */
  readonly isNew: boolean;
  /** Stores it; false = refused, and the user knows why. */
  readonly send: (value: T) => Promise<boolean>;
  readonly kind: OpenForm['kind'];
  /** Of what the form is about, for the question; '' where it has none yet. */
  readonly nameOf: (value: T) => string;
  /** Leaving a new one asks also where nothing was changed in it. */
  readonly isNewUnsaved?: boolean;
  /** Takes it off the screen, once its changes were saved or discarded on the way to somewhere else. */
  readonly onClose?: (isNew: boolean) => void;
}

interface DraftForm<T extends object> {
  readonly value: T;
  readonly edit: (value: T) => void;
  /** True until its first save was answered. */
  readonly isNew: boolean;
  /** There is something to save. */
  readonly changed: boolean;
  /** True when nothing is left to save. */
  readonly save: () => Promise<boolean>;
  readonly discard: () => void;
}

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
      saving: () => getState().saving?.answer ?? null,
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
