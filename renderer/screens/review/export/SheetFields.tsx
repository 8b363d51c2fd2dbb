/** Rows and columns of a contact sheet, and its words. */
import { NumberInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './Export.module.css';
import { useExportFields, useExportIssue } from './ExportFold.tsx';

export function SheetFields() {
  const { t } = useTranslation();
  const field = useExportFields();
  return (
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
  );
}

export function CaptionFields() {
  const { t } = useTranslation();
  const field = useExportFields();
  return (
    <>
      <TextInput
        size="xs"
        label={t('exporting.captions')}
        maxLength={200}
        error={useExportIssue('captions')}
        {...field.text('template', 'export-captions')}
      />
      <TextInput size="xs" label={t('exporting.studio')} maxLength={500} {...field.text('studio', 'export-studio')} />
    </>
  );
}
