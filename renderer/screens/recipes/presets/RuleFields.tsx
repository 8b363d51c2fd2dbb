/** Fields of a custom rule. Rules without parameters have none. */
import { Group, MultiSelect, NumberInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type MarketplaceRule, ruleFormats } from '../../../../contract/recipes/marketplaces.ts';
import { Note } from '../../../components/Note.tsx';
import { isRangeInverted, ruleNumbers } from './presetDraft.ts';
import { ruleText } from './ruleText.ts';

interface RuleFieldsProps {
  readonly rule: MarketplaceRule;
  readonly onChange: (asks: MarketplaceRule['asks']) => void;
}

export function RuleFields({ rule: { asks, level }, onChange }: RuleFieldsProps) {
  const { t } = useTranslation();
  const numbers = ruleNumbers(asks);
  const label = ruleText(asks);
  const testId = (name: string) => `preset-${asks.kind}-${level}-${name}`;
  if (asks.kind === 'formats') {
    return (
      <MultiSelect
        size="xs"
        mt={4}
        aria-label={label}
        data={ruleFormats.map((each) => ({ value: each, label: each.toUpperCase() }))}
        value={[...asks.formats]}
        onChange={(formats) => formats.length > 0 && onChange({ ...asks, formats: formats as typeof asks.formats })}
        data-testid={testId('formats')}
      />
    );
  }
  if (asks.kind === 'product-name') {
    return (
      <TextInput
        size="xs"
        mt={4}
        w={136}
        aria-label={`${label}: ${t('presets.field.variant')}`}
        maxLength={8}
        value={asks.variant}
        onChange={(event) => {
          const variant = event.currentTarget.value.toUpperCase().replace(/[^A-Z0-9]/g, '');
          if (variant !== '') onChange({ ...asks, variant });
        }}
        data-testid={testId('variant')}
      />
    );
  }
  if (numbers.length === 0) return null;
  return (
    <>
      <Group gap={8} align="stretch" wrap="nowrap" maw={280} mt={4}>
        {numbers.map(({ name, value, min, max, unit, withValue }) => (
          <NumberInput
            key={name}
            size="xs"
            aria-label={`${label}: ${t(`presets.field.${name}`)}`}
            placeholder={t(`presets.field.${name}`)}
            suffix={unit}
            min={min}
            max={max}
            decimalScale={unit === ' MB' || unit === ' MP' ? 1 : 0}
            clampBehavior="strict"
            error={isRangeInverted(asks)}
            value={value ?? ''}
            onChange={(next) => onChange(withValue(typeof next === 'number' ? next : null))}
            data-testid={testId(name)}
          />
        ))}
      </Group>
      {isRangeInverted(asks) && (
        <Note mt={4} lh="inherit" c="var(--b-failed)" role="alert">
          {t('presets.crossed')}
        </Note>
      )}
    </>
  );
}
