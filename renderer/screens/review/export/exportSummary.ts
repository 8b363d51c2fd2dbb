/** Summaries of the export sheet's collapsed sections, and their issues. Pure. */
import type { TFunction } from 'i18next';
import { type ExportOptions, exportOptionsSchema } from '../../../../contract/delivery/export.ts';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { messageOfIssue } from '../../../../contract/messages/zod-issue-message.ts';
import { hasQuality } from '../../../forms/renderingProps.ts';
import { renderingWords } from '../../../forms/renderingSummary.ts';

export type ExportSectionName = 'names' | 'captions' | 'file' | 'metadata';

const sectionOfField: Readonly<Record<string, ExportSectionName>> = {
  template: 'names',
  quality: 'file',
  mostKilobytes: 'file',
  metadata: 'metadata',
};

/** Returns the message of the first invalid field of each section. */
export function exportIssues(options: ExportOptions): ReadonlyMap<ExportSectionName, string> {
  const issues = new Map<ExportSectionName, string>();
  const isSheet = options.kind === 'sheet' || options.kind === 'sheetPictures';
  for (const issue of exportOptionsSchema.safeParse(options).error?.issues ?? []) {
    const [field, part] = issue.path;
    const section = sectionOfField[String(field === 'rendering' ? part : field)];
    if (section === undefined) continue;
    const shown = section === 'names' && isSheet ? 'captions' : section;
    if (!issues.has(shown)) issues.set(shown, formatMessage(messageOfIssue(issue)));
  }
  return issues;
}

/** @param firstName name of the first file; null if it is not known yet */
export function exportSummary(
  section: ExportSectionName,
  options: ExportOptions,
  firstName: string | null,
  t: TFunction,
): string {
  return wordsOfSection[section](options, t, firstName)
    .filter((words) => words !== null && words !== '')
    .join(' · ');
}

type Words = (options: ExportOptions, t: TFunction, firstName: string | null) => readonly (string | null)[];

const wordsOfSection: Readonly<Record<ExportSectionName, Words>> = {
  names: ({ template, subfolders }, t, firstName) => [
    firstName ?? template,
    t(`exporting.subfolderSummary.${subfolders}`),
  ],
  captions: ({ template, studio }) => [template, studio],
  file: ({ move, rendering }, t) => (move ? [t('exporting.move')] : [t('exporting.copy'), ...fileWords(rendering, t)]),
  metadata: ({ writeDecisions, rejectedAsRating, rendering, title, creator, rights }, t) => [
    writeDecisions ? t('exporting.decisionsSummary') : null,
    writeDecisions && rejectedAsRating ? t('exporting.rejected') : null,
    renderingWords.metadata(rendering, t),
    title,
    creator,
    rights,
  ],
};

/** Layered files have the photograph's own size and colors. */
function fileWords(rendering: ExportOptions['rendering'], t: TFunction): readonly (string | null)[] {
  if (rendering.format === 'psd') return [];
  return [
    hasQuality(rendering.format, true) ? renderingWords.quality(rendering, t) : null,
    renderingWords.mostKilobytes(rendering, t),
    renderingWords.depth(rendering, t),
    renderingWords.sharpen(rendering, t),
    renderingWords.colour(rendering, t),
  ];
}
