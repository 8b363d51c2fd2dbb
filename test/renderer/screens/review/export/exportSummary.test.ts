import i18next from 'i18next';
import { expect, it } from 'vitest';
import '../../../../../renderer/locales/setup.ts';
import { defaultRendering, type ExportOptions, exportOptionsSchema } from '../../../../../contract/delivery/export.ts';
import {
  type ExportSectionName,
  exportIssues,
  exportSummary,
} from '../../../../../renderer/screens/review/export/exportSummary.ts';

const options = (change: Partial<ExportOptions>): ExportOptions => ({ ...exportOptionsSchema.parse({}), ...change });

it.each<[ExportSectionName, Partial<ExportOptions>, string | null, string]>([
  ['names', {}, 'f65.jpg', 'f65.jpg · No subfolders'],
  ['names', { template: '{counter}', subfolders: 'label' }, null, '{counter} · Subfolders by color label'],
  ['captions', { template: '{name}', studio: 'Ann' }, null, '{name} · Ann'],
  ['file', {}, null, 'Copy · Quality 92 · The photograph’s profile'],
  ['file', { move: true }, null, 'Move'],
  ['file', { rendering: { ...defaultRendering, format: 'psd' } }, null, 'Copy'],
  ['file', { rendering: { ...defaultRendering, format: 'png', colour: 'srgb' } }, null, 'Copy · 8 bits · sRGB'],
  ['metadata', {}, null, 'Stars, labels and flags · Everything except Location'],
  [
    'metadata',
    { rejectedAsRating: true, creator: 'Ann' },
    null,
    'Stars, labels and flags · Write rejected as rating −1 · Everything except Location · Ann',
  ],
  [
    'metadata',
    {
      writeDecisions: false,
      rejectedAsRating: true,
      rendering: { ...defaultRendering, metadata: { ...defaultRendering.metadata, keep: 'none' } },
    },
    null,
    'Nothing',
  ],
])('%s of %j: %s', (section, change, firstName, words) =>
  expect(exportSummary(section, options(change), firstName, i18next.t)).toBe(words),
);

it.each<[Partial<ExportOptions>, ExportSectionName[]]>([
  [{}, []],
  [{ template: '' }, ['names']],
  [{ template: '', kind: 'sheet' }, ['captions']],
  [{ rendering: { ...defaultRendering, format: 'jpeg', mostKilobytes: 5 } }, ['file']],
])('%j is invalid in %j', (change, sections) => expect([...exportIssues(options(change)).keys()]).toEqual(sections));
