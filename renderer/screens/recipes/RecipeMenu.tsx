/** Rare commands of a recipe: moving it in the list, saving it as a file, deleting it. */
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { request } from '../../bridge.ts';
import { notify } from '../../notifications.tsx';
import { useData } from '../../state/data/store.ts';

interface RecipeMenuProps {
  readonly recipe: Recipe;
  /** It was never saved. */
  readonly isNew: boolean;
  readonly onDelete: () => void;
}

export function RecipeMenu({ recipe: { id }, isNew, onDelete }: RecipeMenuProps) {
  const { t } = useTranslation();
  const ids = useData((data) => data.recipes.map((each) => each.id).join(' ')).split(' ');
  const place = ids.indexOf(id);
  const move = (delta: number) => void request('recipes.move', { id, by: delta });
  const save = async () => {
    const folder = await request('app.chooseFolder', { title: t('recipes.exportTitle'), start: null });
    if (!folder.ok || folder.value === null) return;
    const reply = await request('recipes.export', { id, folder: folder.value.id });
    if (reply.ok) notify({ tone: 'success', text: () => i18next.t('recipes.exported', { name: reply.value }) });
  };
  return (
    <Menu position="top-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={t('recipes.menu')} data-testid="recipe-more">
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!isNew && (
          <>
            <Menu.Item disabled={place <= 0} onClick={() => move(-1)} data-testid="recipe-up">
              {t('recipes.up')}
            </Menu.Item>
            <Menu.Item disabled={place >= ids.length - 1} onClick={() => move(1)} data-testid="recipe-down">
              {t('recipes.down')}
            </Menu.Item>
            <Menu.Item onClick={() => void save()} data-testid="recipe-export">
              {t('recipes.export')}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item c="var(--b-failed)" onClick={onDelete} data-testid="recipe-delete">
          {t('recipes.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
