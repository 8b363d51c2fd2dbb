import { describe, expect, it } from 'vitest';
import { recipeSchema, returnsOneImage, starterRecipes, stepSchema } from '../../../contract/recipes/recipe.ts';

const recipe = (steps: unknown[]) => recipeSchema.safeParse({ id: 'r', name: 'R', steps, output: {} });
const step = (operation: string, params = {}) => ({ operation, params, reference: null });

describe('recipes', () => {
  it('start with three valid ones', () => {
    expect(starterRecipes.map((starter) => recipeSchema.safeParse(starter).success)).toEqual([true, true, true]);
  });

  it('check the parameters of every step against the operation table', () => {
    expect(recipe([step('face-beauty-pro', { whitening: 101 })]).success).toBe(false);
    expect(recipe([step('face-beauty-pro', { whitening: 100 })]).success).toBe(true);
    expect(recipe([step('face-beauty-pro', { bleaching: 1 })]).success).toBe(false);
  });

  it('require the reference photograph if the operation takes two', () => {
    expect(stepSchema.safeParse(step('ai-eyebrows')).success).toBe(false);
    expect(stepSchema.safeParse({ ...step('ai-eyebrows'), reference: '/photos/brows.jpg' }).success).toBe(true);
  });

  it('pass only photographs to another step', () => {
    expect(recipe([step('smart-skin-advanced'), step('portrait-background-removal')]).success).toBe(true);
    expect(recipe([step('avatar-extraction'), step('smart-skin-advanced')]).success).toBe(false);
    expect(recipe([step('face-key-points'), step('smart-skin-advanced')]).success).toBe(false);
    expect(returnsOneImage('ai-lip-bite-expressions')).toBe(false);
  });

  it('need a name and between one and five steps', () => {
    expect(recipe([]).success).toBe(false);
    expect(recipe(Array.from({ length: 6 }, () => step('smart-skin-advanced'))).success).toBe(false);
    expect(recipeSchema.safeParse({ id: 'r', name: '  ', steps: [step('smart-beauty')], output: {} }).success).toBe(
      false,
    );
  });
});
