/** The sheet that starts a comparison: its recipe and two services, with the costs. */
import { Button, Group, Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { producesPicture } from '../../../contract/recipes/recipe.ts';
import { type ComparisonEstimate, maxCompared } from '../../../contract/services/service-comparison.ts';
import { MissingPrice } from '../../components/RecipeCost.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { formatCount as number } from '../../locales/format.ts';
import { useData } from '../../state/data/store.ts';
import { estimateLine, recipeForAdding } from '../../state/processing/intake.ts';
import classes from './Comparisons.module.css';
import { closeComparing, compare, estimateComparison, type Target } from './comparisons.ts';

export function CompareSheet({ target }: { readonly target: Target }) {
  const { t } = useTranslation();
  const profiles = useData((data) => data.profiles);
  const all = useData((data) => data.recipes);
  const recipes = all.filter(producesPicture);
  const defaultRecipe = useData(recipeForAdding);
  const defaultProfileId = useData((data) => data.settings.defaultProfileId);
  const [recipeId, setRecipeId] = useState((recipes.find((each) => each === defaultRecipe) ?? recipes[0])?.id ?? null);
  const own = recipes.find(({ id }) => id === recipeId)?.profileId ?? defaultProfileId;
  const [first, setFirst] = useState(own);
  const [second, setSecond] = useState(profiles.find(({ id }) => id !== own)?.id ?? null);
  const services = profiles.map(({ id, name }) => ({ value: id, label: name }));
  const isSame = first === second;
  const estimate = useEstimate(target, recipeId, first, isSame ? null : second);
  const recipe = recipes.find(({ id }) => id === recipeId);
  return (
    <Sheet onClose={closeComparing} title={t('comparisons.title')} size={520} data-testid="compare-services">
      <p className={classes.text}>{t('comparisons.sheet.text')}</p>
      <p className={classes.text} data-testid="compare-services-count">
        {estimate && <Photographs count={estimate.photographs} />}
      </p>
      <div className={classes.fields}>
        <Select
          label={t('comparisons.sheet.recipe')}
          data={recipes.map(({ id, name }) => ({ value: id, label: name }))}
          value={recipeId}
          onChange={setRecipeId}
          allowDeselect={false}
          data-testid="compare-services-recipe"
        />
        <div className={classes.pair}>
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
        </div>
      </div>
      <p className={classes.text}>{t('comparisons.sheet.paid')}</p>
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

/** Null while a choice is missing, or until it is known. */
function useEstimate(target: Target, recipeId: string | null, first: string, second: string | null) {
  const profiles = useData((data) => data.profiles);
  const [estimate, setEstimate] = useState<ComparisonEstimate | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: prices are those of the profiles
  useEffect(() => {
    let isOver = false;
    setEstimate(null);
    if (recipeId === null || second === null) return;
    void estimateComparison(target, recipeId, [first, second]).then((found) => {
      if (!isOver) setEstimate(found);
    });
    return () => {
      isOver = true;
    };
  }, [target, recipeId, first, second, profiles]);
  return estimate;
}

function Photographs({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  return count > maxCompared
    ? t('comparisons.sheet.chosen', { most: maxCompared, number: number(count) })
    : t('comparisons.sheet.photographs', { count, number: number(count) });
}
