/** Heading of the queue: the recipe for added photographs, and buttons that add them. */
import { ActionIcon, Box, Button, Group, Menu, Select, Tooltip } from '@mantine/core';
import { type Icon, IconDeviceSdCard, IconDots, IconEye, IconPhotoPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MissingPrice } from '../../../components/cost/RecipeCost.tsx';
import { ScreenHead } from '../../../components/Screen.tsx';
import { useData } from '../../../state/data/store.ts';
import { chooseAndAdd, chooseLookFirst, chooseRecipe, recipeForAdding } from '../../../state/processing/intake.ts';
import { chooseProductList } from '../../../state/processing/products.ts';
import { openCardSheet } from '../../cards/cardCopy.ts';

export function QueueToolbar() {
  const { t } = useTranslation();
  const recipes = useData((data) => data.recipes);
  const current = useData(recipeForAdding);
  const isFirst = useData((data) => data.settings.lookFirst);
  return (
    <>
      <ScreenHead title={t('queue.title')}>
        <Select
          aria-label={t('queue.recipe')}
          data={recipes.map((recipe) => ({ value: recipe.id, label: recipe.name }))}
          value={current?.id ?? null}
          onChange={(recipeId) => recipeId !== null && chooseRecipe(recipeId)}
          flex="999 1 96px"
          maw={208}
          data-testid="recipe-select"
        />
        <Group gap={6} wrap="nowrap" flex="none">
          {isFirst && (
            <HeadIcon
              label={t('queue.lookFirst')}
              help={t('queue.lookFirstHelp')}
              icon={IconEye}
              onClick={() => chooseLookFirst(false)}
              isOn
              testId="look-first-on"
            />
          )}
          <HeadIcon label={t('cards.open')} icon={IconDeviceSdCard} onClick={openCardSheet} testId="card-open" />
          <MoreMenu isFirst={isFirst} />
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
      {current && (
        <Box px={8}>
          <MissingPrice recipe={current} />
        </Box>
      )}
    </>
  );
}

function MoreMenu({ isFirst }: { readonly isFirst: boolean }) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" width={300} withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={36} flex="none" aria-label={t('queue.more')} data-testid="queue-more">
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxItem
          checked={isFirst}
          onChange={chooseLookFirst}
          closeMenuOnClick
          title={t('queue.lookFirstHelp')}
          data-testid="look-first"
        >
          {t('queue.lookFirst')}
        </Menu.CheckboxItem>
        <Menu.Divider />
        <Menu.Item onClick={() => void chooseProductList()} data-testid="products-choose">
          {t('products.open')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface HeadIconProps {
  readonly label: string;
  /** Longer explanation; the label by default. */
  readonly help?: string;
  readonly icon: Icon;
  readonly onClick: () => void;
  /** Set for a toggle. */
  readonly isOn?: boolean;
  readonly testId: string;
}

function HeadIcon({ label, help = label, icon: Picture, onClick, isOn, testId }: HeadIconProps) {
  return (
    <Tooltip label={help} multiline={help !== label} w={help === label ? undefined : 260}>
      <ActionIcon
        variant={isOn ? 'light' : 'default'}
        color={isOn ? 'copper' : undefined}
        size={36}
        flex="none"
        onClick={onClick}
        aria-label={label}
        aria-pressed={isOn}
        data-testid={testId}
      >
        <Picture size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
