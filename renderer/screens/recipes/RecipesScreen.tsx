/** Recipes: the list at the left, the form of the chosen one, and its preview. */
import { Button } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { Marketplace } from '../../../contract/recipes/marketplaces.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import type { LibraryDifference } from '../../../contract/studio/library.ts';
import { request } from '../../bridge.ts';
import { EmptyState } from '../../components/Screen.tsx';
import { SideItem, SideList, SideNote } from '../../components/SideList.tsx';
import { localizedOperation } from '../../locales/localizedOperation.ts';
import { useData } from '../../state/data/store.ts';
import { confirmLeaveForm, consumeIntent, useUi } from '../../state/window/navigation.ts';
import { NewRecipe } from './NewRecipe.tsx';
import { recipeFor } from './outputDraft.ts';
import { RecipeEditor } from './RecipeEditor.tsx';
import classes from './Recipes.module.css';
import { newRecipe, withUniqueName } from './recipeDraft.ts';

const noDifferences: readonly LibraryDifference[] = [];

export function RecipesScreen() {
  const { t } = useTranslation();
  const recipes = useData((data) => data.recipes);
  const [chosen, setChosen] = useState<string | null>(() => recipes[0]?.id ?? null);
  /** A recipe that was never saved. */
  const [fresh, setFresh] = useState<Recipe | null>(null);
  const intent = useUi((ui) => ui.intent);

  const open = (recipe: Recipe) => {
    const known = recipes.some((each) => each.id === recipe.id);
    setFresh(known ? null : recipe);
    setChosen(recipe.id);
  };
  const openNew = (recipe: Recipe) => open(withUniqueName(recipe, recipes));
  const plain = () => newRecipe(crypto.randomUUID(), t('recipes.newName'));
  const create = (preset: Marketplace | null) =>
    confirmLeaveForm(() => openNew(preset === null ? plain() : recipeFor(preset, crypto.randomUUID())));

  const importOne = () =>
    confirmLeaveForm(async () => {
      const reply = await request('recipes.import');
      if (reply.ok && reply.value !== null) openNew(reply.value);
    });

  // biome-ignore lint/correctness/useExhaustiveDependencies: an intent is taken once, when it comes
  useEffect(() => {
    const taken = intent === null ? null : consumeIntent();
    if (taken === 'new-recipe') openNew(plain());
    else if (taken !== null && typeof taken === 'object' && 'recipeId' in taken) setChosen(taken.recipeId);
  }, [intent]);

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

  const saved = recipes.find((recipe) => recipe.id === chosen) ?? null;
  const current = saved ?? (fresh?.id === chosen ? fresh : null);
  const shown = fresh && !saved && fresh.id === chosen ? [...recipes, fresh] : recipes;
  return (
    <section className={classes.screen} data-testid="screen-recipes">
      <SideList
        title={t('recipes.title')}
        label={t('recipes.list')}
        action={<NewRecipe onCreate={create} onImport={importOne} />}
      >
        {shown.map((recipe) => (
          <SideItem
            key={recipe.id}
            name={recipe.name.trim() || t('recipes.newName')}
            note={recipe.steps.map((step) => localizedOperation(step.operation).title).join(' → ')}
            {...differenceOf(recipe.id)}
            isOpen={recipe.id === chosen}
            onOpen={() => recipe.id !== chosen && confirmLeaveForm(() => open(recipe))}
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
          onEdit={setFresh}
          onCopy={(copy) => confirmLeaveForm(() => openNew(copy))}
          onGone={() => {
            setFresh(null);
            setChosen(recipes.find((each) => each.id !== current.id)?.id ?? null);
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
