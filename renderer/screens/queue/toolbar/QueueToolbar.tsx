/** Heading of the queue: the recipe for what is added, and the button to choose photographs. */
import { ActionIcon, Button, Checkbox, Select, Tooltip } from '@mantine/core';
import { IconDeviceSdCard, IconPhotoPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ScreenHead } from '../../../components/Screen.tsx';
import { openCardSheet } from '../../../state/cards.ts';
import { chooseAndAdd, chooseLookFirst, chooseRecipe, recipeForAdding } from '../../../state/intake.ts';
import { chooseProductList } from '../../../state/products.ts';
import { useData } from '../../../state/store.ts';

export function QueueToolbar() {
  const { t } = useTranslation();
  const recipes = useData((data) => data.recipes);
  const current = useData(recipeForAdding);
  const isFirst = useData((data) => data.settings.lookFirst);
  return (
    <ScreenHead title={t('queue.title')}>
      <Select
        aria-label={t('queue.recipe')}
        data={recipes.map((recipe) => ({ value: recipe.id, label: recipe.name }))}
        value={current?.id ?? null}
        onChange={(recipeId) => recipeId !== null && chooseRecipe(recipeId)}
        w={208}
        style={{ minWidth: 96 }}
        data-testid="recipe-select"
      />
      <Tooltip label={t('queue.lookFirstHelp')} multiline w={260}>
        <Checkbox
          label={t('queue.lookFirst')}
          checked={isFirst}
          onChange={({ currentTarget }) => chooseLookFirst(currentTarget.checked)}
          styles={{ root: { flex: 'none' } }}
          data-testid="look-first"
        />
      </Tooltip>
      <Tooltip label={t('cards.open')}>
        <ActionIcon
          variant="default"
          size={36}
          flex="none"
          onClick={openCardSheet}
          aria-label={t('cards.open')}
          data-testid="card-open"
        >
          <IconDeviceSdCard size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Button variant="default" flex="none" onClick={() => void chooseProductList()} data-testid="products-choose">
        {t('products.open')}
      </Button>
      <Button
        flex="none"
        leftSection={<IconPhotoPlus size={18} aria-hidden />}
        onClick={() => void chooseAndAdd()}
        data-testid="choose-button"
      >
        {t('queue.choose')}
      </Button>
    </ScreenHead>
  );
}
