import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { conditionsSchema } from '../../../../contract/recipes/recipe-conditions.ts';
import {
  conditionsSummary,
  faceChoiceOf,
  faceChoices,
  facesOf,
  noConditions,
  withCondition,
} from '../../../../renderer/screens/recipes/conditionDraft.ts';

describe('the conditions of a recipe in its form', () => {
  it.each(faceChoices)('match “%s” while that is chosen', (choice) => {
    const faces = facesOf(choice);
    expect(faceChoiceOf({ faces })).toBe(choice);
    expect(conditionsSchema.safeParse({ faces }).success).toBe(true);
  });

  it('are null after the last one is removed, and until then keep the handling of excluded photographs', () => {
    const look = withCondition({ ...noConditions, quality: 85, otherwise: { kind: 'look' } }, { subject: 'person' });
    expect(look).toMatchObject({ quality: 85, subject: 'person', otherwise: { kind: 'look' } });
    expect(withCondition(withCondition(look, { quality: null }), { subject: null })).toBe(null);
    expect(withCondition(null, { otherwise: { kind: 'look' } })).toBe(null);
  });

  it('have a summary in one line', () => {
    const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as unknown as TFunction;
    expect(conditionsSummary(null, t)).toBe('only.all');
    const only = conditionsSchema.parse({ faces: { rule: 'exactly', count: 2 }, subject: 'person', sharpness: 50 });
    expect(conditionsSummary(only, t)).toBe('only.short.faces 2 · only.short.person · only.short.sharpness 50');
    expect(conditionsSummary(conditionsSchema.parse({ faces: facesOf('none') }), t)).toBe('only.short.none');
  });
});
