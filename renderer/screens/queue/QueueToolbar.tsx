/** Heading of the queue: the recipe for what is added, and the button to choose photographs. */
import { Button, Select } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { chooseAndAdd, recipeForAdding } from '../../state/intake.ts';
import { useData } from '../../state/store.ts';
import { useUi } from '../../state/ui.ts';
import classes from './QueueScreen.module.css';

export function QueueToolbar() {
  const { t } = useTranslation();
  const chosen = useUi((ui) => ui.recipeId);
  const recipes = useData((data) => data.recipes);
  const current = useData((data) => recipeForAdding(data, chosen));
  return (
    <header className={classes.head}>
      <h1>{t('queue.title')}</h1>
      <div className={classes.grow} />
      <Select
        aria-label={t('queue.recipe')}
        data={recipes.map((recipe) => ({ value: recipe.id, label: recipe.name }))}
        value={current?.id ?? null}
        onChange={(recipeId) => useUi.setState({ recipeId })}
        allowDeselect={false}
        w={208}
        data-testid="recipe-select"
      />
      <Button
        leftSection={<IconPhotoPlus size={18} aria-hidden />}
        onClick={() => void chooseAndAdd()}
        data-testid="choose-button"
      >
        {t('queue.choose')}
      </Button>
    </header>
  );
}
