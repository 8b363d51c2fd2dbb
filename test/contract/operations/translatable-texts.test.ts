import { expect, it } from 'vitest';
import { operations } from '../../../contract/operations/table.ts';
import { operationTexts, translateOperation } from '../../../contract/operations/translatable-texts.ts';

it('changes visible text and nothing else', () => {
  const spec = translateOperation(operations['smart-skin-advanced'], (text) => text.toUpperCase());
  expect(spec.title).toBe('SKIN RETOUCHING');
  expect(spec.fields.map(({ label }) => label)).toEqual(
    operations['smart-skin-advanced'].fields.map(({ label }) => label.toUpperCase()),
  );
  expect({ ...spec, title: '', summary: '', images: [], fields: [] }).toEqual({
    ...operations['smart-skin-advanced'],
    ...{ title: '', summary: '', images: [], fields: [] },
  });
  for (const each of Object.values(operations)) expect(translateOperation(each, (text) => text)).toEqual(each);
});

it('lists every visible text once', () => {
  const texts = operationTexts();
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts).toEqual(
    expect.arrayContaining(['Skin retouching', 'Whitening', 'Photograph', 'German', 'Transparent']),
  );
});
