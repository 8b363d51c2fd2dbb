/** What the inputs of a form are given to show the fields of a value and to change them. Pure. */

/** The fields that hold a `V`, and any of them: no narrower one. */
type Holding<T, V> = { [K in keyof T]-?: [T[K], V] extends [V, T[K]] ? K : never }[keyof T];
/** The fields that hold one of several words. */
type Choosing<T> = { [K in keyof T]-?: T[K] extends string ? K : never }[keyof T];

interface Typed {
  readonly currentTarget: { readonly value: string };
}
interface Ticked {
  readonly currentTarget: { readonly checked: boolean };
}

const asTyped = (text: string) => text;
export const trimmed = (text: string) => text.trim();

export type Fields<T extends object> = ReturnType<typeof bindFields<T>>;

/**
 * The properties of an input by its kind and the name of its field, to be spread on it:
 * `<Checkbox label="Subfolders" {...field.check('subfolders', 'folder-subfolders')} />`.
 *
 * @param set takes the one field that was changed
 */
export function bindFields<T extends object>(value: T, set: (change: Partial<T>) => void) {
  const put = (name: keyof T, next: unknown) => set({ [name]: next } as Partial<T>);
  return {
    /** @param tidied what is kept of what was typed */
    text: (name: Holding<T, string>, testId: string, tidied = asTyped) => ({
      value: value[name] as string,
      onChange: ({ currentTarget }: Typed) => put(name, tidied(currentTarget.value)),
      'data-testid': testId,
    }),
    /** An empty input keeps the number that was there. */
    number: (name: Holding<T, number>, testId: string) => ({
      value: value[name] as number,
      onChange: (next: number | string) => {
        if (typeof next === 'number') put(name, next);
      },
      'data-testid': testId,
    }),
    check: (name: Holding<T, boolean>, testId: string) => ({
      checked: value[name] as boolean,
      onChange: ({ currentTarget }: Ticked) => put(name, currentTarget.checked),
      'data-testid': testId,
    }),
    choice: <K extends Choosing<T>>(name: K, testId: string) => ({
      value: value[name],
      onChange: (next: T[K] | null) => {
        if (next !== null) put(name, next);
      },
      'data-testid': testId,
    }),
  };
}
