/** Details of photographs under names, to be filled in for others. */
import { detailsPresetSchema } from '../../../contract/review/photo-info.ts';
import type { StoreContext } from '../context.ts';
import { namedJson } from './named-json.ts';

export const detailsPresets = (context: StoreContext) =>
  namedJson(context, 'details_presets', 'preset', (document) => detailsPresetSchema.safeParse(document).data ?? null);
