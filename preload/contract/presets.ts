/** Presets of the user's own: a marketplace's rules, copied and changed. */
import { z } from 'zod';
import { marketplaceIdSchema, marketplaceSchema } from './marketplaces.ts';
import { keyed } from './sentence.ts';

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
} as const;

export interface PresetAnswers {
  'presets.save': undefined;
  'presets.remove': undefined;
}
