/** Details of photographs under names, to be filled in for others. */
import { detailsPresetSchema } from '../../../contract/review/photo-info.ts';
import type { StoreContext } from '../store-context.ts';
import { jsonDocuments } from './json-documents.ts';

export const detailsPresets = (context: StoreContext) =>
  jsonDocuments(
    context,
    'details_presets',
    'preset',
    (document) => detailsPresetSchema.safeParse(document).data ?? null,
  );
