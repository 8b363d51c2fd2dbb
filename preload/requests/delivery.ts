/** Requests that deliver results: exports, galleries, checks for marketplaces. */
import { z } from 'zod';
import {
  type ExportPlan,
  type ExportReport,
  exportChoiceSchema,
  exportOptionsSchema,
} from '../../contract/delivery/export.ts';
import { exportPresetSchema } from '../../contract/delivery/export-presets.ts';
import {
  clientCommandIds,
  type GalleryPlan,
  type GalleryReport,
  galleryOptionsSchema,
  type ImportedPicks,
  type OpenedPicks,
} from '../../contract/delivery/gallery.ts';
import { type CheckReport, ownPresetSchema } from '../../contract/recipes/custom-presets.ts';
import { marketplaceIdSchema } from '../../contract/recipes/marketplaces.ts';
import { photographChoiceSchema } from '../../contract/review/list-queries.ts';
import { type Grant, grantIdSchema } from '../../contract/validation/path-grant.ts';

/** `run`, `make` and `check` respond at the end; the event `bulk` reports progress, `lists.stop` cancels. */
export const deliveryRequests = {
  /** A newer request cancels it. */
  'export.plan': z.strictObject({ on: exportChoiceSchema, options: exportOptionsSchema }),
  'export.run': z.strictObject({
    on: exportChoiceSchema,
    options: exportOptionsSchema,
    preset: z.string().max(64).nullable(),
  }),
  'export.reveal': z.undefined(),
  /** Valid while the mouse button is down. */
  'export.drag': z.strictObject({ on: exportChoiceSchema }),
  'export.copyFiles': z.strictObject({ on: exportChoiceSchema }),
  'export.savePreset': exportPresetSchema,
  'export.removePreset': z.strictObject({ id: z.string().min(1).max(64) }),

  /** A newer request cancels it. */
  'gallery.plan': z.strictObject({ on: exportChoiceSchema }),
  'gallery.make': z.strictObject({ on: exportChoiceSchema, options: galleryOptionsSchema }),
  'gallery.reveal': z.undefined(),
  'gallery.choosePicks': z.undefined(),
  'gallery.openPicks': z.strictObject({ grant: grantIdSchema }),
  /** Decisions of the user stay unchanged. */
  'gallery.importPicks': z.strictObject({ id: z.uuid().max(36) }),
  'gallery.follow': z.strictObject({
    command: z.enum(clientCommandIds),
    on: z.union([z.strictObject({ answer: z.int().positive() }), ...photographChoiceSchema.options]),
  }),

  'presets.save': ownPresetSchema,
  'presets.remove': z.strictObject({ id: marketplaceIdSchema }),
  'presets.check': z.strictObject({ on: exportChoiceSchema, marketplace: marketplaceIdSchema }),
  'presets.checkFiles': z.strictObject({ grant: grantIdSchema, marketplace: marketplaceIdSchema }),
  'presets.saveChecks': z.strictObject({ folder: grantIdSchema }),
  'presets.revealChecks': z.undefined(),
} as const;

export interface DeliveryResponses {
  'export.plan': ExportPlan | null;
  'export.run': ExportReport;
  'export.reveal': undefined;
  'export.drag': undefined;
  'export.copyFiles': number;
  'export.savePreset': undefined;
  /** For the preset's folder, which an open sheet may still use. */
  'export.removePreset': Grant | null;
  'gallery.plan': GalleryPlan | null;
  'gallery.make': GalleryReport;
  'gallery.reveal': undefined;
  'gallery.choosePicks': OpenedPicks | null;
  'gallery.openPicks': OpenedPicks;
  'gallery.importPicks': ImportedPicks;
  'gallery.follow': number;
  'presets.save': undefined;
  'presets.remove': undefined;
  'presets.check': CheckReport;
  'presets.checkFiles': CheckReport;
  'presets.saveChecks': string;
  'presets.revealChecks': undefined;
}
