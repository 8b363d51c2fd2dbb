/** Requests about photo info. */
import { z } from 'zod';
import { photographChoiceSchema } from '../../contract/review/list-queries.ts';
import {
  type CommonPhotoInfo,
  detailsChangeSchema,
  detailsPresetSchema,
  type PhotoInfoPreset,
} from '../../contract/review/photo-info.ts';

export const detailsRequests = {
  /** What photographs have in common. */
  'details.common': z.strictObject({ on: photographChoiceSchema }),
  'details.set': z.strictObject({ on: photographChoiceSchema, change: detailsChangeSchema }),
  'details.presets': z.undefined(),
  'details.savePreset': detailsPresetSchema,
  'details.removePreset': z.strictObject({ id: z.string().min(1).max(64) }),
} as const;

export interface DetailsAnswers {
  'details.common': CommonPhotoInfo;
  /** How many it was set for, those that had it already among them; fewer where it was stopped. */
  'details.set': number;
  'details.presets': readonly PhotoInfoPreset[];
  'details.savePreset': undefined;
  'details.removePreset': undefined;
}
