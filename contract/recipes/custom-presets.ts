/** Copied and changed rules of a marketplace. */
import { z } from 'zod';
import { type Message, messageKey } from '../messages/message.ts';
import type { RuleFinding } from './marketplace-check.ts';
import { marketplaceIdSchema, marketplaceSchema } from './marketplaces.ts';

export const ownPresetSchema = marketplaceSchema
  .extend({
    name: z.string().trim().min(1, messageKey('contract.preset.name')).max(80),
    /** Built-in preset that it can be reset to. */
    copiedFrom: marketplaceIdSchema.nullable().default(null),
  })
  .refine(({ composition }) => composition.background.kind !== 'picture', messageKey('contract.preset.picture'));
export type OwnPreset = z.infer<typeof ownPresetSchema>;

export interface CheckedFile {
  /** Null for a file that is no result. */
  readonly photographId: number | null;
  readonly name: string;
  /** Null if unmeasurable. */
  readonly passes: boolean | null;
  readonly findings: readonly RuleFinding[];
  readonly problem: Message | null;
}

export interface CheckReport {
  /** The first few. */
  readonly files: readonly CheckedFile[];
  readonly passed: number;
  readonly failed: number;
  /** Photographs with a failed result. */
  readonly failedPhotographs: readonly number[];
  readonly isStopped: boolean;
}
