import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { pathRoles, roleOfPath } from '../../contract/validation/path-grant.ts';
import { pathRolesIn } from '../../contract/validation/schema-paths.ts';
import { dropChannel, dropSchema, requestNames, requests } from '../../preload/channels.ts';

/** Returns the paths of texts and lists without a maximum length in a JSON schema. */
function unbounded(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, maxLength, maxItems, pattern, const: only, enum: several } = schema as Record<string, unknown>;
  const known = only !== undefined || several !== undefined;
  const isGrant = typeof pattern === 'string' && pattern.startsWith('^grant:');
  return [
    ...(type === 'string' && maxLength === undefined && !known && !isGrant ? [`${at}: a text`] : []),
    ...(type === 'array' && maxItems === undefined && !known ? [`${at}: a list`] : []),
    ...Object.entries(schema).flatMap(([key, part]) => (key === 'enum' ? [] : unbounded(part, `${at}.${key}`))),
  ];
}

const schemas = requestNames.map((name): [string, z.ZodType] => [name, requests[name].args]);

it.each([...schemas, [dropChannel, dropSchema] as const])('%s bounds its texts and lists', (name, schema) => {
  expect(unbounded(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }), name)).toEqual([]);
});

it('declares each request once, and all requests of a group in one file', async () => {
  const folder = join(import.meta.dirname, '../../preload/requests');
  const files = await Promise.all(readdirSync(folder).map((file) => import(join(folder, file))));
  const declared = files.map((exports: Record<string, object>) => {
    const [group] = Object.entries(exports).flatMap(([key, value]) => (key.endsWith('Requests') ? [value] : []));
    return Object.keys(group ?? {});
  });
  expect(declared.flat().sort()).toEqual(requestNames.toSorted());
  const groups = declared.flatMap((names) => [...new Set(names.map((name) => name.split('.')[0]))]);
  expect(groups).toEqual([...new Set(groups)]);
});

/** Texts that resemble paths by length or name but never become part of one. */
const noPaths = [
  'app.chooseFolder.start',
  'outputs.redirect.folder',
  'profiles.save.key',
  // Part of a URL.
  'profiles.save.profile.taskQueryPath',
  'profiles.test.key',
  'profiles.test.profile.taskQueryPath',
  // A folder id.
  'studio.takeWatch.folder',
];

/**
 * Returns the paths of texts in a JSON schema that resemble file paths by length or name but are not marked as such.
 */
function likePaths(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, maxLength, pattern, place, properties, ...rest } = schema as Record<string, unknown>;
  if (place !== undefined || (typeof pattern === 'string' && pattern.startsWith('^grant:'))) return [];
  const isLikeOne = /(path|folder|file|reference|certificates)$/i.test(at) || (maxLength as number) > 4000;
  return [
    ...(type === 'string' && isLikeOne && !('enum' in rest) ? [at] : []),
    ...Object.entries(properties ?? {}).flatMap(([key, part]) => likePaths(part, `${at}.${key}`)),
    ...Object.values(rest).flatMap((part) => likePaths(part, at)),
  ];
}

it('finds every path in a request by its type', () => {
  const found = requestNames.flatMap((name) =>
    [...pathRolesIn(requests[name].args)].map((place) => `${name} ${place}`),
  );
  expect(found).toContain('export.plan background');
  const places = new Set(found.map((each) => each.split(' ')[1]));
  expect([...places].sort()).toEqual(Object.keys(pathRoles).sort());
  const unmarkedPaths = requestNames.flatMap((name) => {
    const schema = z.toJSONSchema(requests[name].args, {
      unrepresentable: 'any',
      io: 'input',
      override: ({ zodSchema, jsonSchema }) => {
        const place = roleOfPath(zodSchema);
        if (place !== null) Object.assign(jsonSchema, { place });
      },
    });
    return likePaths(schema, name);
  });
  expect([...new Set(unmarkedPaths)].sort()).toEqual(noPaths);
});
