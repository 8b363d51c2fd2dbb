/** Begins a new recipe: a plain one, or one for a marketplace, with all that its preset asks for. */
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Marketplace } from '../../../contract/recipes/marketplaces.ts';
import { useMarketplaces } from '../../state/data/marketplaces.ts';

interface NewRecipeProps {
  /** Null for a plain one. */
  readonly onCreate: (preset: Marketplace | null) => void;
  /** Takes one from a file. */
  readonly onImport: () => void;
}

export function NewRecipe({ onCreate, onImport }: NewRecipeProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { builtIn, own } = useMarketplaces();
  return (
    <Menu position="bottom-start" onChange={setOpen}>
      <Menu.Target>
        <Tooltip label={t('recipes.new')} disabled={isOpen}>
          <ActionIcon aria-label={t('recipes.new')} data-testid="recipe-new">
            <IconPlus size={18} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onCreate(null)} data-testid="recipe-new-plain">
          {t('recipes.new')}
        </Menu.Item>
        <Menu.Item onClick={onImport} data-testid="recipe-import">
          {t('recipes.import')}
        </Menu.Item>
        <Menu.Label>{t('presets.for')}</Menu.Label>
        {[...builtIn, ...own].map((preset) => (
          <Menu.Item key={preset.id} onClick={() => onCreate(preset)} data-testid={`recipe-new-${preset.id}`}>
            {preset.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
