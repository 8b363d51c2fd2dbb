/** A list of marketplaces: built-in and custom presets. */
import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMarketplaces } from '../../state/data/marketplaces.ts';

interface MarketplaceSelectProps
  extends Pick<SelectProps, 'label' | 'description' | 'error' | 'size' | 'disabled' | 'inputWrapperOrder'> {
  /** The id of a deleted marketplace counts as null. */
  readonly value: string | null;
  /** The label of "None", or null if a marketplace is required. */
  readonly none: string | null;
  readonly onChange: (id: string | null) => void;
  readonly testId: string;
}

const nothing = '';

export function MarketplaceSelect({ value, none, onChange, testId, ...rest }: MarketplaceSelectProps) {
  const { t } = useTranslation();
  const { builtIn, own, find } = useMarketplaces();
  const items = (list: typeof builtIn) => list.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      {...rest}
      data={[
        ...(none === null ? [] : [{ value: nothing, label: none }]),
        { group: t('presets.builtIn'), items: items(builtIn) },
        ...(own.length > 0 ? [{ group: t('presets.own'), items: items(own) }] : []),
      ]}
      value={find(value)?.id ?? nothing}
      onChange={(id) => id !== null && onChange(id === nothing ? null : id)}
      data-testid={testId}
    />
  );
}
