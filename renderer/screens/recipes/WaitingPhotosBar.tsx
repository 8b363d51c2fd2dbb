/** Over the form's foot while photographs wait for other settings: processes them with the recipe as it is in the form. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { RecipeEstimate } from '../../components/RecipeCost.tsx';
import { formatCount as number } from '../../locales/format.ts';
import { closeReprocess, saveAndProcess, useReprocess } from '../../state/processing/reprocess.ts';
import classes from './Recipes.module.css';

export function WaitingPhotosBar({ recipe }: { readonly recipe: Recipe }) {
  const { t } = useTranslation();
  const { target, step } = useReprocess();
  if (target === null || step !== 'settings') return null;
  const counted = { count: target.count, number: number(target.count) };
  return (
    <section className={classes.foot} aria-label={t('processWith.waiting', counted)} data-testid="recipe-waiting">
      <div>
        <span>{t('processWith.waiting', counted)}</span>
        <RecipeEstimate recipe={recipe} count={target.count} />
      </div>
      <Button variant="default" onClick={closeReprocess} data-testid="recipe-waiting-not">
        {t('processWith.notNow')}
      </Button>
      <Button onClick={() => void saveAndProcess(recipe.id)} data-testid="recipe-waiting-go">
        {t('processWith.go', counted)}
      </Button>
    </section>
  );
}
