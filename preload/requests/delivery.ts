/** Requests that deliver results: exports, client galleries, and checks against the rules of marketplaces. */
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
  /** Estimates an export and writes nothing. A newer request cancels this one. */
  'export.plan': z.strictObject({ on: exportChoiceSchema, options: exportOptionsSchema }),
  'export.run': z.strictObject({
    on: exportChoiceSchema,
    options: exportOptionsSchema,
    /** Id of the chosen preset; null: none. */
    preset: z.string().max(64).nullable(),
  }),
  /** Reveals the folder of the last export. */
  'export.reveal': z.undefined(),
  /** Starts a drag of these results as files; valid while the mouse button is down. */
  'export.drag': z.strictObject({ on: exportChoiceSchema }),
  /** Copies these results to the clipboard as files. */
  'export.copyFiles': z.strictObject({ on: exportChoiceSchema }),
  /** Adds a preset, or replaces the one with its id. */
  'export.savePreset': exportPresetSchema,
  'export.removePreset': z.strictObject({ id: z.string().min(1).max(64) }),

  'gallery.make': z.strictObject({ on: exportChoiceSchema, options: galleryOptionsSchema }),
  /** Reveals the last gallery. */
  'gallery.reveal': z.undefined(),
  /** Asks the user for a file with a client's picks, and reads it. */
  'gallery.choosePicks': z.undefined(),
  /** Reads a dropped file with a client's picks. */
  'gallery.openPicks': z.strictObject({ grant: grantIdSchema }),
  /** Stores the picks that were read last. Decisions of the user stay unchanged. */
  'gallery.importPicks': z.strictObject({ id: z.uuid().max(36) }),
  /** Applies picks to the user's flags: those of one answer, or those of all clients for these photographs. */
  'gallery.follow': z.strictObject({
    command: z.enum(clientCommandIds),
    on: z.union([z.strictObject({ answer: z.int().positive() }), ...photographChoiceSchema.options]),
  }),

  'presets.save': ownPresetSchema,
  'presets.remove': z.strictObject({ id: marketplaceIdSchema }),
  'presets.check': z.strictObject({ on: exportChoiceSchema, marketplace: marketplaceIdSchema }),
  /** Checks files that the user chose. */
  'presets.checkFiles': z.strictObject({ grant: grantIdSchema, marketplace: marketplaceIdSchema }),
  /** Writes the table of the last check. */
  'presets.saveChecks': z.strictObject({ folder: grantIdSchema }),
  'presets.revealChecks': z.undefined(),
} as const;

export interface DeliveryResponses {
  /** Null if a newer request canceled it. */
  'export.plan': ExportPlan | null;
  'export.run': ExportReport;
  'export.reveal': undefined;
  'export.drag': undefined;
  /** Number of files. */
  'export.copyFiles': number;
  'export.savePreset': undefined;
  /** Grant for the folder of the preset, so that an open sheet can still export to it; null if it had no folder. */
  'export.removePreset': Grant | null;
  'gallery.make': GalleryReport;
  'gallery.reveal': undefined;
  /** Null if no file was chosen. */
  'gallery.choosePicks': OpenedPicks | null;
  'gallery.openPicks': OpenedPicks;
  'gallery.importPicks': ImportedPicks;
  /** Number of changed photographs. */
  'gallery.follow': number;
  'presets.save': undefined;
  'presets.remove': undefined;
  'presets.check': CheckReport;
  'presets.checkFiles': CheckReport;
  /** Name of the file. */
  'presets.saveChecks': string;
  'presets.revealChecks': undefined;
}
