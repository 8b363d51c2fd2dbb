/** Moves a recipe in the list, and saves it as a file for others. */

import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconFileExport } from '@tabler/icons-react';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { notify, request } from '../../bridge.ts';
import { useData } from '../../state/store.ts';

export function RecipeFileButtons({ recipe: { id } }: { readonly recipe: Recipe }) {
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
    <>
      <IconButton
        label={t('recipes.up')}
        icon={<IconArrowUp size={18} />}
        isPossible={place > 0}
        onClick={() => move(-1)}
        testId="recipe-up"
      />
      <IconButton
        label={t('recipes.down')}
        icon={<IconArrowDown size={18} />}
        isPossible={place < ids.length - 1}
        onClick={() => move(1)}
        testId="recipe-down"
      />
      <IconButton
        label={t('recipes.export')}
        icon={<IconFileExport size={18} />}
        isPossible
        onClick={() => void save()}
        testId="recipe-export"
      />
    </>
  );
}

interface IconButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly isPossible: boolean;
  readonly onClick: () => void;
  readonly testId: string;
}

function IconButton({ label, icon, isPossible, onClick, testId }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon onClick={onClick} disabled={!isPossible} aria-label={label} data-testid={testId}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
