import { afterEach, expect, it } from 'vitest';
import { readIn } from '../../../contract/in-words.ts';
import { english } from '../../../contract/language.ts';
import { operationIds } from '../../../contract/operations/spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { localizedOperation } from '../../../renderer/forms/localizedOperation.ts';

afterEach(() => readIn(english));

it('is the table itself in English', () => {
  for (const id of operationIds) expect(localizedOperation(id)).toEqual(operations[id]);
});

it('has its words in the language that is read now', async () => {
  await readIn({ language: 'ja', locale: 'ja' });
  expect(localizedOperation('smart-skin-advanced').title).toMatch(/\p{Script=Han}/u);
  await readIn(english);
  expect(localizedOperation('smart-skin-advanced').title).toBe('Skin retouching');
});
