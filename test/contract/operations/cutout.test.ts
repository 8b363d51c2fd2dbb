import { expect, it } from 'vitest';
import { cutoutForm } from '../../../contract/operations/cutout.ts';
import { operationList } from '../../../contract/operations/table.ts';

const choices = operationList.flatMap(({ fields, outputForm }) =>
  fields.flatMap((field) => (field.name === outputForm && 'choices' in field ? field.choices : [])),
);

it('knows every form of the operations, and none for the plain cutout', () => {
  expect(new Set(choices.map(({ value }) => value))).toEqual(new Set(['mask', 'whiteBK', 'crop']));
  for (const { value } of choices) expect(cutoutForm(value)).toBe(value);
  expect(cutoutForm(undefined)).toBe('cutout');
});
