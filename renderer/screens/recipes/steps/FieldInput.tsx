/** Inputs of an operation's fields, one component for each kind. */
import { Chip, Group, NumberInput, Select, Slider, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type {
  ChoiceField,
  Field,
  MultiChoiceField,
  NumberField,
  SwitchField,
} from '../../../../contract/operations/operation-spec.ts';
import type { ParamValue } from '../../../../contract/operations/params.ts';
import { FieldFrame } from './FieldFrame.tsx';
import { choicesOf, serviceDefault, sliderDefault } from './formLogic.ts';

interface FieldInputProps<F extends Field = Field> {
  readonly field: F;
  /** Undefined = the service's default. */
  readonly value: ParamValue | undefined;
  /** Label of the switch that overrides the field, or null. */
  readonly overriddenBy: string | null;
  /** Whether the service turns a switch on because all others are off. */
  readonly implied: boolean;
  readonly issue: string | undefined;
  readonly onChange: (value: ParamValue | undefined) => void;
}

export function FieldInput({ field, ...rest }: FieldInputProps) {
  switch (field.kind) {
    case 'integer':
    case 'number':
      return <NumberFieldInput field={field} {...rest} />;
    case 'choice':
      return <ChoiceFieldInput field={field} {...rest} />;
    case 'multi-choice':
      return <MultiChoiceFieldInput field={field} {...rest} />;
    case 'switch':
      return <SwitchFieldInput field={field} {...rest} />;
    default:
      return field satisfies never;
  }
}

/** A slider and an input for the exact value. A mark on the slider shows the value without effect. */
function NumberFieldInput({ field, value, overriddenBy, issue, onChange }: FieldInputProps<NumberField>) {
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
        p="2px 8px 6px"
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

function ChoiceFieldInput({ field, value, overriddenBy, issue, onChange }: FieldInputProps<ChoiceField>) {
  const { t } = useTranslation();
  return (
    <FieldFrame
      field={field}
      isSet={value !== undefined}
      overriddenBy={overriddenBy}
      issue={issue}
      state=""
      onReset={() => onChange(undefined)}
    >
      <Select
        aria-label={field.label}
        size="xs"
        searchable={field.choices.length > 12}
        disabled={overriddenBy !== null}
        error={issue !== undefined}
        data={choicesOf(field, t)}
        value={value === undefined ? serviceDefault : String(value)}
        onChange={(text) => onChange(field.choices.find((choice) => String(choice.value) === text)?.value)}
        data-testid={`field-${field.name}`}
      />
    </FieldFrame>
  );
}

function MultiChoiceFieldInput({ field, value, overriddenBy, issue, onChange }: FieldInputProps<MultiChoiceField>) {
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <FieldFrame
      field={field}
      isSet={chosen.length > 0}
      overriddenBy={overriddenBy}
      issue={issue}
      onReset={() => onChange(undefined)}
    >
      <Chip.Group multiple value={chosen} onChange={(next) => onChange(next)}>
        <Group gap={6} align="stretch" p="2px 0 4px">
          {field.choices.map((choice) => (
            <Chip
              key={choice.value}
              value={String(choice.value)}
              size="xs"
              variant="light"
              disabled={overriddenBy !== null}
              wrapperProps={{ 'data-testid': `field-${field.name}-${choice.value}` }}
            >
              {choice.label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </FieldFrame>
  );
}

function SwitchFieldInput(props: FieldInputProps<SwitchField>) {
  const { field, value, overriddenBy, implied, issue, onChange } = props;
  const { t } = useTranslation();
  return (
    <FieldFrame
      field={field}
      isSet={value !== undefined && !implied}
      overriddenBy={overriddenBy}
      note={implied ? t('recipes.field.impliedWhy') : undefined}
      state={implied ? t('recipes.field.implied') : undefined}
      issue={issue}
      onReset={() => onChange(undefined)}
      inline={
        <Switch
          size="sm"
          aria-label={field.label}
          checked={value === true || implied}
          disabled={overriddenBy !== null}
          // Not dimmed, because the switch is on. Turning on another one turns it off.
          aria-disabled={implied || undefined}
          onChange={(event) => !implied && onChange(event.currentTarget.checked)}
          data-testid={`field-${field.name}`}
        />
      }
    />
  );
}
