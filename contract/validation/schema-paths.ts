/** Finds the paths in what the window sends, by their type in the contract: no list of requests has to be kept for that. */
import { z } from 'zod';
import { type PathRole, roleOfPath } from './path-grant.ts';

/** What a schema is made of, as far as a path may stand in it. */
type Def = z.core.$ZodTypes['_zod']['def'];
const defOf = (schema: z.core.$ZodType): Def => schema._zod.def as Def;

/** Every place of a path in a value of `schema`. @throws Error for a sort of schema that is not looked into */
export function pathRolesIn(schema: z.core.$ZodType): ReadonlySet<PathRole> {
  const known = cache.get(schema);
  if (known !== undefined) return known;
  const place = roleOfPath(schema);
  const places = new Set(place === null ? partsOf(schema).flatMap((part) => [...pathRolesIn(part)]) : [place]);
  cache.set(schema, places);
  return places;
}

const cache = new WeakMap<z.core.$ZodType, ReadonlySet<PathRole>>();

function partsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const def = defOf(schema);
  switch (def.type) {
    case 'object':
      return Object.values(def.shape);
    case 'array':
      return [def.element];
    case 'union':
      return def.options;
    case 'record':
      return [def.valueType];
    case 'tuple':
      return def.items;
    case 'pipe':
      return [def.in, def.out];
    case 'nullable':
    case 'optional':
    case 'default':
    case 'catch':
      return [def.innerType];
    case 'string':
    case 'number':
    case 'boolean':
    case 'literal':
    case 'enum':
    case 'undefined':
    case 'transform':
      return [];
    default:
      throw new Error(`paths are not looked for in ${def.type}`);
  }
}

/**
 * `value`, which `schema` has parsed, with each of its paths as `read` gives it. Objects keep what the schema knows of them.
 * @throws Error for a path in a sort of schema that it is not read in, and what `read` throws
 */
export function mapSchemaPaths(
  schema: z.core.$ZodType,
  value: unknown,
  read: (sent: string, place: PathRole) => string,
): unknown {
  if (value === null || value === undefined || pathRolesIn(schema).size === 0) return value;
  const place = roleOfPath(schema);
  if (place !== null) return read(value as string, place);
  const def = defOf(schema);
  switch (def.type) {
    case 'object': {
      const sent = value as Readonly<Record<string, unknown>>;
      const known = Object.entries(def.shape).filter(([name]) => name in sent);
      return Object.fromEntries(known.map(([name, part]) => [name, mapSchemaPaths(part, sent[name], read)]));
    }
    case 'array':
      return (value as readonly unknown[]).map((each) => mapSchemaPaths(def.element, each, read));
    case 'union': {
      const option = def.options.find((each) => z.safeParse(each, value).success);
      if (option === undefined) throw new Error('a value that its schema has not parsed');
      return mapSchemaPaths(option, value, read);
    }
    case 'nullable':
    case 'optional':
    case 'default':
    case 'catch':
      return mapSchemaPaths(def.innerType, value, read);
    default:
      throw new Error(`paths are not read in ${def.type}`);
  }
}
