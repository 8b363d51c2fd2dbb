import { describe, expect, it } from 'vitest';
import { canonicalJson, pathKey, targetHash, workHash } from '../../../main/store/identity.ts';
import { recipeOf } from '../../helpers/queue-stage.ts';

const recipe = recipeOf([{ operation: 'universal-background-removal', params: { return_form: 'mask' } }]);
const withOutput = (output: object) => ({ ...recipe, output: { ...recipe.output, ...output } });

describe('canonicalJson', () => {
  it('writes equal values alike, whatever the order of their keys', () => {
    const text = '{"a":[{"x":1,"y":2},null],"b":"2"}';
    expect(canonicalJson({ b: '2', a: [{ y: 2, x: 1 }, null] })).toBe(text);
    expect(canonicalJson({ a: [{ x: 1, y: 2 }, null], b: '2' })).toBe(text);
    expect(canonicalJson([2, 1])).toBe('[2,1]');
  });
});

describe('workHash', () => {
  const hash = workHash(recipe);

  it.each([
    ['name and service', { ...recipe, id: 'x', name: 'x', profileId: 'x' }],
    ['the folder', withOutput({ folder: '/other' })],
    ['the naming', withOutput({ template: 'x', mirror: false })],
    ['the rule for names that are taken', withOutput({ conflict: 'replace' })],
  ])('does not care for %s', (_what, changed) => {
    expect(workHash(changed)).toBe(hash);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['parameters', { ...recipe, steps: [{ ...recipe.steps[0]!, params: { return_form: 'crop' } }] }],
    ['another step', { ...recipe, steps: [recipe.steps[0]!, recipe.steps[0]!] }],
    ['a reference', { ...recipe, steps: [{ ...recipe.steps[0]!, reference: '/b.jpg' }] }],
    ['the format', withOutput({ format: 'webp' })],
    ['the quality', withOutput({ quality: 10 })],
    ['fitting', { ...recipe, fit: false }],
  ])('changes with %s', (_what, changed) => {
    expect(workHash(changed)).not.toBe(hash);
  });
});

describe('targetHash', () => {
  const hash = targetHash(recipe, '/out');

  it('changes with folder and naming, and with nothing else', () => {
    expect(targetHash(recipe, '/other')).not.toBe(hash);
    expect(targetHash(withOutput({ template: 'x' }), '/out')).not.toBe(hash);
    expect(targetHash(withOutput({ mirror: false }), '/out')).not.toBe(hash);
    expect(targetHash(withOutput({ format: 'webp', conflict: 'skip' }), '/out')).toBe(hash);
  });

  it('is the same for all analyses, which are no files', () => {
    const analysis = recipeOf('face-key-points');
    expect([targetHash(analysis, '/a'), targetHash(analysis, '/b')]).toEqual(['', '']);
  });
});

describe('pathKey', () => {
  it.each([
    ['/a/IMG.JPG', '/A/img.jpg'],
    ['/a/Zoë.jpg', '/a/Zoe\u0308.jpg'],
  ])('is the same for %s and %s', (one, other) => {
    expect(pathKey(one)).toBe(pathKey(other));
  });
});
