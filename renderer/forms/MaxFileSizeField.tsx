/** The maximum size of a JPEG, in KB or MB. */
import { Group, Input, NumberInput, Select } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxFileSizeRange, type SizeUnit, sizeUnits, toDisplaySize, toStoredSize, unitOf } from './maxFileSize.ts';
import type { RenderingProps } from './renderingProps.ts';

interface TypedSize {
  readonly unit: SizeUnit;
  readonly shown: number | '';
  /** Stored for it. */
  readonly kilobytes: number | null;
}

function typedSizeOf(kilobytes: number | null): TypedSize {
  const unit = unitOf(kilobytes);
  return { unit, shown: kilobytes === null ? '' : toDisplaySize(kilobytes, unit), kilobytes };
}

export function MaxFileSizeField({ rendering, set, testId, fieldSize = 'sm' }: RenderingProps) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState<TypedSize | null>(null);
  // The typed number and unit stay until a preset or undo changes the stored size.
  const { unit, shown } = typed?.kilobytes === rendering.mostKilobytes ? typed : typedSizeOf(rendering.mostKilobytes);
  const put = (next: number | '', sizeUnit: SizeUnit) => {
    const kilobytes = next === '' ? null : toStoredSize(next, sizeUnit);
    setTyped({ unit: sizeUnit, shown: next, kilobytes });
    set({ mostKilobytes: kilobytes });
  };
  const [min, max] = maxFileSizeRange[unit];
  return (
    <Input.Wrapper
      id={id}
      size={fieldSize}
      label={t('recipes.output.mostSize')}
      description={t('recipes.output.mostHelp')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <Group gap="xs" wrap="nowrap" mb={5}>
        <NumberInput
          flex={1}
          miw={0}
          id={id}
          size={fieldSize}
          min={min}
          max={max}
          decimalScale={unit === 'MB' ? 1 : 0}
          placeholder={t('recipes.output.noLimit')}
          value={shown}
          onChange={(next) => put(typeof next === 'number' ? next : '', unit)}
          data-testid={testId('most')}
        />
        <Select
          flex="none"
          w={84}
          size={fieldSize}
          aria-label={t('recipes.output.mostUnit')}
          data={sizeUnits.map((each) => ({ value: each, label: t(`recipes.output.units.${each}`) }))}
          value={unit}
          onChange={(each) => each && put(shown, each as SizeUnit)}
          data-testid={testId('most-unit')}
        />
      </Group>
    </Input.Wrapper>
  );
}
