/** Asks which recipe photographs that are here are to be processed with. */
import { Button, Group, Select, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { MissingPrice, RecipeEstimate } from '../../components/RecipeCost.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { formatCount as number } from '../../locales/format.ts';
import { localizedOperation } from '../../locales/localizedOperation.ts';
import { useData } from '../../state/data/store.ts';
import { recipeForAdding } from '../../state/processing/intake.ts';
import {
  changeRecipeFor,
  closeReprocess,
  type ReprocessTarget,
  reprocess,
  useReprocess,
} from '../../state/processing/reprocess.ts';
import classes from './ProcessWithSheet.module.css';

export function ProcessWithSheet() {
  const { target, step } = useReprocess();
  return target === null || step === 'settings' ? null : <Choice {...target} />;
}

const stepsOf = ({ steps }: Recipe) => steps.map(({ operation }) => localizedOperation(operation).title).join(' → ');

function Choice({ count, isFirst = false }: Pick<ReprocessTarget, 'count' | 'isFirst'>) {
  const { t } = useTranslation();
  const recipes = useData((data) => data.recipes);
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const own = {
    id: null,
    name: t('processWith.own', { count }),
    note: t('processWith.ownNote'),
    recipe: null,
  };
  const defaultRecipe = useData(recipeForAdding);
  const { profileId } = useReprocess();
  // What photographs are added with comes first.
  const ordered = isFirst
    ? recipes.toSorted((a, b) => Number(b === defaultRecipe) - Number(a === defaultRecipe))
    : recipes;
  const choices = [
    ...(isFirst ? [] : [own]),
    ...ordered.map((recipe) => ({ id: recipe.id, name: recipe.name, note: stepsOf(recipe), recipe })),
  ];
  const shown = choices.filter(({ name, note }) => `${name} ${note}`.toLowerCase().includes(wanted));
  const first = shown[0];
  return (
    <Sheet
      onClose={closeReprocess}
      onKeyDown={moveAmongChoices}
      title={t('processWith.title', { count, number: number(count) })}
      size={520}
      data-testid="process-with"
    >
      <TextInput
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && first) void reprocess(first.id);
        }}
        placeholder={t('processWith.search')}
        aria-label={t('processWith.search')}
        data-autofocus
        data-testid="process-with-search"
      />
      <ul className={classes.choices}>
        {shown.map(({ id, name, note, recipe }) => (
          <li key={id ?? ''}>
            <div className={classes.choice}>
              <button
                type="button"
                className={classes.choose}
                onClick={() => void reprocess(id)}
                data-choice
                data-testid={`process-with-${id ?? 'own'}`}
              >
                <span className="ellipsis">{name}</span>
                <small className="ellipsis">{note}</small>
                {recipe && <RecipeEstimate recipe={recipe} profileId={profileId} count={count} />}
              </button>
              {id !== null && (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  color="gray"
                  onClick={() => changeRecipeFor(id)}
                  data-testid={`process-with-change-${id}`}
                >
                  {t('processWith.change')}
                </Button>
              )}
            </div>
            {recipe && <MissingPrice recipe={recipe} profileId={profileId} onLeave={closeReprocess} />}
          </li>
        ))}
      </ul>
      <ServiceChoice />
      {shown.length === 0 && <p className={classes.note}>{t('processWith.none')}</p>}
      {!isFirst && <p className={classes.note}>{t('processWith.kept')}</p>}
      <Group justify="flex-end" mt="md">
        <Button variant="subtle" color="gray" onClick={closeReprocess}>
          {t('actions.cancel')}
        </Button>
      </Group>
    </Sheet>
  );
}

const ofRecipe = '';

/** Another service than the recipe's, where there are several: its results stand beside those that are there. */
function ServiceChoice() {
  const { t } = useTranslation();
  const profiles = useData((data) => data.profiles);
  const { profileId } = useReprocess();
  if (profiles.length < 2) return null;
  return (
    <Select
      mt="sm"
      label={t('processWith.service')}
      data={[
        { value: ofRecipe, label: t('processWith.ofRecipe') },
        ...profiles.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={profileId ?? ofRecipe}
      onChange={(id) => useReprocess.setState({ profileId: id === ofRecipe ? null : id })}
      data-testid="process-with-service"
    />
  );
}

/** Up and down go through the search field and the choices under it. */
function moveAmongChoices(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-choice]')];
  const index = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[index + (event.key === 'ArrowDown' ? 1 : -1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
