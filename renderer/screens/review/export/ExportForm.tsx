/** Names, format, folders and metadata of an export. */
import { Checkbox, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  csvSeparators,
  defaultRendering,
  type ExportOptions,
  exportKinds,
  exportSubfolders,
} from '../../../../contract/delivery/export.ts';
import { unknownPlaceholders } from '../../../../contract/recipes/naming.ts';
import { outputFormats } from '../../../../contract/recipes/output.ts';
import { bindFields } from '../../../forms/bindFields.ts';
import { MetadataFields } from '../../../forms/MetadataFields.tsx';
import { RenderingFields } from '../../../forms/RenderingFields.tsx';
import { changeExport, useExportSheet } from '../../../state/exportSheet.ts';
import classes from './Export.module.css';
import { SheetFields } from './SheetFields.tsx';

const useFields = () => bindFields(useExportSheet().options, changeExport);

export function ExportForm() {
  const { t } = useTranslation();
  const { options } = useExportSheet();
  const field = useFields();
  const { move } = options;
  const setMove = (value: string) =>
    changeExport(value === 'move' ? { move: true, rendering: defaultRendering } : { move: false });
  const kinds = exportKinds.map((value) => ({ value, label: t(`exporting.kinds.${value}`) }));
  const kind = <Select size="xs" label={t('exporting.kind')} data={kinds} {...field.choice('kind', 'export-kind')} />;
  if (options.kind !== 'files')
    return (
      <>
        {kind}
        <p className={classes.dim}>{t(`exporting.kindHelp.${options.kind}`)}</p>
        {options.kind === 'paths' && <Names template={options.template} />}
        {options.kind === 'sidecars' && <Sidecars />}
        {(options.kind === 'csv' || options.kind === 'report') && <Separator />}
        {(options.kind === 'sheet' || options.kind === 'sheetPictures') && <SheetFields {...options} />}
      </>
    );
  return (
    <>
      {kind}
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('exporting.how')}
        value={move ? 'move' : 'copy'}
        onChange={setMove}
        data={(['copy', 'move'] as const).map((value) => ({ value, label: t(`exporting.${value}`) }))}
        data-testid="export-move"
      />
      <Names template={options.template} />
      {move ? <p className={classes.dim}>{t('exporting.moveHelp')}</p> : <Copied {...options} />}
    </>
  );
}

/** What files are called, and the folders they go to. */
function Names({ template }: Pick<ExportOptions, 'template'>) {
  const { t } = useTranslation();
  const [unknown] = unknownPlaceholders(template);
  return (
    <div className={classes.names}>
      <TextInput
        size="xs"
        label={t('exporting.name')}
        description={t('exporting.nameHelp')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={unknown === undefined ? undefined : t('recipes.issues.unknown', { name: `{${unknown}}` })}
        {...useFields().text('template', 'export-template')}
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
      {...useFields().choice('subfolders', 'export-subfolders')}
    />
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
      {...useFields().choice('separator', 'export-separator')}
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

function Rejected() {
  const { t } = useTranslation();
  return (
    <Checkbox
      size="xs"
      label={t('exporting.rejected')}
      title={t('exporting.rejectedHelp')}
      {...useFields().check('rejectedAsRating', 'export-rejected')}
    />
  );
}

/** What only a copy can have. */
function Copied(options: ExportOptions) {
  const { t } = useTranslation();
  const field = useFields();
  const part = {
    rendering: options.rendering,
    set: (change: Partial<ExportOptions['rendering']>) =>
      changeExport({ rendering: { ...options.rendering, ...change } }),
    testId: (name: string) => `export-${name}`,
    fieldSize: 'xs',
  } as const;
  return (
    <>
      <RenderingFields {...part} formats={outputFormats} auto={t('exporting.asItIs')} autoHasQuality />
      <fieldset className={classes.fields}>
        <legend>{t('exporting.metadata')}</legend>
        <Checkbox size="xs" label={t('exporting.decisions')} {...field.check('writeDecisions', 'export-decisions')} />
        {options.writeDecisions && <Rejected />}
        <MetadataFields {...part} hasCredit={false} />
        <div className={classes.three}>
          {(['title', 'creator', 'rights'] as const).map((name) => (
            <TextInput
              key={name}
              size="xs"
              label={t(`exporting.fields.${name}`)}
              placeholder={t('exporting.unchanged')}
              maxLength={500}
              {...field.text(name, `export-${name}`)}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}
