import { describe, expect, it } from 'vitest';
import { canonicalJson, recipeHash } from '../../../main/store/recipe-hash.ts';
import { recipeOf } from '../../helpers/queue-stage.ts';

describe('canonicalJson', () => {
  it('writes equal values alike, whatever the order of their keys', () => {
    const text = '{"a":[{"x":1,"y":2},null],"b":"2"}';
    expect(canonicalJson({ b: '2', a: [{ y: 2, x: 1 }, null] })).toBe(text);
    expect(canonicalJson({ a: [{ x: 1, y: 2 }, null], b: '2' })).toBe(text);
    expect(canonicalJson([2, 1])).toBe('[2,1]');
  });
});

describe('recipeHash', () => {
  const recipe = recipeOf([{ operation: 'universal-background-removal', params: { return_form: 'mask' } }]);
  const hash = recipeHash(recipe, '/out');

  it('does not care for what changes no result', () => {
    expect(recipeHash({ ...recipe, id: 'x', name: 'x', profileId: 'x' }, '/out')).toBe(hash);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['parameters', { ...recipe, steps: [{ ...recipe.steps[0]!, params: { return_form: 'crop' } }] }, '/out'],
    ['another step', { ...recipe, steps: [recipe.steps[0]!, recipe.steps[0]!] }, '/out'],
    ['a reference', { ...recipe, steps: [{ ...recipe.steps[0]!, reference: '/b.jpg' }] }, '/out'],
    ['the naming', { ...recipe, output: { ...recipe.output, template: 'x' } }, '/out'],
    ['fitting', { ...recipe, fit: false }, '/out'],
    ['the output folder', recipe, '/other'],
  ] as const)('changes with %s', (_what, changed, folder) => {
    expect(recipeHash(changed as typeof recipe, folder)).not.toBe(hash);
  });
});
