import { describe, expect, it } from 'vitest';
import { type Recipe, recipeSchema } from '../../../contract/recipes/recipe.ts';
import { parseRecipeFile, serializeRecipe } from '../../../contract/recipes/recipe-file.ts';

const recipe: Recipe = recipeSchema.parse({
  id: 'mine',
  name: 'Brows, white',
  steps: [
    { operation: 'ai-eyebrows', params: {}, reference: '/home/me/brows.jpg' },
    { operation: 'commodity-background-removal', params: {}, reference: null },
  ],
  output: {
    folder: '/home/me/results',
    composition: { background: { kind: 'picture', path: '/home/me/wall.jpg' } },
  },
  alsoAs: [{ folder: '/home/me/small', template: '{name}-small' }],
  profileId: 'my-service',
  trial: 'spread',
});

describe('a recipe as a file', () => {
  it('contains nothing about its computer', () => {
    const text = serializeRecipe(recipe);
    expect(text).not.toContain('/home/me');
    expect(text).not.toContain('my-service');
    expect(text).not.toContain('"mine"');
  });

  it('is read back unchanged, except for files and service', () => {
    const read = parseRecipeFile(serializeRecipe(recipe), 'new');
    expect(read).toMatchObject({ id: 'new', name: 'Brows, white', profileId: null, trial: 'spread' });
    expect(read?.steps.map(({ operation, reference }) => [operation, reference])).toEqual([
      ['ai-eyebrows', null],
      ['commodity-background-removal', null],
    ]);
    expect(read?.output).toMatchObject({ folder: null, composition: { background: { kind: 'colour' } } });
    expect(read?.alsoAs).toMatchObject([{ folder: null, template: '{name}-small' }]);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', 'Brows'],
    ['something else', '{"burnish":"preset","version":1,"recipe":{}}'],
    ['a later version', '{"burnish":"recipe","version":2,"recipe":{}}'],
    ['no steps', '{"burnish":"recipe","version":1,"recipe":{"name":"A","steps":[],"output":{}}}'],
    [
      'an unknown operation',
      '{"burnish":"recipe","version":1,"recipe":{"name":"A","steps":[{"operation":"rm","params":{}}],"output":{}}}',
    ],
    [
      'a field of its own',
      '{"burnish":"recipe","version":1,"recipe":{"name":"A","steps":[{"operation":"smart-beauty","params":{"run":"x"}}],"output":{}}}',
    ],
  ])('that holds %s is rejected', (_, text) => {
    expect(parseRecipeFile(text, 'new')).toBeNull();
  });

  it('is rejected before parsing if it is too deep or too long', () => {
    const withMore = (more: string) => serializeRecipe(recipe).replace('{', `{"more":${more},`);
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const brackets = JSON.stringify('["\\,'.repeat(5000));
    for (const more of ['1', nested(60), brackets]) expect(parseRecipeFile(withMore(more), 'new')).not.toBeNull();
    for (const more of [nested(64), nested(400_000), `[${'1,'.repeat(5000)}1]`])
      expect(parseRecipeFile(withMore(more), 'new')).toBeNull();
  });

  it('from anyone names no file of this computer', () => {
    const hostile = {
      ...recipe,
      id: 'x',
      steps: [{ ...recipe.steps[0], reference: '/etc/passwd' }],
      output: { ...recipe.output, folder: '/etc' },
    };
    const read = parseRecipeFile(JSON.stringify({ burnish: 'recipe', version: 1, recipe: hostile }), 'new');
    expect(JSON.stringify(read)).not.toContain('/etc');
  });
});
