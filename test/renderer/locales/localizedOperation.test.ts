import { afterEach, expect, it } from 'vitest';
import { english } from '../../../contract/messages/language.ts';
import { setReading } from '../../../contract/messages/translator.ts';
import { operationIds } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { localizedOperation } from '../../../renderer/locales/localizedOperation.ts';

afterEach(() => setReading(english));

it('is the table itself in English', () => {
  for (const id of operationIds) expect(localizedOperation(id)).toEqual(operations[id]);
});

it('has its texts in the current language', async () => {
  await setReading({ language: 'ja', locale: 'ja' });
  expect(localizedOperation('smart-skin-advanced').title).toMatch(/\p{Script=Han}/u);
  await setReading(english);
  expect(localizedOperation('smart-skin-advanced').title).toBe('Skin retouching');
});
