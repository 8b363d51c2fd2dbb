/** Format and size of exported files, and collapsed sections with the rest. */
import { Checkbox, SegmentedControl, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { defaultRendering, type ExportOptions } from '../../../../contract/delivery/export.ts';
import { outputFormats } from '../../../../contract/recipes/output.ts';
import { MetadataFields } from '../../../forms/MetadataFields.tsx';
import { RenderingFields } from '../../../forms/RenderingFields.tsx';
import { useExportFields, useExportIssue } from './ExportSection.tsx';
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
    <SimpleGrid cols={2} spacing="xs" style={{ alignItems: 'end' }}>
      <RenderingFields
        {...useRenderingProps()}
        has={(field) => field === 'format' || field === 'size'}
        formats={outputFormats}
        auto={t('exporting.asItIs')}
        autoHasQuality
      />
    </SimpleGrid>
  );
}

/** Moved files are not rendered. */
export function FileFields() {
  const { t } = useTranslation();
  const { move } = useExportSheet(({ options }) => options);
  const rendering = useRenderingProps();
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
          {...rendering}
          has={(field) => field !== 'format' && field !== 'size'}
          formats={outputFormats}
          auto={t('exporting.asItIs')}
          autoHasQuality
        />
      )}
      {issue !== undefined && (
        <Text inherit c="var(--b-uncertain)" fz="xs" style={{ overflowWrap: 'anywhere' }}>
          {issue}
        </Text>
      )}
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
      <SimpleGrid cols={3} spacing="xs">
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
      </SimpleGrid>
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
