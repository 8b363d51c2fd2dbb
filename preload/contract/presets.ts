/** Presets of the user's own: a marketplace's rules, copied and changed. */
import { z } from 'zod';
import type { Finding } from './check.ts';
import { exportChoiceSchema } from './desk/export.ts';
import { grantIdSchema } from './grant.ts';
import { marketplaceIdSchema, marketplaceSchema } from './marketplaces.ts';
import { keyed, type Message } from './sentence.ts';

export const ownPresetSchema = marketplaceSchema
  .extend({
    name: z.string().trim().min(1, keyed('contract.preset.name')).max(80),
    /** The built-in one that it can be set back to. */
    copiedFrom: marketplaceIdSchema.nullable().default(null),
  })
  .refine(({ composition }) => composition.background.kind !== 'picture', keyed('contract.preset.picture'));
export type OwnPreset = z.infer<typeof ownPresetSchema>;

export const presetRequests = {
  'presets.save': ownPresetSchema,
  'presets.remove': z.strictObject({ id: marketplaceIdSchema }),
  /** Answered when it is over; `bulk` tells how far it is, `desk.stop` ends it. */
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

/** One file that was checked, or why it was not. */
export interface CheckedFile {
  /** Id of the photograph that it is a result of; null for a file that is none. */
  readonly photographId: number | null;
  readonly name: string;
  /** Null where it could not be measured. */
  readonly passes: boolean | null;
  readonly findings: readonly Finding[];
  readonly trouble: Message | null;
}

export interface CheckReport {
  /** The first of them. */
  readonly files: readonly CheckedFile[];
  readonly passed: number;
  readonly failed: number;
  /** Ids of the photographs that did not pass, whichever of their results did not. */
  readonly failedPhotographs: readonly number[];
  readonly isStopped: boolean;
}
