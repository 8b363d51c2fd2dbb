/** The queue before the first photograph: the drop zone, the recipe, and samples. */
import { Anchor, Box, Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconPhotoDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Recipe } from '../../../../contract/recipes/recipe.ts';
import { localizedOperation } from '../../../locales/localizedOperation.ts';
import { useData } from '../../../state/data/store.ts';
import { addSamples, chooseAndAdd, chooseRecipe, recipeForAdding } from '../../../state/processing/intake.ts';
import { goTo } from '../../../state/window/navigation.ts';
import { openCardSheet } from '../../cards/cardCopy.ts';
import classes from './EmptyQueue.module.css';

const maxRecipes = 3;

export function EmptyQueue() {
  const { t } = useTranslation();
  const current = useData(recipeForAdding);
  const recipes = useData((data) => data.recipes);
  return (
    <Stack
      flex={1}
      gap={24}
      align="center"
      justify="center"
      mih={0}
      p="8px 32px 24px"
      style={{ overflow: 'auto' }}
      data-testid="queue-empty"
    >
      <Stack
        className={classes.zone}
        gap={8}
        align="center"
        justify="center"
        w="100%"
        maw={720}
        p="48px 32px 40px"
        ta="center"
        data-testid="drop-zone"
      >
        <IconPhotoDown size={48} stroke={1.1} color="var(--mantine-primary-color-filled)" aria-hidden />
        <Text component="h2" fz="xl" fw={700} lh="32px" mt={8}>
          {t('queue.empty.title')}
        </Text>
        <Text inherit c="dimmed" maw={440}>
          {t('queue.empty.text')}
        </Text>
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
      </Stack>
      {recipes.length > 0 && (
        <Box component="section" w="100%" maw={720}>
          <Text component="h3" inherit fw={700} mb={8} id="empty-recipes">
            {t('queue.empty.with')}
          </Text>
          {/* biome-ignore lint/a11y/useSemanticElements: a row of buttons, not a fieldset */}
          <div className={classes.cards} role="group" aria-labelledby="empty-recipes">
            {recipes.slice(0, maxRecipes).map((recipe) => (
              <RecipeCard key={recipe.id} recipe={recipe} isChosen={recipe.id === current?.id} />
            ))}
          </div>
        </Box>
      )}
      <Anchor component="button" type="button" size="sm" onClick={() => goTo('folders', 'new-folder')}>
        {t('queue.empty.folderHint')}
      </Anchor>
    </Stack>
  );
}

function RecipeCard({ recipe, isChosen }: { readonly recipe: Recipe; readonly isChosen: boolean }) {
  const first = recipe.steps[0];
  return (
    <UnstyledButton
      className={classes.card}
      p="12px 16px"
      c="dimmed"
      fz="xs"
      lh="18px"
      aria-pressed={isChosen}
      onClick={() => chooseRecipe(recipe.id)}
      data-testid={`empty-recipe-${recipe.id}`}
    >
      <Text component="strong" fz="sm" fw={700} lh="inherit" c="var(--b-text)">
        {recipe.name}
      </Text>
      {first && localizedOperation(first.operation).summary}
    </UnstyledButton>
  );
}
