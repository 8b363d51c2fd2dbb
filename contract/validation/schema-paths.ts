/** Finds paths by their schema, so that no list of fields has to be maintained. */
import { z } from 'zod';
import { type PathRole, roleOfPath } from './path-grant.ts';

type Def = z.core.$ZodTypes['_zod']['def'];
const defOf = (schema: z.core.$ZodType): Def => schema._zod.def as Def;

/**
 * Returns the roles of all paths in values of `schema`.
 * @throws Error for an unsupported kind of schema
 */
export function pathRolesIn(schema: z.core.$ZodType): ReadonlySet<PathRole> {
  const known = cache.get(schema);
  if (known !== undefined) return known;
  const role = roleOfPath(schema);
  const roles = new Set(role === null ? partsOf(schema).flatMap((part) => [...pathRolesIn(part)]) : [role]);
  cache.set(schema, roles);
  return roles;
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
 * Replaces each path in a parsed value by `read`. Unknown properties are dropped.
 * @throws Error for an unsupported kind of schema, and errors of `read`
 */
export function mapSchemaPaths(
  schema: z.core.$ZodType,
  value: unknown,
  read: (sent: string, role: PathRole) => string,
): unknown {
  if (value === null || value === undefined || pathRolesIn(schema).size === 0) return value;
  const role = roleOfPath(schema);
  if (role !== null) return read(value as string, role);
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
