/** Careful reading of data whose shape nobody promises: wrong or missing parts become undefined or empty. */

export type Loose = Readonly<Record<string, unknown>>;

export function recordOf(value: unknown): Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** An object, or the first of an array of them (the interface shows both for the same field). */
export function oneOf(value: unknown): Loose {
  return recordOf(Array.isArray(value) ? value[0] : value);
}

export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

export function numbersOf(value: unknown): readonly number[] {
  return listOf(value).flatMap((each) => (Array.isArray(each) ? numbersOf(each) : (numberOf(each) ?? [])));
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** `{x, y}` points of a list or of a map by name; others are left out. */
export function pointsOf(value: unknown): readonly { readonly x: number; readonly y: number }[] {
  const parts = Array.isArray(value) ? value : Object.values(recordOf(value));
  return parts.flatMap((part) => {
    const { x, y } = recordOf(part);
    const [px, py] = [numberOf(x), numberOf(y)];
    return px === undefined || py === undefined ? [] : [{ x: px, y: py }];
  });
}
