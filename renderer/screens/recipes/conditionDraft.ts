/** The conditions of a recipe while they are edited: which choice stands for which, and what they say in short. Pure. */
import type { TFunction } from 'i18next';
import { conditionsSchema, type RecipeConditions } from '../../../contract/recipes/recipe-conditions.ts';

export const faceChoices = ['any', 'some', 'none', 'exactly', 'atLeast'] as const;
export type FaceChoice = (typeof faceChoices)[number];

export const noConditions: RecipeConditions = conditionsSchema.parse({});

export function faceChoiceOf({ faces }: Pick<RecipeConditions, 'faces'>): FaceChoice {
  if (faces === null) return 'any';
  if (faces.rule === 'exactly') return faces.count === 0 ? 'none' : 'exactly';
  return faces.count === 1 ? 'some' : 'atLeast';
}

/** What a choice begins with; the user says how many. */
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

/** With a change; null once no condition is left. */
export function withCondition(
  conditions: RecipeConditions | null,
  change: Partial<RecipeConditions>,
): RecipeConditions | null {
  const next = { ...(conditions ?? noConditions), ...change };
  const { faces, subject, quality, sharpness } = next;
  return [faces, subject, quality, sharpness].every((each) => each === null) ? null : next;
}

/** The conditions as a line of words. */
export function conditionsSummary(conditions: RecipeConditions | null, t: TFunction): string {
  if (conditions === null) return t('only.all');
  const { faces, subject, quality, sharpness } = conditions;
  const ofFaces = () => {
    if (faces === null) return null;
    if (faces.rule === 'at-least') return t('only.short.atLeast', { count: faces.count });
    return faces.count === 0 ? t('only.short.none') : t('only.short.faces', { count: faces.count });
  };
  return [
    ofFaces(),
    subject && t(`only.short.${subject}`),
    quality && t('only.short.quality', { least: quality }),
    sharpness && t('only.short.sharpness', { least: sharpness }),
  ]
    .filter(Boolean)
    .join(' · ');
}
