/** Sheets and views of comparisons above the screens, and the sheet that starts a comparison. */
import { Button, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { producesPicture } from '../../../contract/recipes/recipe.ts';
import { type ComparisonEstimate, maxCompared } from '../../../contract/services/service-comparison.ts';
import { MissingPrice } from '../../components/cost/RecipeCost.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { formatCount as number } from '../../locales/format.ts';
import { useData } from '../../state/data/store.ts';
import { estimateLine, recipeForAdding } from '../../state/processing/intake.ts';
import { closeComparing, compare, estimateComparison, type Target, useComparing } from './comparisons.ts';
import { JudgeView } from './JudgeView.tsx';
import { OutcomeSheet } from './OutcomeSheet.tsx';

export function Comparisons() {
  const target = useComparing((state) => state.target);
  const isJudging = useComparing((state) => state.judging !== null);
  const shown = useComparing((state) => state.shown);
  return (
    <>
      {target && <CompareSheet target={target} />}
      {isJudging && <JudgeView />}
      {shown && <OutcomeSheet key={shown.head.id} {...shown} />}
    </>
  );
}

function CompareSheet({ target }: { readonly target: Target }) {
  const { t } = useTranslation();
  const profiles = useData((data) => data.profiles);
  const recipes = useData((data) => data.recipes).filter(producesPicture);
  const defaultRecipe = useData(recipeForAdding);
  const defaultProfileId = useData((data) => data.settings.defaultProfileId);
  const [recipeId, setRecipeId] = useState((recipes.find((each) => each === defaultRecipe) ?? recipes[0])?.id ?? null);
  const recipe = recipes.find(({ id }) => id === recipeId);
  const recipeProfileId = recipe?.profileId ?? defaultProfileId;
  const [first, setFirst] = useState(recipeProfileId);
  const [second, setSecond] = useState(profiles.find(({ id }) => id !== recipeProfileId)?.id ?? null);
  const services = profiles.map(({ id, name }) => ({ value: id, label: name }));
  const isSame = first === second;
  const estimate = useEstimate(target, recipeId, first, isSame ? null : second);
  return (
    <Sheet onClose={closeComparing} title={t('comparisons.title')} size={520} data-testid="compare-services">
      <Text inherit mb="xs" c="dimmed">
        {t('comparisons.sheet.text')}
      </Text>
      <Text inherit mb="xs" c="dimmed" data-testid="compare-services-count">
        {estimate && <PhotographCount count={estimate.photographs} />}
      </Text>
      <Stack gap="sm" my="md">
        <Select
          label={t('comparisons.sheet.recipe')}
          data={recipes.map(({ id, name }) => ({ value: id, label: name }))}
          value={recipeId}
          onChange={setRecipeId}
          allowDeselect={false}
          data-testid="compare-services-recipe"
        />
        <SimpleGrid cols={2} spacing="sm">
          <Select
            label={t('comparisons.sheet.first')}
            data={services}
            value={first}
            onChange={(id) => id !== null && setFirst(id)}
            allowDeselect={false}
            data-testid="compare-services-first"
          />
          <Select
            label={t('comparisons.sheet.second')}
            data={services}
            value={second}
            onChange={setSecond}
            allowDeselect={false}
            error={isSame ? t('comparisons.sheet.same') : null}
            data-testid="compare-services-second"
          />
        </SimpleGrid>
      </Stack>
      <Text inherit mb="xs" c="dimmed">
        {t('comparisons.sheet.paid')}
      </Text>
      <div data-testid="compare-services-costs">
        {(estimate?.estimates ?? []).map(estimateLine).map((line) => (
          <p key={line} className="numbers">
            {line}
          </p>
        ))}
      </div>
      {recipe &&
        [first, ...(second === null || isSame ? [] : [second])].map((profileId) => (
          <MissingPrice key={profileId} recipe={recipe} profileId={profileId} onLeave={closeComparing} />
        ))}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="subtle" color="gray" onClick={closeComparing}>
          {t('actions.cancel')}
        </Button>
        <Button
          disabled={recipeId === null || second === null || isSame || estimate === null}
          onClick={() => {
            if (recipeId !== null && second !== null) void compare(recipeId, [first, second]);
          }}
          data-autofocus
          data-testid="compare-services-go"
        >
          {t('comparisons.sheet.go')}
        </Button>
      </Group>
    </Sheet>
  );
}

/** Returns null while a choice is missing, and until the estimate is known. */
function useEstimate(target: Target, recipeId: string | null, first: string, second: string | null) {
  // Profiles contain the prices.
  const profiles = useData((data) => data.profiles);
  const [estimate, setEstimate] = useState<ComparisonEstimate | null>(null);
  const clear = useEffectEvent((_changed: typeof profiles) => setEstimate(null));
  useEffect(() => {
    let isCurrent = true;
    clear(profiles);
    if (recipeId === null || second === null) return;
    void estimateComparison(target, recipeId, [first, second]).then((reply) => {
      if (isCurrent) setEstimate(reply);
    });
    return () => {
      isCurrent = false;
    };
  }, [target, recipeId, first, second, profiles]);
  return estimate;
}

function PhotographCount({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  return count > maxCompared
    ? t('comparisons.sheet.chosen', { most: maxCompared, number: number(count) })
    : t('comparisons.sheet.photographs', { count, number: number(count) });
}
