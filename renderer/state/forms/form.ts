/** An open form: its draft, and saves one at a time. */
import { createStore, type StoreApi } from 'zustand';
import { acceptSaved, type Draft, discardDraft, editDraft, isEqualStored, mergeStored, startDraft } from './draft.ts';

export interface FormState<T extends object> extends Draft<T> {
  /** The latest save in progress. */
  readonly saving: { readonly value: T; readonly result: Promise<boolean> } | null;
}

export interface Form<T extends object> {
  readonly state: StoreApi<FormState<T>>;
  edit(value: T): void;
  /** Merges a document that main reports. */
  acceptStored(document: T): void;
  /** Saves changes. Resolves to false if the save was rejected, or the form was edited during it. */
  save(): Promise<boolean>;
  discard(): void;
}

/** @param send stores a value; reports a rejection itself, and resolves to false */
export function openForm<T extends object>(document: T, isNew: boolean, send: (value: T) => Promise<boolean>): Form<T> {
  const state = createStore<FormState<T>>(() => ({ ...startDraft(document, isNew), saving: null }));
  const { getState, setState } = state;
  const isStored = (value: T) => !getState().isNew && isEqualStored(value, getState().base);

  async function sendAfter(before: Promise<boolean> | undefined, value: T): Promise<boolean> {
    await before;
    if (!isStored(value)) {
      if (!(await send(value))) return false;
      setState((now) => acceptSaved(now, value));
    }
    return isStored(getState().value);
  }

  return {
    state,
    edit: (value) => setState((now) => editDraft(now, value)),
    acceptStored: (stored) => setState((now) => mergeStored(now, stored)),
    save() {
      const { saving, value } = getState();
      if (saving?.value === value) return saving.result;
      const next = { value, result: sendAfter(saving?.result, value) };
      const end = () => getState().saving === next && setState({ saving: null });
      setState({ saving: next });
      next.result.then(end, end);
      return next.result;
    },
    discard: () => setState((now) => discardDraft(now)),
  };
}
