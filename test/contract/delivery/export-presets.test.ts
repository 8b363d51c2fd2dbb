import { expect, it } from 'vitest';
import { type ExportOptions, exportOptionsSchema } from '../../../contract/delivery/export.ts';
import { findExportPreset, isSameExport } from '../../../contract/delivery/export-presets.ts';

const options = exportOptionsSchema.parse({ folder: '/web', template: '{counter}' });

it('is found by its name in any spelling', () => {
  const web = { id: 'web', name: 'For the web', options };
  expect(findExportPreset([web], ' for THE web ')).toBe(web);
  expect(findExportPreset([web], 'For the')).toBe(undefined);
});

it.each<[Partial<ExportOptions>, Partial<ExportOptions>, boolean]>([
  [{}, {}, true],
  [{}, { folder: '/print' }, false],
  [{}, { creator: 'Ann' }, false],
  [{}, { rendering: { ...options.rendering, quality: 40 } }, false],
  [{}, { kind: 'csv' }, false],
  // Options that exported images ignore.
  [{}, { separator: 'tab', rows: 2, columns: 2, studio: 'Ann' }, true],
  [{ kind: 'csv' }, { kind: 'csv', separator: 'tab' }, false],
  [{ kind: 'csv' }, { kind: 'csv', template: '{name}', move: true }, true],
  [{ kind: 'sheet' }, { kind: 'sheet', template: '{name}' }, false],
  // Outputs use the folders of the recipes.
  [{ kind: 'outputs' }, { kind: 'outputs', folder: '/print' }, true],
])('%o and %o are the same export: %s', (first, second, same) => {
  expect(isSameExport({ ...options, ...first }, { ...options, ...second })).toBe(same);
});
