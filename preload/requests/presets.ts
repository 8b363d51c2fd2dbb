/** Requests about the rules of marketplaces: the user's own, and files held against them. */
import { z } from 'zod';
import { exportChoiceSchema } from '../../contract/delivery/export.ts';
import { grantIdSchema } from '../../contract/intake/path-grant.ts';
import { type CheckReport, ownPresetSchema } from '../../contract/recipes/custom-presets.ts';
import { marketplaceIdSchema } from '../../contract/recipes/marketplaces.ts';

export const presetRequests = {
  'presets.save': ownPresetSchema,
  'presets.remove': z.strictObject({ id: marketplaceIdSchema }),
  /** Answered when it is over; `bulk` tells how far it is, `lists.stop` ends it. */
  'presets.check': z.strictObject({ on: exportChoiceSchema, marketplace: marketplaceIdSchema }),
  /** The same of files that the user has chosen for it. */
  'presets.checkFiles': z.strictObject({ grant: grantIdSchema, marketplace: marketplaceIdSchema }),
  /** Writes what the last check came to as a table into a folder. */
  'presets.saveChecks': z.strictObject({ folder: grantIdSchema }),
  /** Shows the folder it was written into. */
  'presets.revealChecks': z.undefined(),
} as const;

export interface PresetAnswers {
  'presets.save': undefined;
  'presets.remove': undefined;
  'presets.check': CheckReport;
  'presets.checkFiles': CheckReport;
  /** The name of the file. */
  'presets.saveChecks': string;
  'presets.revealChecks': undefined;
}
