/** The sheet that chooses a recipe for photographs already added, and a service. */
import { Box, Button, Group, Select, Text, TextInput, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { MissingPrice, RecipeEstimate } from '../../components/cost/RecipeCost.tsx';
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
  return target === null || step === 'settings' ? null : <RecipeChoice {...target} />;
}

const stepsOf = ({ steps }: Recipe) => steps.map(({ operation }) => localizedOperation(operation).title).join(' → ');

function RecipeChoice({ count, isFirst = false }: Pick<ReprocessTarget, 'count' | 'isFirst'>) {
  const { t } = useTranslation();
  const recipes = useData((data) => data.recipes);
  const [search, setSearch] = useState('');
  const searched = search.trim().toLowerCase();
  const ownRecipe = {
    id: null,
    name: t('processWith.own', { count }),
    note: t('processWith.ownNote'),
    recipe: null,
  };
  const defaultRecipe = useData(recipeForAdding);
  const { profileId } = useReprocess();
  // The recipe for adding comes first.
  const ordered = isFirst
    ? recipes.toSorted((a, b) => Number(b === defaultRecipe) - Number(a === defaultRecipe))
    : recipes;
  const choices = [
    ...(isFirst ? [] : [ownRecipe]),
    ...ordered.map((recipe) => ({ id: recipe.id, name: recipe.name, note: stepsOf(recipe), recipe })),
  ];
  const shown = choices.filter(({ name, note }) => `${name} ${note}`.toLowerCase().includes(searched));
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
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && first) void reprocess(first.id);
        }}
        placeholder={t('processWith.search')}
        aria-label={t('processWith.search')}
        data-autofocus
        data-testid="process-with-search"
      />
      <Box component="ul" mah={320} mx={0} my="xs" p={0} style={{ overflowY: 'auto', listStyle: 'none' }}>
        {shown.map(({ id, name, note, recipe }) => (
          <li key={id ?? ''}>
            <Group className={classes.choice} gap="xs" wrap="nowrap" pr={4} bdrs={6}>
              <UnstyledButton
                className={classes.choose}
                display="flex"
                flex={1}
                miw={0}
                px="xs"
                py={6}
                bdrs={6}
                fz="inherit"
                onClick={() => void reprocess(id)}
                data-choice
                data-testid={`process-with-${id ?? 'own'}`}
              >
                <span className="ellipsis">{name}</span>
                <Text component="small" inherit className="ellipsis" c="dimmed" fz="xs" lh="16px">
                  {note}
                </Text>
                {recipe && <RecipeEstimate recipe={recipe} profileId={profileId} count={count} />}
              </UnstyledButton>
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
            </Group>
            {recipe && <MissingPrice recipe={recipe} profileId={profileId} onLeave={closeReprocess} />}
          </li>
        ))}
      </Box>
      <ServiceChoice />
      {shown.length === 0 && <Note>{t('processWith.none')}</Note>}
      {!isFirst && <Note>{t('processWith.kept')}</Note>}
      <Group justify="flex-end" mt="md">
        <Button variant="subtle" color="gray" onClick={closeReprocess}>
          {t('actions.cancel')}
        </Button>
      </Group>
    </Sheet>
  );
}

const Note = ({ children }: { readonly children: string }) => (
  <Text inherit mt="xs" c="dimmed">
    {children}
  </Text>
);

const ofRecipe = '';

/** Replaces the recipe's service. Existing results are kept. */
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

/** Moves the focus through the search field and the choices below it. */
function moveAmongChoices(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-choice]')];
  const index = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[index + (event.key === 'ArrowDown' ? 1 : -1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
