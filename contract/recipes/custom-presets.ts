/** Presets of the user's own: a marketplace's rules, copied and changed. */
import { z } from 'zod';
import { type Message, messageKey } from '../messages/message.ts';
import type { RuleFinding } from './marketplace-check.ts';
import { marketplaceIdSchema, marketplaceSchema } from './marketplaces.ts';

export const ownPresetSchema = marketplaceSchema
  .extend({
    name: z.string().trim().min(1, messageKey('contract.preset.name')).max(80),
    /** The built-in one that it can be set back to. */
    copiedFrom: marketplaceIdSchema.nullable().default(null),
  })
  .refine(({ composition }) => composition.background.kind !== 'picture', messageKey('contract.preset.picture'));
export type OwnPreset = z.infer<typeof ownPresetSchema>;

/** One file that was checked, or why it was not. */
export interface CheckedFile {
  /** Id of the photograph that it is a result of; null for a file that is none. */
  readonly photographId: number | null;
  readonly name: string;
  /** Null where it could not be measured. */
  readonly passes: boolean | null;
  readonly findings: readonly RuleFinding[];
  readonly problem: Message | null;
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
