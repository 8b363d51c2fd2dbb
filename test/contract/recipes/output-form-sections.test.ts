import { expect, it } from 'vitest';
import { compositionLabels, compositionSchema } from '../../../contract/recipes/composition.ts';
import { outputSchema } from '../../../contract/recipes/output.ts';
import { fieldsOfSection, formSectionFields, formSections } from '../../../contract/recipes/output-form-sections.ts';

it('has a place for every field of an output and of a composition, each under one name', () => {
  const own = Object.keys(outputSchema.shape);
  const laidOut = Object.keys(compositionSchema.shape).filter((name) => name !== 'mostEnlarged');
  expect(Object.keys(formSectionFields).sort()).toEqual([...own, ...laidOut].sort());
  expect(laidOut.every((name) => name in compositionLabels)).toBe(true);
});

it('shows every field once', () => {
  const shown = (['everyday', ...formSections] as const).flatMap(fieldsOfSection);
  expect(shown.toSorted()).toEqual(Object.keys(formSectionFields).toSorted());
  expect(fieldsOfSection('metadata')).toEqual(['metadata', 'disclosure']);
});
