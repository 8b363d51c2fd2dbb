/** What a rule of the user's own asks for, as fields; nothing for one that asks for no more than its kind. */
import { MultiSelect, NumberInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type MarketplaceRule, ruleFormats } from '../../../../contract/recipes/marketplaces.ts';
import classes from './Presets.module.css';
import { isRangeInverted, ruleNumbers } from './presetDraft.ts';
import { ruleText } from './ruleText.ts';

interface RuleFieldsProps {
  readonly rule: MarketplaceRule;
  readonly onChange: (asks: MarketplaceRule['asks']) => void;
}

export function RuleFields({ rule: { asks, level }, onChange }: RuleFieldsProps) {
  const { t } = useTranslation();
  const numbers = ruleNumbers(asks);
  const words = ruleText(asks);
  const testId = (name: string) => `preset-${asks.kind}-${level}-${name}`;
  if (asks.kind === 'formats') {
    return (
      <MultiSelect
        size="xs"
        mt={4}
        aria-label={words}
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
        aria-label={`${words}: ${t('presets.field.variant')}`}
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
      <div className={classes.numbers}>
        {numbers.map(({ name, value, min, max, unit, put }) => (
          <NumberInput
            key={name}
            size="xs"
            aria-label={`${words}: ${t(`presets.field.${name}`)}`}
            placeholder={t(`presets.field.${name}`)}
            suffix={unit}
            min={min}
            max={max}
            decimalScale={unit === ' MB' || unit === ' MP' ? 1 : 0}
            clampBehavior="strict"
            error={isRangeInverted(asks)}
            value={value ?? ''}
            onChange={(next) => onChange(put(typeof next === 'number' ? next : null))}
            data-testid={testId(name)}
          />
        ))}
      </div>
      {isRangeInverted(asks) && (
        <p className={classes.bad} role="alert">
          {t('presets.crossed')}
        </p>
      )}
    </>
  );
}
