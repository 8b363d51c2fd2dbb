/** Reads JSON of uncertain shape: wrong or missing parts become undefined or empty. */

export type JsonRecord = Readonly<Record<string, unknown>>;

export function asRecord(value: unknown): JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : {};
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The interface shows both forms for one field. */
export function firstRecord(value: unknown): JsonRecord {
  return asRecord(Array.isArray(value) ? value[0] : value);
}

export function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

export function asNumbers(value: unknown): readonly number[] {
  return asList(value).flatMap((each) => (Array.isArray(each) ? asNumbers(each) : (asNumber(each) ?? [])));
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** `{x, y}` points of a list or map. */
export function asPoints(value: unknown): readonly { readonly x: number; readonly y: number }[] {
  const parts = Array.isArray(value) ? value : Object.values(asRecord(value));
  return parts.flatMap((part) => {
    const { x, y } = asRecord(part);
    const [px, py] = [asNumber(x), asNumber(y)];
    return px === undefined || py === undefined ? [] : [{ x: px, y: py }];
  });
}
