/** Conditions for the photographs of a recipe, and the action for excluded ones. */
import { NumberInput, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { type ExcludedAction, maxFaces, type RecipeConditions } from '../../../contract/recipes/recipe-conditions.ts';
import { CollapsibleSection } from '../../components/CollapsibleSection.tsx';
import { Note } from '../../components/Note.tsx';
import { useData } from '../../state/data/store.ts';
import {
  conditionsSummary,
  faceChoiceOf,
  faceChoices,
  facesOf,
  noConditions,
  withCondition,
} from './conditionDraft.ts';

interface ConditionFieldsProps {
  readonly recipe: Recipe;
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
  const setConditions = (change: Partial<RecipeConditions>) => set({ only: withCondition(recipe.only, change) });
  const ratingInput = (name: 'quality' | 'sharpness') => (
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
      onChange={(value) => setConditions({ [name]: typeof value === 'number' ? value : null })}
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
      <Note mt={4}>{t('only.help')}</Note>
      <Select
        label={t('only.faces.label')}
        data={faceChoices.map((value) => ({ value, label: t(`only.faces.${value}`) }))}
        value={choice}
        onChange={(next) => next && setConditions({ faces: facesOf(next) })}
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
          onChange={(count) => typeof count === 'number' && setConditions({ faces: { ...faces, count } })}
          data-testid="only-faces-count"
        />
      )}
      <Select
        label={t('only.subject.label')}
        data={subjects.map((value) => ({ value, label: t(`only.subject.${value}`) }))}
        value={conditions.subject ?? 'any'}
        onChange={(next) => next && setConditions({ subject: next === 'any' ? null : next })}
        data-testid="only-subject"
      />
      {ratingInput('quality')}
      {ratingInput('sharpness')}
      {recipe.only !== null && <ExcludedActionFields recipe={recipe} conditions={recipe.only} set={setConditions} />}
    </CollapsibleSection>
  );
}

interface ExcludedActionProps {
  readonly recipe: Recipe;
  readonly conditions: RecipeConditions;
  readonly set: (change: Partial<RecipeConditions>) => void;
}

function ExcludedActionFields({ recipe, conditions: { otherwise }, set }: ExcludedActionProps) {
  const { t } = useTranslation();
  const recipes = useData((data) => data.recipes);
  const otherRecipes = recipes.filter(({ id }) => id !== recipe.id);
  const choose = (kind: ExcludedAction['kind'] | null) => {
    if (kind === 'recipe') set({ otherwise: { kind, recipeId: otherRecipes[0]?.id ?? recipe.id } });
    else if (kind !== null) set({ otherwise: { kind } });
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
          onChange={(recipeId) => recipeId !== null && set({ otherwise: { kind: 'recipe', recipeId } })}
          error={isMissing ? t('only.otherwise.missing') : undefined}
          data-testid="only-otherwise-recipe"
        />
      )}
    </>
  );
}

const useRecipeIds = () => useData((data) => data.recipes).map(({ id }) => id);

/** Whether the recipe for excluded photographs is missing, for example after an import from another computer. */
function lacksRecipe({ id, only }: Recipe, ids: readonly string[]): boolean {
  if (only?.otherwise.kind !== 'recipe') return false;
  const { recipeId } = only.otherwise;
  return recipeId === id || !ids.includes(recipeId);
}
