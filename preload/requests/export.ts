/** Requests about handing results on. */
import { z } from 'zod';
import {
  type ExportPlan,
  type ExportReport,
  exportChoiceSchema,
  exportOptionsSchema,
} from '../../contract/delivery/export.ts';

export const exportRequests = {
  /** What an export would be; nothing is written. A newer question calls the one before off, which is answered with null. */
  'export.plan': z.strictObject({ on: exportChoiceSchema, options: exportOptionsSchema }),
  /** Answered when it is over; `bulk` tells how far it is, `lists.stop` ends it. */
  'export.run': z.strictObject({
    on: exportChoiceSchema,
    options: exportOptionsSchema,
    /** Id of the preset that was chosen; null: none. */
    preset: z.string().max(64).nullable(),
  }),
  /** Shows the folder of the last export. */
  'export.reveal': z.undefined(),
  /** While the mouse is held: the system drags these results, as files. */
  'export.drag': z.strictObject({ on: exportChoiceSchema }),
  /** Puts these results on the clipboard, as files. */
  'export.copyFiles': z.strictObject({ on: exportChoiceSchema }),
} as const;

export interface ExportAnswers {
  'export.plan': ExportPlan | null;
  'export.run': ExportReport;
  'export.reveal': undefined;
  'export.drag': undefined;
  /** How many. */
  'export.copyFiles': number;
}
