/** A form while it is open: its draft, and the saves that are under way, one at a time. */
import { createStore, type StoreApi } from 'zustand';
import { acceptSaved, type Draft, discardDraft, editDraft, isEqualStored, mergeStored, startDraft } from './draft.ts';

export interface FormState<T extends object> extends Draft<T> {
  /** The last save that is under way: what it sends, and its answer. */
  readonly saving: { readonly value: T; readonly answer: Promise<boolean> } | null;
}

export interface Form<T extends object> {
  readonly state: StoreApi<FormState<T>>;
  edit(value: T): void;
  /** Main tells what is stored. */
  acceptStored(document: T): void;
  /** Sends what is not stored yet. True when all that the form holds is stored then: not refused, nor edited meanwhile. */
  save(): Promise<boolean>;
  discard(): void;
}

/** @param send stores a value; false = refused. It says why by itself. */
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
    acceptStored: (news) => setState((now) => mergeStored(now, news)),
    save() {
      const { saving, value } = getState();
      if (saving?.value === value) return saving.answer;
      const next = { value, answer: sendAfter(saving?.answer, value) };
      const end = () => getState().saving === next && setState({ saving: null });
      setState({ saving: next });
      next.answer.then(end, end);
      return next.answer;
    },
    discard: () => setState((now) => discardDraft(now)),
  };
}
