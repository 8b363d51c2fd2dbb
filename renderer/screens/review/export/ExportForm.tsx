/** The kind of an export: its everyday fields, and the rest in collapsed sections. */
import { NumberInput, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { csvSeparators, exportKinds, exportSubfolders } from '../../../../contract/delivery/export.ts';
import { unknownPlaceholders } from '../../../../contract/recipes/naming.ts';
import { SectionScope } from '../../../components/CollapsibleSection.tsx';
import classes from './Export.module.css';
import { FileFields, FormatFields, MetadataSection, Rejected } from './ExportFileFields.tsx';
import { ExportSection, useExportFields, useExportIssue } from './ExportSection.tsx';
import { useExportSheet } from './exportSheet.ts';

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
      {kind !== 'files' && <Help>{t(`exporting.kindHelp.${kind}`)}</Help>}
      {kind === 'files' && (move ? <Help>{t('exporting.moveHelp')}</Help> : <FormatFields />)}
      {kind === 'sidecars' && <Sidecars />}
      {(kind === 'csv' || kind === 'report') && <Separator />}
      {(kind === 'sheet' || kind === 'sheetPictures') && (
        <>
          <SheetFields />
          <ExportSection section="captions" title={t('exporting.captionsSection')}>
            <CaptionFields />
          </ExportSection>
        </>
      )}
      {(kind === 'files' || kind === 'paths') && (
        <ExportSection section="names" title={t('exporting.namesSection')}>
          <ExportNames />
        </ExportSection>
      )}
      {kind === 'files' && (
        <ExportSection section="file" title={t('recipes.output.folds.file')}>
          <FileFields />
        </ExportSection>
      )}
      {kind === 'files' && !move && (
        <ExportSection section="metadata" title={t('exporting.metadata')}>
          <MetadataSection />
        </ExportSection>
      )}
    </SectionScope>
  );
}

const Help = ({ children }: { readonly children: string }) => (
  <Text inherit c="dimmed" fz="xs">
    {children}
  </Text>
);

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

/** Names of exported files, and their subfolders. */
function ExportNames() {
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

function Subfolders() {
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

/** Rows and columns of a contact sheet. */
function SheetFields() {
  const { t } = useTranslation();
  const field = useExportFields();
  return (
    <SimpleGrid cols={2} spacing="xs">
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
    </SimpleGrid>
  );
}

function CaptionFields() {
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
