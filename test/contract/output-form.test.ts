import { expect, it } from 'vitest';
import { compositionSchema, compositionWords } from '../../contract/composition.ts';
import { outputSchema } from '../../contract/output.ts';
import { fieldsAt, formFolds, formPlaces } from '../../contract/output-form.ts';

it('has a place for every field of an output and of a composition, each under one name', () => {
  const own = Object.keys(outputSchema.shape);
  const laidOut = Object.keys(compositionSchema.shape).filter((name) => name !== 'mostEnlarged');
  expect(Object.keys(formPlaces).sort()).toEqual([...own, ...laidOut].sort());
  expect(laidOut.every((name) => name in compositionWords)).toBe(true);
});

it('shows every field once', () => {
  const shown = (['everyday', ...formFolds] as const).flatMap(fieldsAt);
  expect(shown.toSorted()).toEqual(Object.keys(formPlaces).toSorted());
  expect(fieldsAt('metadata')).toEqual(['metadata', 'disclosure']);
});
