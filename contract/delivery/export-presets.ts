import { z } from 'zod';
import { messageKey } from '../messages/message.ts';
import { type ExportOptions, exportOptionsSchema, fieldsOfKind } from './export.ts';

const id = z.string().min(1).max(64);

export const exportPresetSchema = z.strictObject({
  id,
  /** Unique, see `findExportPreset`. */
  name: z.string().trim().min(1, messageKey('contract.preset.name')).max(80),
  options: exportOptionsSchema,
});
export type ExportPreset = z.output<typeof exportPresetSchema>;

/** Ignores case and surrounding space. */
export function findExportPreset(presets: readonly ExportPreset[], name: string): ExportPreset | undefined {
  const asOne = (words: string) => words.trim().toLowerCase();
  return presets.find((preset) => asOne(preset.name) === asOne(name));
}

/** Ignores fields that the kind does not use. */
export function isSameExport(a: ExportOptions, b: ExportOptions): boolean {
  const meant = ({ kind, ...options }: ExportOptions) => [kind, ...fieldsOfKind[kind].map((field) => options[field])];
  return JSON.stringify(meant(a)) === JSON.stringify(meant(b));
}
