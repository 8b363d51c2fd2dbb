import { describe, expect, it } from 'vitest';
import { starterRecipes } from '../../../../contract/recipes/recipe.ts';
import { UsageError } from '../../../../main/cli/exit-codes.ts';
import { parseRecipe } from '../../../../main/cli/options/parse-recipe.ts';
import { matchingError } from '../../../helpers/run/message-matchers.ts';

const read = (words: string) => parseRecipe(words, starterRecipes);

describe('parseRecipe', () => {
  it.each(['portrait-cutout', 'Portrait cutout', 'PORTRAIT CUTOUT'])('finds a recipe by id or name: %s', (words) => {
    expect(read(words).id).toBe('portrait-cutout');
  });

  it('creates a recipe from an operation with fields', () => {
    const { steps } = read('commodity-background-removal:return_form=whiteBK');
    expect(steps).toEqual([
      { operation: 'commodity-background-removal', params: { return_form: 'whiteBK' }, reference: null },
    ]);
    expect(read('smart-skin-advanced').steps[0]?.params).toEqual({});
  });

  it('reads lists and several fields', () => {
    expect(read('face-key-points:face_field=age,landmark72,max_face_num=2').steps[0]?.params).toEqual({
      face_field: ['age', 'landmark72'],
      max_face_num: 2,
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ['face-beauty-pro:filter_type=Paris', { filter_type: 19 }],
    ['face-beauty-pro:filter_type=hong kong style,whitening=20', { filter_type: 6, whitening: 20 }],
    ['face-beauty-pro:filter_type=19', { filter_type: 19 }],
    ['face-beauty-pro:filter_type=Filter 11', { filter_type: 11 }],
    ['ai-face-rating:output_language=German', { output_language: 'de-DE' }],
    ['apparel-background-removal:cloth_class=Tops,bag', { cloth_class: ['tops', 'bag'] }],
    ['smart-beauty:multi_face=on,beauty_level=0.5', { multi_face: true, beauty_level: 0.5 }],
    ['smart-skin-advanced:acne_removal=on,smart_skin=off', { acne_removal: true, smart_skin: false }],
  ])('accepts values by name: %s', (words, params) => {
    expect(read(words).steps[0]?.params).toEqual(params);
  });

  it('accepts the reference photograph as a field', () => {
    expect(read('ai-eyebrows:reference=/photos/brows.jpg').steps[0]?.reference).toBe('/photos/brows.jpg');
  });

  it.each([
    [
      'no such thing',
      /^There is no recipe “no such thing”. Recipes: “Portrait cutout”, .*Operations: ai-face-rating, /,
    ],
    ['face-key-points:max_face_num=11', 'max_face_num must be between 1 and 10.'],
    ['face-key-points:max_face_num=two', 'max_face_num must be a whole number.'],
    ['smart-beauty:beauty_level=much', 'beauty_level must be a number.'],
    ['smart-skin-advanced:smart_skin=2', 'smart_skin must be on or off.'],
    ['face-key-points:beard=1', /^“.*” has no field beard. Fields: /],
    ['face-key-points:age', '“age” is not in the form field=value.'],
    ['ai-eyebrows', 'reference: Choose the reference photograph.'],
    ['face-beauty-pro:filter_type=Rome', /^filter_type must be one of 1, 2, /],
    ['apparel-background-removal:out_mode=2', 'out_mode must be one of 0, 1.'],
    ['apparel-background-removal:cloth_class=tops,hat-rack', /^cloth_class must be one or more of tops, /],
  ])('rejects %s and reports %s', (words, message) => {
    expect(() => read(words)).toThrow(UsageError);
    expect(() => read(words)).toThrow(matchingError(message));
  });
});
