/** Format and size of exported files, and collapsed sections with the rest. */
import { Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { defaultRendering, type ExportOptions } from '../../../../contract/delivery/export.ts';
import { outputFormats } from '../../../../contract/recipes/output.ts';
import { MetadataFields } from '../../../forms/MetadataFields.tsx';
import { RenderingFields } from '../../../forms/RenderingFields.tsx';
import classes from './Export.module.css';
import { useExportFields, useExportIssue } from './ExportFold.tsx';
import { changeExport, useExportSheet } from './exportSheet.ts';

function useRenderingProps() {
  const { rendering } = useExportSheet(({ options }) => options);
  return {
    rendering,
    set: (change: Partial<ExportOptions['rendering']>) => changeExport({ rendering: { ...rendering, ...change } }),
    testId: (name: string) => `export-${name}`,
    fieldSize: 'xs',
  } as const;
}

export function FormatFields() {
  const { t } = useTranslation();
  return (
    <div className={classes.format}>
      <RenderingFields
        {...useRenderingProps()}
        has={(field) => field === 'format' || field === 'size'}
        formats={outputFormats}
        auto={t('exporting.asItIs')}
        autoHasQuality
      />
    </div>
  );
}

/** Moved files stay as they are. */
export function FileFields() {
  const { t } = useTranslation();
  const { move } = useExportSheet(({ options }) => options);
  const part = useRenderingProps();
  const issue = useExportIssue('file');
  const setMove = (value: string) =>
    changeExport(value === 'move' ? { move: true, rendering: defaultRendering } : { move: false });
  return (
    <>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('exporting.how')}
        value={move ? 'move' : 'copy'}
        onChange={setMove}
        data={(['copy', 'move'] as const).map((value) => ({ value, label: t(`exporting.${value}`) }))}
        data-testid="export-move"
      />
      {!move && (
        <RenderingFields
          {...part}
          has={(field) => field !== 'format' && field !== 'size'}
          formats={outputFormats}
          auto={t('exporting.asItIs')}
          autoHasQuality
        />
      )}
      {issue !== undefined && <p className={classes.missing}>{issue}</p>}
    </>
  );
}

export function MetadataSection() {
  const { t } = useTranslation();
  const field = useExportFields();
  const { writeDecisions } = useExportSheet(({ options }) => options);
  return (
    <>
      <Checkbox size="xs" label={t('exporting.decisions')} {...field.check('writeDecisions', 'export-decisions')} />
      {writeDecisions && <Rejected />}
      <MetadataFields {...useRenderingProps()} hasCredit={false} />
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
    </>
  );
}

export function Rejected() {
  const { t } = useTranslation();
  return (
    <Checkbox
      size="xs"
      label={t('exporting.rejected')}
      title={t('exporting.rejectedHelp')}
      {...useExportFields().check('rejectedAsRating', 'export-rejected')}
    />
  );
}
