/** Rare commands of a recipe: move it in the list, export it, delete it. */
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { request } from '../../bridge.ts';
import { notify } from '../../notifications.tsx';
import { useData } from '../../state/data/store.ts';
import { confirm } from '../../state/window/confirmDialog.ts';

interface RecipeMenuProps {
  readonly recipe: Recipe;
  readonly isNew: boolean;
  readonly onGone: () => void;
}

export function RecipeMenu({ recipe: { id, name }, isNew, onGone }: RecipeMenuProps) {
  const { t } = useTranslation();
  const ids = useData((data) => data.recipes.map((each) => each.id).join(' ')).split(' ');
  const index = ids.indexOf(id);
  const folderCount = useData((data) => data.folders.filter((folder) => folder.recipeId === id).length);
  const move = (delta: number) => void request('recipes.move', { id, by: delta });
  const exportFile = async () => {
    const folder = await request('app.chooseFolder', { title: t('recipes.exportTitle'), start: null });
    if (!folder.ok || folder.value === null) return;
    const reply = await request('recipes.export', { id, folder: folder.value.id });
    if (reply.ok) notify({ tone: 'success', text: () => i18next.t('recipes.exported', { name: reply.value }) });
  };
  const remove = () =>
    confirm({
      title: t('recipes.deleteTitle', { name }),
      text: folderCount > 0 ? t('recipes.deleteUsed', { count: folderCount }) : t('recipes.deleteText'),
      yes: t('actions.delete'),
      no: t('actions.keep'),
      onYes: async () => {
        const reply = isNew ? { ok: true } : await request('recipes.remove', { id });
        if (reply.ok) onGone();
      },
    });
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
            <Menu.Item disabled={index <= 0} onClick={() => move(-1)} data-testid="recipe-up">
              {t('recipes.up')}
            </Menu.Item>
            <Menu.Item disabled={index >= ids.length - 1} onClick={() => move(1)} data-testid="recipe-down">
              {t('recipes.down')}
            </Menu.Item>
            <Menu.Item onClick={() => void exportFile()} data-testid="recipe-export">
              {t('recipes.export')}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item c="var(--b-failed)" onClick={remove} data-testid="recipe-delete">
          {t('recipes.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
