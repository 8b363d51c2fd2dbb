import { z } from 'zod';
import {
  type ExportPlan,
  type ExportReport,
  exportChoiceSchema,
  exportOptionsSchema,
} from '../../contract/delivery/export.ts';
import { exportPresetSchema } from '../../contract/delivery/export-presets.ts';
import { type CheckReport, ownPresetSchema } from '../../contract/recipes/custom-presets.ts';
import { marketplaceIdSchema } from '../../contract/recipes/marketplaces.ts';
import { type Grant, grantIdSchema } from '../../contract/validation/path-grant.ts';
import { request } from '../request.ts';

const onResults = { on: exportChoiceSchema };

/** `run` and `check` respond at the end; the event `bulk` reports progress, `lists.stop` cancels. */
export const deliveryRequests = {
  /** A newer request cancels it; then null. */
  'export.plan': request({ ...onResults, options: exportOptionsSchema }).returns<ExportPlan | null>(),
  'export.run': request({
    ...onResults,
    options: exportOptionsSchema,
    preset: z.string().max(64).nullable(),
  }).returns<ExportReport>(),
  'export.reveal': request(),
  /** Valid while the mouse button is down. */
  'export.drag': request(onResults),
  'export.copyFiles': request(onResults).returns<number>(),
  'export.savePreset': request(exportPresetSchema),
  /** Returns a grant for the preset's folder. */
  'export.removePreset': request({ id: z.string().min(1).max(64) }).returns<Grant | null>(),

  'presets.save': request(ownPresetSchema),
  'presets.remove': request({ id: marketplaceIdSchema }),
  'presets.check': request({ ...onResults, marketplace: marketplaceIdSchema }).returns<CheckReport>(),
  'presets.checkFiles': request({ grant: grantIdSchema, marketplace: marketplaceIdSchema }).returns<CheckReport>(),
  'presets.saveChecks': request({ folder: grantIdSchema }).returns<string>(),
  'presets.revealChecks': request(),
};
