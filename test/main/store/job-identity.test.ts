import { describe, expect, it } from 'vitest';
import { additionalOutput } from '../../../contract/recipes/output.ts';
import {
  canonicalJson,
  firstOutputHash,
  pathKey,
  renderingHash,
  targetHash,
  workHash,
} from '../../../main/store/job-identity.ts';
import { recipeOf } from '../../helpers/queue/queue-stage.ts';

const recipe = recipeOf([{ operation: 'universal-background-removal', params: { return_form: 'mask' } }]);
const withOutput = (output: object) => ({ ...recipe, output: { ...recipe.output, ...output } });

it('writes equal values as the same JSON, whatever the order of their keys', () => {
  const text = '{"a":[{"x":1,"y":2},null],"b":"2"}';
  expect(canonicalJson({ b: '2', a: [{ y: 2, x: 1 }, null] })).toBe(text);
  expect(canonicalJson({ a: [{ x: 1, y: 2 }, null], b: '2' })).toBe(text);
  expect(canonicalJson([2, 1])).toBe('[2,1]');
});

describe('workHash', () => {
  const hash = workHash(recipe);

  it.each([
    ['name and service', { ...recipe, id: 'x', name: 'x', profileId: 'x' }],
    ['the folder', withOutput({ folder: '/other' })],
    ['the naming', withOutput({ template: 'x', mirror: false })],
    ['the rule for names that are taken', withOutput({ conflict: 'replace' })],
    ['the size of the file', withOutput({ size: { kind: 'longest', px: 2048, enlarge: false } })],
    ['its colours and data', withOutput({ colour: 'srgb', metadata: { ...recipe.output.metadata, keep: 'none' } })],
    ['the format', withOutput({ format: 'webp' })],
    ['the quality', withOutput({ quality: 10 })],
    ['further outputs', { ...recipe, alsoAs: [additionalOutput()] }],
  ])('ignores %s', (_what, changed) => {
    expect(workHash(changed)).toBe(hash);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['parameters', { ...recipe, steps: [{ ...recipe.steps[0]!, params: { return_form: 'crop' } }] }],
    ['another step', { ...recipe, steps: [recipe.steps[0]!, recipe.steps[0]!] }],
    ['a reference', { ...recipe, steps: [{ ...recipe.steps[0]!, reference: '/b.jpg' }] }],
    ['fitting', { ...recipe, fit: false }],
  ])('changes with %s', (_what, changed) => {
    expect(workHash(changed)).not.toBe(hash);
  });
});

it('gives recipes stored by an earlier version their current hashes', () => {
  const { folder, template, mirror, conflict, format, quality } = recipe.output;
  const stored = { ...recipe, alsoAs: undefined, output: { folder, template, mirror, conflict, format, quality } };
  const hashes = (each: typeof recipe) => [
    ...[workHash(each), renderingHash(each), targetHash(each, '/out'), firstOutputHash(each, '/out')],
  ];
  expect(hashes(JSON.parse(JSON.stringify(stored)) as typeof recipe)).toEqual(hashes(recipe));
});

describe('targetHash', () => {
  const hash = targetHash(recipe, '/out');

  it('changes with folder and naming, and not with the rule for existing names', () => {
    expect(targetHash(recipe, '/other')).not.toBe(hash);
    expect(targetHash(withOutput({ template: 'x' }), '/out')).not.toBe(hash);
    expect(targetHash(withOutput({ mirror: false }), '/out')).not.toBe(hash);
    expect(targetHash(withOutput({ conflict: 'skip' }), '/out')).toBe(hash);
  });

  it('changes with the files made from a result, while the location of the first does not', () => {
    const sized = withOutput({ size: { kind: 'longest', px: 2048, enlarge: false } });
    const two = { ...recipe, alsoAs: [additionalOutput()] };
    const all = [recipe, sized, two, withOutput({ format: 'webp' }), withOutput({ quality: 80 })];
    expect(new Set(all.map((each) => targetHash(each, '/out'))).size).toBe(all.length);
    expect(new Set(all.map((each) => firstOutputHash(each, '/out'))).size).toBe(1);
    // Additional outputs do not change the rendering of the first file.
    expect(new Set(all.map(renderingHash)).size).toBe(all.length - 1);
  });

  it('is the same for all analyses, which are no files', () => {
    const analysis = recipeOf('face-key-points');
    expect([targetHash(analysis, '/a'), targetHash(analysis, '/b')]).toEqual(['', '']);
  });
});

it.each([
  ['/a/IMG.JPG', '/A/img.jpg'],
  ['/a/Zoë.jpg', '/a/Zoe\u0308.jpg'],
])('has the same key for the paths %s and %s', (firstPath, secondPath) => {
  expect(pathKey(firstPath)).toBe(pathKey(secondPath));
});

describe('data of a product list', () => {
  const listed = (template: string, product = {}) => ({
    ...withOutput({ template }),
    product: { sku: 'A1', name: 'Shirt', folder: '', ...product },
  });

  it('is no other work', () => {
    expect(workHash(listed('{sku}'))).toBe(workHash(recipe));
  });

  it('is another file only if it sets the name or folder', () => {
    const plain = targetHash(withOutput({ template: '{name}' }), '/out');
    expect(targetHash(listed('{name}'), '/out')).toBe(plain);
    expect(targetHash(listed('{name}', { folder: 'Tops' }), '/out')).not.toBe(plain);
    const bySku = targetHash(listed('{sku}'), '/out');
    expect(targetHash(listed('{sku}', { name: 'Coat' }), '/out')).toBe(bySku);
    expect(targetHash(listed('{sku}', { sku: 'A2' }), '/out')).not.toBe(bySku);
    const further = (sku: string) => ({
      ...listed('{name}', { sku }),
      alsoAs: [additionalOutput({ template: '{sku}-web' })],
    });
    expect(targetHash(further('A1'), '/out')).not.toBe(targetHash(further('A2'), '/out'));
    expect(firstOutputHash(further('A1'), '/out')).toBe(firstOutputHash(further('A2'), '/out'));
  });
});
