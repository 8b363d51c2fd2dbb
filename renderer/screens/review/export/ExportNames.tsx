/** Names of exported files, and the folders they go to. */
import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { exportSubfolders } from '../../../../contract/delivery/export.ts';
import { unknownPlaceholders } from '../../../../contract/recipes/naming.ts';
import classes from './Export.module.css';
import { useExportFields, useExportIssue } from './ExportFold.tsx';
import { useExportSheet } from './exportSheet.ts';

export function ExportNames() {
  const { t } = useTranslation();
  const { template } = useExportSheet(({ options }) => options);
  const [unknown] = unknownPlaceholders(template);
  const issue = useExportIssue('names');
  return (
    <div className={classes.names}>
      <TextInput
        size="xs"
        label={t('exporting.name')}
        description={t('exporting.nameHelp')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={unknown === undefined ? issue : t('recipes.issues.unknown', { name: `{${unknown}}` })}
        {...useExportFields().text('template', 'export-template')}
      />
      <Subfolders />
    </div>
  );
}

export function Subfolders() {
  const { t } = useTranslation();
  return (
    <Select
      size="xs"
      label={t('exporting.subfolders')}
      data={exportSubfolders.map((value) => ({ value, label: t(`exporting.subfolder.${value}`) }))}
      {...useExportFields().choice('subfolders', 'export-subfolders')}
    />
  );
}
