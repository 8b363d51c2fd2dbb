/** The values of a form and the stored ones. Pure. */
export interface Draft<T extends object> {
  readonly value: T;
  /** Last saved here or reported by main. */
  readonly base: T;
  /** Not stored yet; `base` is the initial value. */
  readonly isNew: boolean;
  /** A repeated report must not undo a save in between. */
  readonly lastReported: T | null;
}

export function startDraft<T extends object>(document: T, isNew: boolean): Draft<T> {
  return { value: document, base: document, isNew, lastReported: isNew ? null : document };
}

export function editDraft<T extends object>(draft: Draft<T>, value: T): Draft<T> {
  return { ...draft, value };
}

/** `sent` has been stored; main reports it later. */
export function acceptSaved<T extends object>(draft: Draft<T>, sent: T): Draft<T> {
  return { ...draft, base: sent, isNew: false };
}

/** Merges a reported document; fields that the user has changed stay. */
export function mergeStored<T extends object>(draft: Draft<T>, document: T): Draft<T> {
  if (draft.lastReported !== null && isEqualStored(draft.lastReported, document)) return draft;
  const merged = { ...document };
  for (const key of Object.keys({ ...document, ...draft.value }) as (keyof T)[]) {
    if (!isEqualStored(draft.value[key], draft.base[key])) merged[key] = draft.value[key];
  }
  const value = isEqualStored(merged, draft.value) ? draft.value : merged;
  return { value, base: document, isNew: false, lastReported: document };
}

export function discardDraft<T extends object>(draft: Draft<T>): Draft<T> {
  return { ...draft, value: draft.base };
}

export function isEdited<T extends object>(draft: Draft<T>): boolean {
  return !isEqualStored(draft.value, draft.base);
}

/** Ignores the order of keys, and undefined values. */
export function isEqualStored(a: unknown, b: unknown): boolean {
  return JSON.stringify(a, sortKeys) === JSON.stringify(b, sortKeys);
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
