/** Requests about named settings of an export. */
import { z } from 'zod';
import { exportPresetSchema } from '../../contract/delivery/export-presets.ts';
import type { Grant } from '../../contract/intake/path-grant.ts';

const id = z.string().min(1).max(64);

export const exportPresetRequests = {
  /** Adds it, or replaces the one with its id. */
  'export.savePreset': exportPresetSchema,
  'export.removePreset': z.strictObject({ id }),
} as const;

export interface ExportPresetAnswers {
  'export.savePreset': undefined;
  /** For its folder, where the sheet that is filled with it can still export to; null where it had none. */
  'export.removePreset': Grant | null;
}
