/** How large a JPEG may be, in KB or MB. */
import { Input, NumberInput, Select } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxFileSizeRange, type SizeUnit, sizeUnits, toDisplaySize, toStoredSize, unitOf } from './maxFileSize.ts';
import classes from './RenderingFields.module.css';
import type { RenderingProps } from './renderingProps.ts';

interface Typed {
  readonly unit: SizeUnit;
  readonly shown: number | '';
  /** What was stored for it. */
  readonly kilobytes: number | null;
}

function typedOf(kilobytes: number | null): Typed {
  const unit = unitOf(kilobytes);
  return { unit, shown: kilobytes === null ? '' : toDisplaySize(kilobytes, unit), kilobytes };
}

export function MaxFileSizeField({ rendering, set, testId, fieldSize = 'sm' }: RenderingProps) {
  const { t } = useTranslation();
  const id = useId();
  const [last, setLast] = useState<Typed | null>(null);
  // As it was typed, until it becomes another one from elsewhere: by a preset, or by going back.
  const { unit, shown } = last?.kilobytes === rendering.mostKilobytes ? last : typedOf(rendering.mostKilobytes);
  const put = (next: number | '', sizeUnit: SizeUnit) => {
    const kilobytes = next === '' ? null : toStoredSize(next, sizeUnit);
    setLast({ unit: sizeUnit, shown: next, kilobytes });
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
      <div className={classes.most}>
        <NumberInput
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
          size={fieldSize}
          aria-label={t('recipes.output.mostUnit')}
          data={sizeUnits.map((each) => ({ value: each, label: t(`recipes.output.units.${each}`) }))}
          value={unit}
          onChange={(each) => each && put(shown, each as SizeUnit)}
          data-testid={testId('most-unit')}
        />
      </div>
    </Input.Wrapper>
  );
}
