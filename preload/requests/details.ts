/** Requests about photo info. */
import { z } from 'zod';
import {
  type CommonDetails,
  type DetailsPreset,
  detailsChangeSchema,
  detailsPresetSchema,
} from '../../contract/review/details.ts';
import { photographChoiceSchema } from '../../contract/review/lists.ts';

export const detailsRequests = {
  /** What photographs have in common. */
  'details.common': z.strictObject({ on: photographChoiceSchema }),
  'details.set': z.strictObject({ on: photographChoiceSchema, change: detailsChangeSchema }),
  'details.presets': z.undefined(),
  'details.savePreset': detailsPresetSchema,
  'details.removePreset': z.strictObject({ id: z.string().min(1).max(64) }),
} as const;

export interface DetailsAnswers {
  'details.common': CommonDetails;
  /** How many it was set for, those that had it already among them; fewer where it was stopped. */
  'details.set': number;
  'details.presets': readonly DetailsPreset[];
  'details.savePreset': undefined;
  'details.removePreset': undefined;
}
