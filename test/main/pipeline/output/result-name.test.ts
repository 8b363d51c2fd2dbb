import { describe, expect, it } from 'vitest';
import type { Product } from '../../../../contract/intake/product-list.ts';
import { resultName } from '../../../../main/pipeline/output/result-name.ts';
import { recipeOf } from '../../../helpers/queue/queue-stage.ts';

const at = new Date(2026, 0, 31, 14, 5, 9).getTime();
const name = (template: string, element = '', sourcePath = '/photos/Wedding/IMG_0042.JPG', recipeName = 'Skin, soft') =>
  resultName(
    {
      sourcePath,
      recipe: recipeOf('portrait-background-removal', { template }, recipeName),
      operation: 'portrait-background-removal',
      counter: 42,
    },
    element,
    at,
  );

describe('resultName', () => {
  it.each([
    ['{name}-{recipe}', 'IMG_0042-Skin, soft'],
    ['{counter} {name}', '0042 IMG_0042'],
    ['{folder}_{operation}', 'Wedding_portrait-background-removal'],
    ['{date} {time}', '2026-01-31 14-05-09'],
    ['{name}{unknown}', 'IMG_0042{unknown}'],
  ])('fills %s', (template, expected) => {
    expect(name(template)).toBe(expected);
  });

  it('uses the fields of a product list', () => {
    const recipe = recipeOf('portrait-background-removal', { template: '{sku}_{product}_{counter}' });
    const job = { sourcePath: '/photos/a.jpg', operation: 'portrait-background-removal', counter: 7 } as const;
    const named = (product: Partial<Product>) =>
      resultName({ ...job, recipe: { ...recipe, product: { sku: 'A/1', name: '', folder: '', ...product } } }, '', at);
    expect(named({ name: 'Shirt “S”' })).toBe('A_1_Shirt “S”_0007');
    expect(named({})).toBe('A_1_0007');
    expect(resultName({ ...job, recipe }, '', at)).toBe('0007');
  });

  it('distinguishes elements, whether the template includes them or not', () => {
    expect(name('{name}', 'tops')).toBe('IMG_0042-tops');
    expect(name('{element}/{name}', '2')).toBe('2_IMG_0042');
    expect(name('{name}-{element}', '')).toBe('IMG_0042');
  });

  it('distinguishes elements if the photograph’s name has the maximum length', () => {
    const source = `/photos/${'写'.repeat(83)}x.JPG`;
    const made = ['1', '2', '12', 'tops'].map((element) => name('{name}-{recipe}', element, source));
    expect(made.map((each) => each.replace(/^写+/, ''))).toEqual(
      ['1', '2', '12', 'tops'].map((element) => `-Skin, soft-${element}`),
    );
    for (const each of made) expect(Buffer.byteLength(`${each}-99999.tiff`)).toBeLessThanOrEqual(255);
  });

  it('composes a name that a Mac’s disk stores decomposed', () => {
    expect(name('{name}', '', `/photos/${'Über uns'.normalize('NFD')}.jpg`)).toBe('Über uns'.normalize('NFC'));
  });

  it('makes no path and no hidden file of the values', () => {
    expect(name('{recipe}', '', '/a/b.jpg', '../../etc/passwd')).toBe('__.._etc_passwd');
    expect(name('{name}', '', '/a/.jpg')).not.toMatch(/^\./);
  });
});
