/** The queue before the first photograph: where to drop, which recipe, and samples to try it with. */
import { Anchor, Button, Group } from '@mantine/core';
import { IconPhotoDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Recipe } from '../../../../contract/recipes/recipe.ts';
import classes from '../../../components/Panels.module.css';
import { localizedOperation } from '../../../locales/localizedOperation.ts';
import { useData } from '../../../state/data/store.ts';
import { addSamples, chooseAndAdd, chooseRecipe, recipeForAdding } from '../../../state/processing/intake.ts';
import { goTo } from '../../../state/window/navigation.ts';
import { openCardSheet } from '../../cards/cardCopy.ts';

const shownRecipes = 3;

export function EmptyQueue() {
  const { t } = useTranslation();
  const current = useData(recipeForAdding);
  const recipes = useData((data) => data.recipes);
  return (
    <div className={classes.empty} data-testid="queue-empty">
      <div className={classes.zone} data-testid="drop-zone">
        <IconPhotoDown size={48} stroke={1.1} color="var(--mantine-primary-color-filled)" aria-hidden />
        <h2>{t('queue.empty.title')}</h2>
        <p>{t('queue.empty.text')}</p>
        <Group gap="sm" mt="md" justify="center">
          <Button onClick={() => void chooseAndAdd()} data-testid="empty-choose">
            {t('queue.empty.choose')}
          </Button>
          <Button variant="default" onClick={openCardSheet} data-testid="empty-card">
            {t('cards.open')}
          </Button>
          <Button variant="default" onClick={() => void addSamples()} data-testid="empty-samples">
            {t('queue.empty.samples')}
          </Button>
        </Group>
      </div>
      {recipes.length > 0 && (
        <section className={classes.starters}>
          <h3 id="empty-recipes">{t('queue.empty.with')}</h3>
          {/* biome-ignore lint/a11y/useSemanticElements: a row of buttons, not a fieldset */}
          <div className={classes.cards} role="group" aria-labelledby="empty-recipes">
            {recipes.slice(0, shownRecipes).map((recipe) => (
              <RecipeCard key={recipe.id} recipe={recipe} checked={recipe.id === current?.id} />
            ))}
          </div>
        </section>
      )}
      <Anchor component="button" type="button" size="sm" onClick={() => goTo('folders', 'new-folder')}>
        {t('queue.empty.folderHint')}
      </Anchor>
    </div>
  );
}

function RecipeCard({ recipe, checked }: { recipe: Recipe; checked: boolean }) {
  const first = recipe.steps[0];
  return (
    <button
      type="button"
      aria-pressed={checked}
      className={classes.card}
      onClick={() => chooseRecipe(recipe.id)}
      data-testid={`empty-recipe-${recipe.id}`}
    >
      <strong>{recipe.name}</strong>
      {first && localizedOperation(first.operation).summary}
    </button>
  );
}
