/** Rows, columns and words of a contact sheet. */
import { NumberInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ExportOptions } from '../../../../contract/delivery/export.ts';
import { bindFields } from '../../../forms/bindFields.ts';
import { changeExport } from '../../../state/exportSheet.ts';
import classes from './Export.module.css';

export function SheetFields(options: ExportOptions) {
  const { t } = useTranslation();
  const field = bindFields(options, changeExport);
  return (
    <>
      <div className={classes.two}>
        {(['rows', 'columns'] as const).map((name) => (
          <NumberInput
            key={name}
            size="xs"
            label={t(`exporting.${name}`)}
            min={1}
            max={20}
            allowDecimal={false}
            clampBehavior="strict"
            {...field.number(name, `export-${name}`)}
          />
        ))}
      </div>
      {(
        [
          ['template', 'captions', 200],
          ['studio', 'studio', 500],
        ] as const
      ).map(([name, label, most]) => (
        <TextInput
          key={name}
          size="xs"
          label={t(`exporting.${label}`)}
          maxLength={most}
          {...field.text(name, `export-${label}`)}
        />
      ))}
    </>
  );
}
