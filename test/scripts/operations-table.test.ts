import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { operationIds } from '../../preload/contract/operations/spec.ts';
import { operationsTable, withOperationsTable } from '../../scripts/operations-table.ts';

it('has a row for every operation', () => {
  for (const id of operationIds) expect(operationsTable()).toContain(`\`${id}\``);
});

it('stands in the README as it would be generated now', async () => {
  const text = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  expect(text, 'run `npm run docs:operations`').toBe(withOperationsTable(text));
});

it('says when the marks are gone', () => {
  expect(() => withOperationsTable('# Burnish')).toThrow('marks');
});
