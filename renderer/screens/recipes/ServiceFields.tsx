/** Service of a recipe with its destination, fitting to its limits, and trials. */
import { Checkbox, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Recipe, trials } from '../../../contract/recipes/recipe.ts';
import { CollapsibleSection } from '../../components/CollapsibleSection.tsx';
import { MissingPrice } from '../../components/cost/RecipeCost.tsx';
import { DestinationLine } from '../../components/status/DestinationLine.tsx';
import { destinationOf, destinationText } from '../../components/status/destination.ts';
import { bindFields } from '../../forms/bindFields.ts';
import { useData } from '../../state/data/store.ts';

interface ServiceFieldsProps {
  readonly recipe: Recipe;
  readonly set: (change: Partial<Recipe>) => void;
}

/** Value of the first option. */
const defaultService = '';

export function ServiceFields({ recipe, set }: ServiceFieldsProps) {
  const { t } = useTranslation();
  const profiles = useData((data) => data.profiles);
  const settings = useData((data) => data.settings);
  const defaultProfile = profiles.find(({ id }) => id === settings.defaultProfileId);
  const profile = recipe.profileId === null ? defaultProfile : profiles.find(({ id }) => id === recipe.profileId);
  const destination = profile ? destinationOf(profile) : null;
  const summary = [
    profile?.name,
    destination && destinationText(destination, t),
    recipe.fit ? null : t('recipes.output.notFitted'),
    recipe.trial === 'off' ? null : t(`trial.recipe.short.${recipe.trial}`),
  ];
  return (
    <>
      <CollapsibleSection name="service" title={t('recipes.service')} summary={summary.filter(Boolean).join(' · ')}>
        <Select
          aria-label={t('recipes.service')}
          data={[
            { value: defaultService, label: t('recipes.defaultService', { name: defaultProfile?.name ?? '' }) },
            ...profiles.map((profile) => ({ value: profile.id, label: profile.name })),
          ]}
          value={recipe.profileId ?? defaultService}
          onChange={(id) => set({ profileId: id === defaultService ? null : id })}
          data-testid="recipe-service"
        />
        {profile && <DestinationLine profile={profile} />}
        <Checkbox
          label={t('recipes.output.fit')}
          description={t('recipes.output.fitHelp')}
          {...bindFields(recipe, set).check('fit', 'recipe-fit')}
        />
        <Select
          label={t('trial.recipe.label')}
          data={trials.map((value) => ({ value, label: t(`trial.recipe.${value}`) }))}
          {...bindFields(recipe, set).choice('trial', 'recipe-trial')}
        />
      </CollapsibleSection>
      <MissingPrice recipe={recipe} />
    </>
  );
}
