/** What a form holds against what is stored: the one answer to whether leaving it would lose something. Pure. */

export interface Draft<T extends object> {
  /** What the form shows. */
  readonly value: T;
  /** What is stored as far as the window knows: the last save that was answered, or what main told after it. */
  readonly base: T;
  /** Never stored; `base` is then what the form began with. */
  readonly isNew: boolean;
  /** What main told last: the same once more is no news, even where a save was answered in between. */
  readonly lastReported: T | null;
}

export function startDraft<T extends object>(document: T, isNew: boolean): Draft<T> {
  return { value: document, base: document, isNew, lastReported: isNew ? null : document };
}

export function editDraft<T extends object>(draft: Draft<T>, value: T): Draft<T> {
  return { ...draft, value };
}

/** Main has stored `sent`. That it also tells of it, a moment later, is not waited for. */
export function acceptSaved<T extends object>(draft: Draft<T>, sent: T): Draft<T> {
  return { ...draft, base: sent, isNew: false };
}

/** Main tells what is stored. What the user has not changed follows it; what he has changed stays. */
export function mergeStored<T extends object>(draft: Draft<T>, document: T): Draft<T> {
  if (draft.lastReported !== null && isEqualStored(draft.lastReported, document)) return draft;
  const followed = { ...document };
  for (const key of Object.keys({ ...document, ...draft.value }) as (keyof T)[]) {
    if (!isEqualStored(draft.value[key], draft.base[key])) followed[key] = draft.value[key];
  }
  const value = isEqualStored(followed, draft.value) ? draft.value : followed;
  return { value, base: document, isNew: false, lastReported: document };
}

/** Back to what is stored. */
export function discardDraft<T extends object>(draft: Draft<T>): Draft<T> {
  return { ...draft, value: draft.base };
}

export function isEdited<T extends object>(draft: Draft<T>): boolean {
  return !isEqualStored(draft.value, draft.base);
}

/** True where both would be stored alike: the order of names does not matter, nor one whose value is undefined. */
export function isEqualStored(a: unknown, b: unknown): boolean {
  return JSON.stringify(a, byName) === JSON.stringify(b, byName);
}

function byName(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
