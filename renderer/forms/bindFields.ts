/** Properties that bind the inputs of a form to the fields of a value. Pure. */

/** Names of the fields whose type is exactly `V`. */
type FieldsOf<T, V> = { [K in keyof T]-?: [T[K], V] extends [V, T[K]] ? K : never }[keyof T];
/** Names of the fields whose type is a union of strings. */
type ChoicesOf<T> = { [K in keyof T]-?: T[K] extends string ? K : never }[keyof T];

interface TextChange {
  readonly currentTarget: { readonly value: string };
}
interface CheckChange {
  readonly currentTarget: { readonly checked: boolean };
}

const untrimmed = (text: string) => text;
export const trimmed = (text: string) => text.trim();

export type Fields<T extends object> = ReturnType<typeof bindFields<T>>;

/**
 * Returns the properties of an input by its kind and the name of its field:
 * `<Checkbox label="Subfolders" {...field.check('subfolders', 'folder-subfolders')} />`.
 *
 * @param set receives the changed field
 */
export function bindFields<T extends object>(value: T, set: (change: Partial<T>) => void) {
  const put = (name: keyof T, next: unknown) => set({ [name]: next } as Partial<T>);
  return {
    text: (name: FieldsOf<T, string>, testId: string, normalize = untrimmed) => ({
      value: value[name] as string,
      onChange: ({ currentTarget }: TextChange) => put(name, normalize(currentTarget.value)),
      'data-testid': testId,
    }),
    /** An empty input keeps the previous number. */
    number: (name: FieldsOf<T, number>, testId: string) => ({
      value: value[name] as number,
      onChange: (next: number | string) => {
        if (typeof next === 'number') put(name, next);
      },
      'data-testid': testId,
    }),
    check: (name: FieldsOf<T, boolean>, testId: string) => ({
      checked: value[name] as boolean,
      onChange: ({ currentTarget }: CheckChange) => put(name, currentTarget.checked),
      'data-testid': testId,
    }),
    choice: <K extends ChoicesOf<T>>(name: K, testId: string) => ({
      value: value[name],
      onChange: (next: T[K] | null) => {
        if (next !== null) put(name, next);
      },
      'data-testid': testId,
    }),
  };
}
