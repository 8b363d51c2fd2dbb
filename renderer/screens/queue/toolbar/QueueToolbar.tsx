/** Heading of the queue: the recipe for what is added, and the button to choose photographs. */
import { ActionIcon, Button, Checkbox, Group, Select, Tooltip } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type Icon, IconDeviceSdCard, IconListDetails, IconPhotoPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ScreenHead } from '../../../components/Screen.tsx';
import { useFits } from '../../../components/useFits.ts';
import { openCardSheet } from '../../../state/cards.ts';
import { chooseAndAdd, chooseLookFirst, chooseRecipe, recipeForAdding } from '../../../state/intake.ts';
import { chooseProductList } from '../../../state/products.ts';
import { useData } from '../../../state/store.ts';

const listProducts = () => void chooseProductList();

export function QueueToolbar() {
  const { t } = useTranslation();
  const recipes = useData((data) => data.recipes);
  const current = useData(recipeForAdding);
  const isFirst = useData((data) => data.settings.lookFirst);
  const head = useElementSize();
  const element = useRef<HTMLElement>(null);
  const ref = useMergedRef(head.ref, element);
  const hasRoom = useFits(element, head.width);
  return (
    <ScreenHead ref={ref} title={t('queue.title')} isOneLine={hasRoom}>
      <Select
        aria-label={t('queue.recipe')}
        data={recipes.map((recipe) => ({ value: recipe.id, label: recipe.name }))}
        value={current?.id ?? null}
        onChange={(recipeId) => recipeId !== null && chooseRecipe(recipeId)}
        w={hasRoom ? 208 : 160}
        flex="none"
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
      <Group gap={12} wrap="nowrap" flex="none">
        <HeadIcon label={t('cards.open')} icon={IconDeviceSdCard} onClick={openCardSheet} testId="card-open" />
        {hasRoom ? (
          <Button variant="default" flex="none" onClick={listProducts} data-testid="products-choose">
            {t('products.open')}
          </Button>
        ) : (
          <HeadIcon label={t('products.open')} icon={IconListDetails} onClick={listProducts} testId="products-choose" />
        )}
        <Button
          flex="none"
          leftSection={<IconPhotoPlus size={18} aria-hidden />}
          onClick={() => void chooseAndAdd()}
          data-testid="choose-button"
        >
          {t('queue.choose')}
        </Button>
      </Group>
    </ScreenHead>
  );
}

interface HeadIconProps {
  readonly label: string;
  readonly icon: Icon;
  readonly onClick: () => void;
  readonly testId: string;
}

/** A button of the heading that says with its tooltip what it does. */
function HeadIcon({ label, icon: Picture, onClick, testId }: HeadIconProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={36} flex="none" onClick={onClick} aria-label={label} data-testid={testId}>
        <Picture size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
