/** Edited conditions of a recipe: the choice for each, and their summary. */
import type { TFunction } from 'i18next';
import { conditionsSchema, type RecipeConditions } from '../../../contract/recipes/recipe-conditions.ts';

export const faceChoices = ['any', 'some', 'none', 'exactly', 'atLeast'] as const;
type FaceChoice = (typeof faceChoices)[number];

export const noConditions: RecipeConditions = conditionsSchema.parse({});

export function faceChoiceOf({ faces }: Pick<RecipeConditions, 'faces'>): FaceChoice {
  if (faces === null) return 'any';
  if (faces.rule === 'exactly') return faces.count === 0 ? 'none' : 'exactly';
  return faces.count === 1 ? 'some' : 'atLeast';
}

/** Returns the initial condition of a choice, whose count the user may change. */
export function facesOf(choice: FaceChoice): RecipeConditions['faces'] {
  switch (choice) {
    case 'any':
      return null;
    case 'some':
      return { rule: 'at-least', count: 1 };
    case 'none':
      return { rule: 'exactly', count: 0 };
    case 'exactly':
      return { rule: 'exactly', count: 1 };
    case 'atLeast':
      return { rule: 'at-least', count: 2 };
    default:
      return choice satisfies never;
  }
}

/** Returns the conditions with a change, or null if none is left. */
export function withCondition(
  conditions: RecipeConditions | null,
  change: Partial<RecipeConditions>,
): RecipeConditions | null {
  const next = { ...(conditions ?? noConditions), ...change };
  const { faces, subject, quality, sharpness } = next;
  return [faces, subject, quality, sharpness].every((each) => each === null) ? null : next;
}

export function conditionsSummary(conditions: RecipeConditions | null, t: TFunction): string {
  if (conditions === null) return t('only.all');
  const { faces, subject, quality, sharpness } = conditions;
  const facesText = () => {
    if (faces === null) return null;
    if (faces.rule === 'at-least') return t('only.short.atLeast', { count: faces.count });
    return faces.count === 0 ? t('only.short.none') : t('only.short.faces', { count: faces.count });
  };
  return [
    facesText(),
    subject && t(`only.short.${subject}`),
    quality && t('only.short.quality', { least: quality }),
    sharpness && t('only.short.sharpness', { least: sharpness }),
  ]
    .filter(Boolean)
    .join(' · ');
}
