/** Bars below the recipe form: photographs that wait for its settings, and the buttons of the recipe. */
import { ActionIcon, Button, Flex, type FlexProps, Group, Text, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { RecipeEstimate } from '../../components/cost/RecipeCost.tsx';
import { formatCount } from '../../locales/format.ts';
import { closeReprocess, saveAndProcess, useReprocess } from '../../state/processing/reprocess.ts';
import { RecipeMenu } from './RecipeMenu.tsx';
import type { RecipeForm } from './useRecipeDraft.ts';

const barProps = {
  wrap: 'wrap',
  gap: 8,
  justify: 'flex-end',
  align: 'center',
  mih: 56,
  p: '8px 12px',
  bg: 'var(--b-panel)',
  style: { borderTop: '1px solid var(--b-line)' },
} as const satisfies FlexProps;

/** Processes the photographs that wait for other settings with the recipe in the form. */
export function WaitingPhotosBar({ recipe }: { readonly recipe: Recipe }) {
  const { t } = useTranslation();
  const { target, step } = useReprocess();
  if (target === null || step !== 'settings') return null;
  const counted = { count: target.count, number: formatCount(target.count) };
  return (
    <Flex component="section" {...barProps} aria-label={t('processWith.waiting', counted)} data-testid="recipe-waiting">
      <div>
        <span>{t('processWith.waiting', counted)}</span>
        <RecipeEstimate recipe={recipe} count={target.count} />
      </div>
      <Button variant="default" onClick={closeReprocess} data-testid="recipe-waiting-not">
        {t('processWith.notNow')}
      </Button>
      <Button onClick={() => void saveAndProcess(recipe.id)} data-testid="recipe-waiting-go">
        {t('processWith.go', counted)}
      </Button>
    </Flex>
  );
}

interface RecipeFooterProps {
  /** The recipe as saved. */
  readonly recipe: Recipe;
  readonly form: RecipeForm;
  readonly onCopy: (copy: Recipe) => void;
  /** Called when the recipe was deleted, or a new one discarded. */
  readonly onGone: () => void;
}

export function RecipeFooter({ recipe, form, onCopy, onGone }: RecipeFooterProps) {
  const { t } = useTranslation();
  const { draft, isNew, changed, issues, hasTried, save, discard } = form;
  const status = hasTried && issues.size > 0 ? t('recipes.issues.fix') : changed ? t('recipes.changed') : '';
  const copy = () => onCopy({ ...draft, id: crypto.randomUUID(), name: t('recipes.copyName', { name: draft.name }) });
  return (
    <Flex component="footer" {...barProps}>
      <Text component="span" inherit role="status" flex="auto" c="dimmed" mr={status === '' ? -8 : 0}>
        {status}
      </Text>
      <Flex>
        <Tooltip label={t('recipes.duplicate')}>
          <ActionIcon onClick={copy} aria-label={t('recipes.duplicate')} data-testid="recipe-duplicate">
            <IconCopy size={18} />
          </ActionIcon>
        </Tooltip>
        <RecipeMenu recipe={recipe} isNew={isNew} onGone={onGone} />
      </Flex>
      <Group gap={8} wrap="nowrap">
        <Button
          variant="default"
          px="sm"
          disabled={!changed}
          onClick={() => (isNew ? onGone() : discard())}
          data-testid="recipe-discard"
        >
          {t('recipes.discard')}
        </Button>
        <Button px="sm" disabled={!changed} onClick={() => void save()} data-testid="recipe-save">
          {t('recipes.save')}
        </Button>
      </Group>
    </Flex>
  );
}
