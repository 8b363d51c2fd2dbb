/** Which marketplace an output is made for: choosing one fills the card, and its finished files are checked against the rules. */
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { marketplaces } from '../../../preload/contract/marketplaces.ts';
import { forMarketplace } from './outputDraft.ts';
import type { OutputPartProps } from './outputPart.ts';

const none = '';

export function OutputMarketplace({ recipe, output, set, testId }: OutputPartProps) {
  const { t } = useTranslation();
  const current = marketplaces.find(({ id }) => id === output.marketplace);
  const use = (id: string) => {
    const preset = marketplaces.find((each) => each.id === id);
    set(preset === undefined ? { marketplace: null } : forMarketplace(recipe, preset));
  };
  return (
    <Select
      label={t('recipes.presets.for')}
      description={t('recipes.presets.forHelp')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      allowDeselect={false}
      data={[
        { value: none, label: t('recipes.presets.none') },
        ...marketplaces.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={current?.id ?? none}
      onChange={(id) => id !== null && use(id)}
      data-testid={testId('marketplace')}
    />
  );
}
