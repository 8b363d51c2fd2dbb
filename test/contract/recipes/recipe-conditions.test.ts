import { describe, expect, it } from 'vitest';
import { type Recipe, recipeSchema, storedRecipe, withoutConditions } from '../../../contract/recipes/recipe.ts';
import {
  conditionsSchema,
  type DetectedSubject,
  exclusionReason,
  needsPersonCheck,
} from '../../../contract/recipes/recipe-conditions.ts';
import { messageText } from '../../helpers/run/message-matchers.ts';

const only = (part: object) => conditionsSchema.parse(part);
const createSubject = (part: Partial<DetectedSubject> = {}): DetectedSubject => ({
  faces: 0,
  quality: null,
  sharpness: null,
  person: null,
  ...part,
});
const two = createSubject({ faces: 2, quality: 90, sharpness: 40 });

describe('conditions', () => {
  it.each([
    [{ faces: { rule: 'at-least', count: 1 } }, createSubject(), 'No face was found.'],
    [{ faces: { rule: 'at-least', count: 1 } }, two, null],
    [{ faces: { rule: 'exactly', count: 0 } }, two, '2 faces were found.'],
    [{ faces: { rule: 'exactly', count: 0 } }, createSubject(), null],
    [{ faces: { rule: 'exactly', count: 3 } }, two, '2 faces were found.'],
    [{ faces: { rule: 'exactly', count: 2 } }, two, null],
    [{ subject: 'person' }, createSubject({ person: true }), null],
    [{ subject: 'person' }, createSubject({ person: false }), 'No person was found.'],
    [{ subject: 'thing' }, two, 'A person was found.'],
    [{ subject: 'thing' }, createSubject({ person: false }), null],
    [{ quality: 85 }, two, null],
    [{ quality: 91 }, two, 'The face quality is 90 out of 100, but the recipe requires at least 91.'],
    [{ sharpness: 85 }, two, 'The face sharpness is 40 out of 100, but the recipe requires at least 85.'],
    [{ quality: 1 }, createSubject(), 'No face was found.'],
    [
      { quality: 1 },
      createSubject({ faces: 1 }),
      'The face quality is 0 out of 100, but the recipe requires at least 1.',
    ],
  ])('%j of %j', (conditions, seen, why) => {
    const reason = exclusionReason(only(conditions), seen);
    expect(reason && messageText(reason)).toBe(why);
  });

  it('that nothing can meet are rejected', () => {
    for (const never of [
      { faces: { rule: 'exactly', count: 0 }, quality: 50 },
      { subject: 'thing', faces: { rule: 'at-least', count: 1 } },
      { subject: 'thing', sharpness: 10 },
    ])
      expect(conditionsSchema.safeParse(never).success).toBe(false);
  });

  it('look for a person only if there is no face and it matters', () => {
    expect(needsPersonCheck(only({ subject: 'thing' }), createSubject())).toBe(true);
    expect(needsPersonCheck(only({ subject: 'thing' }), two)).toBe(false);
    expect(needsPersonCheck(only({ subject: 'thing' }), createSubject({ person: false }))).toBe(false);
    expect(needsPersonCheck(only({ quality: 5 }), createSubject())).toBe(false);
  });

  it('are empty in recipes of earlier versions, and for photographs picked by the user', () => {
    const recipe: Recipe = recipeSchema.parse({
      id: 'r',
      name: 'R',
      steps: [{ operation: 'smart-skin-advanced', params: {} }],
      output: {},
      only: { quality: 85 },
    });
    const { only: _, ...earlier } = recipe;
    expect(storedRecipe(JSON.stringify(earlier)).only).toBe(null);
    expect(storedRecipe(JSON.stringify(recipe)).only).toEqual(recipe.only);
    expect(withoutConditions(recipe)).toMatchObject({ id: 'r', only: null });
    expect(withoutConditions(recipe)).toBe(withoutConditions(recipe));
  });
});
