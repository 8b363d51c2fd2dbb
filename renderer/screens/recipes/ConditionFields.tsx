/** Which photographs a recipe is for, and what becomes of the others. */
import { NumberInput, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { type ExcludedAction, maxFaces, type RecipeConditions } from '../../../contract/recipes/recipe-conditions.ts';
import { CollapsibleSection } from '../../components/CollapsibleSection.tsx';
import { useData } from '../../state/data/store.ts';
import {
  conditionsSummary,
  faceChoiceOf,
  faceChoices,
  facesOf,
  noConditions,
  withCondition,
} from './conditionDraft.ts';
import classes from './Recipes.module.css';

interface ConditionFieldsProps {
  readonly recipe: Recipe;
  /** What is wrong with the conditions. */
  readonly issue: string | undefined;
  readonly set: (change: Partial<Recipe>) => void;
}

const subjects = ['any', 'person', 'thing'] as const;
const excludedActions = ['leave', 'look', 'recipe'] as const satisfies ExcludedAction['kind'][];

export function ConditionFields({ recipe, issue, set }: ConditionFieldsProps) {
  const { t } = useTranslation();
  const isMissing = lacksRecipe(recipe, useRecipeIds());
  const conditions = recipe.only ?? noConditions;
  const { faces } = conditions;
  const choice = faceChoiceOf(conditions);
  const put = (change: Partial<RecipeConditions>) => set({ only: withCondition(recipe.only, change) });
  const rating = (name: 'quality' | 'sharpness') => (
    <NumberInput
      label={t(`only.${name}`)}
      description={name === 'sharpness' ? t('only.rating') : undefined}
      placeholder={t('only.anyRating')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      min={1}
      max={100}
      allowDecimal={false}
      clampBehavior="strict"
      value={conditions[name] ?? ''}
      onChange={(value) => put({ [name]: typeof value === 'number' ? value : null })}
      data-testid={`only-${name}`}
    />
  );
  return (
    <CollapsibleSection
      name="only"
      title={t('only.title')}
      summary={conditionsSummary(recipe.only, t)}
      hasIssue={issue !== undefined || isMissing}
    >
      <p className={classes.summary}>{t('only.help')}</p>
      <Select
        label={t('only.faces.label')}
        data={faceChoices.map((value) => ({ value, label: t(`only.faces.${value}`) }))}
        value={choice}
        onChange={(next) => next && put({ faces: facesOf(next) })}
        error={issue}
        data-testid="only-faces"
      />
      {faces !== null && (choice === 'exactly' || choice === 'atLeast') && (
        <NumberInput
          label={t('only.faces.count')}
          min={choice === 'exactly' ? 1 : 2}
          max={maxFaces}
          allowDecimal={false}
          clampBehavior="strict"
          value={faces.count}
          onChange={(count) => typeof count === 'number' && put({ faces: { ...faces, count } })}
          data-testid="only-faces-count"
        />
      )}
      <Select
        label={t('only.subject.label')}
        data={subjects.map((value) => ({ value, label: t(`only.subject.${value}`) }))}
        value={conditions.subject ?? 'any'}
        onChange={(next) => next && put({ subject: next === 'any' ? null : next })}
        data-testid="only-subject"
      />
      {rating('quality')}
      {rating('sharpness')}
      {recipe.only !== null && <ExcludedActionFields recipe={recipe} conditions={recipe.only} put={put} />}
    </CollapsibleSection>
  );
}

interface ExcludedActionProps {
  readonly recipe: Recipe;
  readonly conditions: RecipeConditions;
  readonly put: (change: Partial<RecipeConditions>) => void;
}

function ExcludedActionFields({ recipe, conditions: { otherwise }, put }: ExcludedActionProps) {
  const { t } = useTranslation();
  const recipes = useData((data) => data.recipes);
  const otherRecipes = recipes.filter(({ id }) => id !== recipe.id);
  const choose = (kind: ExcludedAction['kind'] | null) => {
    if (kind === 'recipe') put({ otherwise: { kind, recipeId: otherRecipes[0]?.id ?? recipe.id } });
    else if (kind !== null) put({ otherwise: { kind } });
  };
  const isMissing = lacksRecipe(recipe, useRecipeIds());
  return (
    <>
      <Select
        label={t('only.otherwise.label')}
        data={excludedActions
          .filter((kind) => kind !== 'recipe' || otherRecipes.length > 0 || otherwise.kind === kind)
          .map((value) => ({ value, label: t(`only.otherwise.${value}`) }))}
        value={otherwise.kind}
        onChange={choose}
        data-testid="only-otherwise"
      />
      {otherwise.kind === 'recipe' && (
        <Select
          label={t('only.otherwise.choose')}
          data={otherRecipes.map(({ id, name }) => ({ value: id, label: name }))}
          value={isMissing ? null : otherwise.recipeId}
          onChange={(recipeId) => recipeId !== null && put({ otherwise: { kind: 'recipe', recipeId } })}
          error={isMissing ? t('only.otherwise.missing') : undefined}
          data-testid="only-otherwise-recipe"
        />
      )}
    </>
  );
}

const useRecipeIds = () => useData((data) => data.recipes).map(({ id }) => id);

/** True where the recipe for the other photographs is not here, as of one that came from another computer. */
function lacksRecipe({ id, only }: Recipe, ids: readonly string[]): boolean {
  if (only?.otherwise.kind !== 'recipe') return false;
  const { recipeId } = only.otherwise;
  return recipeId === id || !ids.includes(recipeId);
}
