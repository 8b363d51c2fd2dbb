/** Keywords of JSON Schema 2020-12, which OpenAPI 3.1 uses. */

export type Schema = { readonly [keyword: string]: unknown };

/** An object that may have additional fields, because a later version may add some. */
export function object(properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

/** @param length exact number of items; any number if absent */
export function list(items: Schema, description: string, length?: number): Schema {
  return { type: 'array', description, items, ...(length === undefined ? {} : { minItems: length, maxItems: length }) };
}

export function text(description: string): Schema {
  return { type: 'string', description };
}

/** Bounds are inclusive. */
export function number(description: string, minimum?: number, maximum?: number): Schema {
  return { type: 'number', description, ...bounds(minimum, maximum) };
}

export function integer(description: string, minimum?: number, maximum?: number): Schema {
  return { type: 'integer', description, ...bounds(minimum, maximum) };
}

/** @param meanings of the allowed values */
export function code(meanings: Readonly<Record<number, string>>): Schema {
  const values = Object.keys(meanings).map(Number);
  return { type: 'integer', enum: values, description: values.map((each) => `${each} ${meanings[each]}`).join(', ') };
}

export const imageUrl: Schema = {
  type: 'string',
  format: 'uri',
  description: 'Address of the image. Needs no key; expires after 24 hours.',
};

export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

function bounds(minimum: number | undefined, maximum: number | undefined): Schema {
  return { ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) };
}
