/** A collapsible section of the export sheet. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CollapsibleSection } from '../../../components/CollapsibleSection.tsx';
import { bindFields } from '../../../forms/bindFields.ts';
import { changeExport, useExportSheet } from './exportSheet.ts';
import { type ExportSectionName, exportIssues, exportSummary } from './exportSummary.ts';

export const useExportFields = () => bindFields(useExportSheet().options, changeExport);

/** Returns the message of an invalid field of a section. */
export const useExportIssue = (section: ExportSectionName): string | undefined =>
  useExportSheet(({ options }) => exportIssues(options).get(section));

interface ExportSectionProps {
  readonly section: ExportSectionName;
  readonly title: string;
  readonly children: ReactNode;
}

export function ExportSection({ section, title, children }: ExportSectionProps) {
  const { t } = useTranslation();
  const { options, firstName } = useExportSheet();
  const issue = useExportIssue(section);
  return (
    <CollapsibleSection
      name={`export-${section}`}
      title={title}
      summary={exportSummary(section, options, firstName, t)}
      hasIssue={issue !== undefined}
    >
      {children}
    </CollapsibleSection>
  );
}
