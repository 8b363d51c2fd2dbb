import { describe, expect, it } from 'vitest';
import { operationIds } from '../../../../contract/operations/operation-spec.ts';
import { compositionSchema } from '../../../../contract/recipes/composition.ts';
import type { Output } from '../../../../contract/recipes/output.ts';
import { recipeSchema, type Step } from '../../../../contract/recipes/recipe.ts';
import {
  issueAt,
  issuesOf,
  newRecipe,
  newStep,
  usesQuality,
  withAddedStep,
  withMovedStep,
  withOperation,
  withoutStep,
  withStep,
  withUniqueName,
} from '../../../../renderer/screens/recipes/recipeDraft.ts';

const recipe = newRecipe('r1', 'Mine');
const stepsOf = (each: typeof recipe) => each.steps.map((step) => step.operation);

describe('a new recipe', () => {
  it('can be saved at once', () => {
    expect(recipeSchema.safeParse(recipe).success).toBe(true);
    expect(issuesOf(recipe).size).toBe(0);
  });

  it.each(operationIds)('accepts %s as its step', (operation) => {
    const issues = issuesOf(withOperation(recipe, 0, operation));
    expect([...issues.keys()]).toEqual(operation === 'ai-eyebrows' ? ['steps.0.reference'] : []);
  });
});

it('gets a number if its name is taken in any spelling', () => {
  const called = (name: string) => ({ ...recipe, name });
  const named = (name: string, ...existingNames: string[]) =>
    withUniqueName(called(name), existingNames.map(called)).name;
  expect(named('Amazon, main image')).toBe('Amazon, main image');
  expect(named('Amazon, main image', 'eBay', 'amazon, main image ')).toBe('Amazon, main image 2');
  expect(named('Mine', 'Mine', 'Mine 2', 'Mine 4')).toBe('Mine 3');
  expect(named('x'.repeat(80), 'x'.repeat(80))).toBe(`${'x'.repeat(78)} 2`);
});

describe('the quality', () => {
  const made = (operation: Step['operation'], params: Step['params'], output: Partial<Output> = {}) =>
    usesQuality({
      ...recipe,
      steps: [{ operation, params, reference: null }],
      output: { ...recipe.output, ...output },
    });

  it.each<[Step['operation'], Step['params'], Partial<Output>, boolean]>([
    ['portrait-background-removal', {}, {}, false],
    ['portrait-background-removal', { return_form: 'mask' }, {}, false],
    ['portrait-background-removal', { return_form: 'whiteBK' }, {}, true],
    ['portrait-background-removal', {}, { format: 'webp' }, true],
    ['smart-skin-advanced', {}, {}, true],
    ['smart-skin-advanced', {}, { format: 'png' }, false],
    ['smart-skin-advanced', {}, { format: 'tiff' }, false],
  ])('%s %j %j: %j', (operation, params, output, is) => {
    expect(made(operation, params, output)).toBe(is);
  });
});

describe('steps', () => {
  const three = withAddedStep(withAddedStep(recipe, 'smart-beauty'), 'skin-analysis');
  it('are added up to five', () => {
    expect(stepsOf(three)).toEqual(['portrait-background-removal', 'smart-beauty', 'skin-analysis']);
    const five = withAddedStep(withAddedStep(three, 'smart-beauty'), 'smart-beauty');
    expect(withAddedStep(five, 'smart-beauty')).toBe(five);
  });

  it('are moved and removed; the last one stays', () => {
    expect(stepsOf(withMovedStep(three, 2, -1))).toEqual([
      'portrait-background-removal',
      'skin-analysis',
      'smart-beauty',
    ]);
    expect(withMovedStep(three, 0, -1)).toBe(three);
    expect(withMovedStep(three, 2, 1)).toBe(three);
    expect(stepsOf(withoutStep(three, 0))).toEqual(['smart-beauty', 'skin-analysis']);
    expect(withoutStep(recipe, 0)).toBe(recipe);
  });

  it('reset their parameters only with another operation', () => {
    const set = withStep(recipe, 0, { params: { return_form: 'mask' } });
    expect(withOperation(set, 0, 'portrait-background-removal')).toBe(set);
    expect(withOperation(set, 0, 'smart-beauty').steps[0]).toEqual(newStep('smart-beauty'));
  });
});

describe('issuesOf', () => {
  it('describes errors in readable text', () => {
    const bad = { ...recipe, name: '  ', output: { ...recipe.output, template: '' } };
    expect(Object.fromEntries(issuesOf(bad))).toEqual({
      name: 'Give the recipe a name.',
      'output.template': 'Give the results a name.',
    });
  });

  it('assigns the errors of nested fields to their field', () => {
    const composition = compositionSchema.parse({});
    const canvas = { kind: 'exact', width: 1, height: 900 } as const;
    const issues = issuesOf({ ...recipe, output: { ...recipe.output, composition: { ...composition, canvas } } });
    expect([...issues.keys()]).toEqual(['output.composition.canvas.width']);
    expect(issueAt(issues, 'output.composition.canvas')).toBe(issues.get('output.composition.canvas.width'));
    expect(issueAt(issues, 'output.composition.canv')).toBeUndefined();
    expect(issueAt(issues, 'output.format')).toBeUndefined();
  });

  it('finds a step that must not be followed by another', () => {
    const analysisFirst = withMovedStep(withAddedStep(recipe, 'skin-analysis'), 1, -1);
    expect(issuesOf(analysisFirst).get('steps.0')).toContain('can only be the last step');
  });
});
