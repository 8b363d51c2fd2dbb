/** The kind of an export: its everyday fields, and the rest in collapsed sections. */
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { csvSeparators, exportKinds } from '../../../../contract/delivery/export.ts';
import { SectionScope } from '../../../components/CollapsibleSection.tsx';
import classes from './Export.module.css';
import { FileFields, FormatFields, MetadataSection, Rejected } from './ExportFileFields.tsx';
import { ExportFold, useExportFields } from './ExportFold.tsx';
import { ExportNames, Subfolders } from './ExportNames.tsx';
import { useExportSheet } from './exportSheet.ts';
import { CaptionFields, SheetFields } from './SheetFields.tsx';

export function ExportForm() {
  const { t } = useTranslation();
  const { kind, move } = useExportSheet(({ options }) => options);
  const field = useExportFields();
  return (
    <SectionScope value="export">
      <Select
        size="xs"
        label={t('exporting.kind')}
        data={exportKinds.map((value) => ({ value, label: t(`exporting.kinds.${value}`) }))}
        {...field.choice('kind', 'export-kind')}
      />
      {kind !== 'files' && <p className={classes.dim}>{t(`exporting.kindHelp.${kind}`)}</p>}
      {kind === 'files' && (move ? <p className={classes.dim}>{t('exporting.moveHelp')}</p> : <FormatFields />)}
      {kind === 'sidecars' && <Sidecars />}
      {(kind === 'csv' || kind === 'report') && <Separator />}
      {(kind === 'sheet' || kind === 'sheetPictures') && (
        <>
          <SheetFields />
          <ExportFold section="captions" title={t('exporting.captionsSection')}>
            <CaptionFields />
          </ExportFold>
        </>
      )}
      {(kind === 'files' || kind === 'paths') && (
        <ExportFold section="names" title={t('exporting.namesSection')}>
          <ExportNames />
        </ExportFold>
      )}
      {kind === 'files' && (
        <ExportFold section="file" title={t('recipes.output.folds.file')}>
          <FileFields />
        </ExportFold>
      )}
      {kind === 'files' && !move && (
        <ExportFold section="metadata" title={t('exporting.metadata')}>
          <MetadataSection />
        </ExportFold>
      )}
    </SectionScope>
  );
}

function Separator() {
  const { t } = useTranslation();
  return (
    <Select
      size="xs"
      label={t('exporting.separator')}
      description={t('exporting.separatorHelp')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={csvSeparators.map((value) => ({ value, label: t(`exporting.separators.${value}`) }))}
      {...useExportFields().choice('separator', 'export-separator')}
    />
  );
}

function Sidecars() {
  return (
    <>
      <Subfolders />
      <Rejected />
    </>
  );
}
