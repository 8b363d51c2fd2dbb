/** Which service a recipe uses, where the photographs go by that, and whether they are made to fit it. */
import { Checkbox, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Recipe, trials } from '../../../contract/recipes/recipe.ts';
import { CollapsibleSection } from '../../components/CollapsibleSection.tsx';
import { DestinationLine } from '../../components/DestinationLine.tsx';
import { destinationOf, destinationText } from '../../components/destination.ts';
import { MissingPrice } from '../../components/RecipeCost.tsx';
import { bindFields } from '../../forms/bindFields.ts';
import { useData } from '../../state/data/store.ts';

interface ServiceFieldsProps {
  readonly recipe: Recipe;
  readonly set: (change: Partial<Recipe>) => void;
}

const byDefault = '';

export function ServiceFields({ recipe, set }: ServiceFieldsProps) {
  const { t } = useTranslation();
  const profiles = useData((data) => data.profiles);
  const settings = useData((data) => data.settings);
  const standard = profiles.find((profile) => profile.id === settings.defaultProfileId);
  const chosen = recipe.profileId === null ? standard : profiles.find((profile) => profile.id === recipe.profileId);
  const destination = chosen ? destinationOf(chosen) : null;
  const summary = [
    chosen?.name,
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
            { value: byDefault, label: t('recipes.defaultService', { name: standard?.name ?? '' }) },
            ...profiles.map((profile) => ({ value: profile.id, label: profile.name })),
          ]}
          value={recipe.profileId ?? byDefault}
          onChange={(id) => set({ profileId: id === byDefault ? null : id })}
          data-testid="recipe-service"
        />
        {chosen && <DestinationLine profile={chosen} />}
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
