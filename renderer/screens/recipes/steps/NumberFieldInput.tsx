/** A number on a slider, with an exact value beside it; the mark shows where it has no effect. */
import { NumberInput, Slider } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { NumberField } from '../../../../contract/operations/operation-spec.ts';
import classes from '../../../forms/Fields.module.css';
import { FieldFrame } from './FieldFrame.tsx';
import type { FieldInputProps } from './fieldInputProps.ts';
import { sliderDefault } from './formLogic.ts';

export function NumberFieldInput({ field, value, overriddenBy, issue, onChange }: FieldInputProps<NumberField>) {
  const { t } = useTranslation();
  const current = typeof value === 'number' ? value : undefined;
  const decimals = field.kind === 'integer' ? 0 : 2;
  const marks = field.neutral === undefined ? [] : [{ value: field.neutral }];
  return (
    <FieldFrame
      field={field}
      isSet={current !== undefined}
      overriddenBy={overriddenBy}
      note={field.neutral === undefined ? undefined : t('recipes.field.neutral', { n: field.neutral, max: field.max })}
      issue={issue}
      onReset={() => onChange(undefined)}
      inline={
        <NumberInput
          size="xs"
          w={72}
          aria-label={t('recipes.field.exact', { label: field.label })}
          min={field.min}
          max={field.max}
          step={field.step}
          decimalScale={decimals}
          clampBehavior="strict"
          disabled={overriddenBy !== null}
          placeholder={field.default === undefined ? '–' : String(field.default)}
          value={current ?? ''}
          onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
          data-testid={`field-${field.name}-exact`}
        />
      }
    >
      <Slider
        className={classes.slider}
        color={current === undefined ? 'gray' : undefined}
        size="sm"
        label={null}
        thumbLabel={field.label}
        min={field.min}
        max={field.max}
        step={field.step}
        precision={decimals}
        marks={marks}
        disabled={overriddenBy !== null}
        value={current ?? sliderDefault(field)}
        onChange={(next) => onChange(next)}
        data-testid={`field-${field.name}`}
      />
    </FieldFrame>
  );
}
