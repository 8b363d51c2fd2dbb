/** Recipes: the list, the form of the open recipe, and its preview. */
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { IconAdjustments, IconPlus } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { Marketplace } from '../../../contract/recipes/marketplaces.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import type { LibraryDifference } from '../../../contract/studio/library.ts';
import { request } from '../../bridge.ts';
import { SideItem, SideList, SideNote } from '../../components/list/SideList.tsx';
import { EmptyState } from '../../components/Screen.tsx';
import { localizedOperation } from '../../locales/localizedOperation.ts';
import { useMarketplaces } from '../../state/data/marketplaces.ts';
import { useData } from '../../state/data/store.ts';
import { confirmLeaveForm, consumeIntent, useUi } from '../../state/window/navigation.ts';
import { recipeFor } from './output/outputDraft.ts';
import { RecipeEditor } from './RecipeEditor.tsx';
import classes from './Recipes.module.css';
import { newRecipe, withUniqueName } from './recipeDraft.ts';

const noDifferences: readonly LibraryDifference[] = [];

export function RecipesScreen() {
  const { t } = useTranslation();
  const recipes = useData((data) => data.recipes);
  const [openId, setOpenId] = useState<string | null>(() => recipes[0]?.id ?? null);
  /** A recipe not saved yet. */
  const [unsaved, setUnsaved] = useState<Recipe | null>(null);
  const intent = useUi((ui) => ui.intent);

  const open = (recipe: Recipe) => {
    const isSaved = recipes.some((each) => each.id === recipe.id);
    setUnsaved(isSaved ? null : recipe);
    setOpenId(recipe.id);
  };
  const openNew = (recipe: Recipe) => open(withUniqueName(recipe, recipes));
  const plainRecipe = () => newRecipe(crypto.randomUUID(), t('recipes.newName'));
  const create = (preset: Marketplace | null) =>
    confirmLeaveForm(() => openNew(preset === null ? plainRecipe() : recipeFor(preset, crypto.randomUUID())));

  const importRecipe = () =>
    confirmLeaveForm(async () => {
      const reply = await request('recipes.import');
      if (reply.ok && reply.value !== null) openNew(reply.value);
    });

  const followIntent = useEffectEvent((next: typeof intent) => {
    const taken = next === null ? null : consumeIntent();
    if (taken === 'new-recipe') openNew(plainRecipe());
    else if (taken !== null && typeof taken === 'object' && 'recipeId' in taken) setOpenId(taken.recipeId);
  });
  useEffect(() => followIntent(intent), [intent]);

  const differences = useData((data) => data.studio?.library ?? noDifferences).filter(({ kind }) => kind === 'recipe');
  const unavailable = differences.filter(
    ({ state, id }) => state === 'unavailable' && !recipes.some((each) => each.id === id),
  );
  const differenceOf = (id: string) => {
    const difference = differences.find((each) => each.id === id);
    if (difference === undefined) return {};
    const more = t(difference.state === 'local' ? 'recipes.onlyHere' : 'recipes.notCurrent');
    return { more, title: `${more}: ${formatMessage(difference.message)}` };
  };

  const saved = recipes.find((recipe) => recipe.id === openId) ?? null;
  const current = saved ?? (unsaved?.id === openId ? unsaved : null);
  const listed = unsaved && !saved && unsaved.id === openId ? [...recipes, unsaved] : recipes;
  return (
    <section className={classes.screen} data-testid="screen-recipes">
      <SideList
        title={t('recipes.title')}
        label={t('recipes.list')}
        action={<NewRecipeMenu onCreate={create} onImport={importRecipe} />}
      >
        {listed.map((recipe) => (
          <SideItem
            key={recipe.id}
            name={recipe.name.trim() || t('recipes.newName')}
            note={recipe.steps.map((step) => localizedOperation(step.operation).title).join(' → ')}
            {...differenceOf(recipe.id)}
            isOpen={recipe.id === openId}
            onOpen={() => recipe.id !== openId && confirmLeaveForm(() => open(recipe))}
            testId={`recipe-item-${recipe.id}`}
          />
        ))}
        {unavailable.map(({ id, name, message }) => (
          <SideNote
            key={id}
            name={formatMessage(name) || t('recipes.newName')}
            note={`${t('recipes.unavailableHere')} ${formatMessage(message)}`}
            testId={`recipe-unavailable-${id}`}
          />
        ))}
      </SideList>
      {current ? (
        <RecipeEditor
          key={current.id}
          recipe={current}
          isUnlisted={saved === null}
          onEdit={setUnsaved}
          onCopy={(copy) => confirmLeaveForm(() => openNew(copy))}
          onGone={() => {
            setUnsaved(null);
            setOpenId(recipes.find((each) => each.id !== current.id)?.id ?? null);
          }}
        />
      ) : (
        <EmptyState
          icon={<IconAdjustments size={48} stroke={1.1} aria-hidden />}
          title={recipes.length === 0 ? t('recipes.empty.title') : undefined}
          text={recipes.length === 0 ? t('recipes.empty.text') : t('recipes.choose')}
          testId="recipes-empty"
        >
          <Button onClick={() => create(null)}>{t('recipes.new')}</Button>
        </EmptyState>
      )}
    </section>
  );
}

interface NewRecipeMenuProps {
  /** The preset is null for a plain recipe. */
  readonly onCreate: (preset: Marketplace | null) => void;
  readonly onImport: () => void;
}

/** Menu that creates a recipe, plain or from a marketplace preset, or imports one. */
function NewRecipeMenu({ onCreate, onImport }: NewRecipeMenuProps) {
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
