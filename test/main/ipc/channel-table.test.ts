import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  dropChannel,
  dropSchema,
  eventNames,
  requestNames,
  requestSchemas,
} from '../../../preload/contract/channels.ts';

it('docs/security.md names every channel of the bridge, and no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/security.md'), 'utf8');
  const named = [...page.matchAll(/^\| `([\w.]+)` \| [^|]+ \| [^|]+ \|$/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual([...requestNames, dropChannel, ...eventNames].sort());
});

/** Where in a JSON schema a text or list may be as long as it likes. */
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

it.each(Object.entries({ ...requestSchemas, [dropChannel]: dropSchema }))(
  '%s bounds its texts and lists',
  (name, schema) => {
    expect(unbounded(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }), name)).toEqual([]);
  },
);
