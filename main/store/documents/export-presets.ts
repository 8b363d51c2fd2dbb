/** Ways to export that the user has given a name. */
import { exportPresetSchema } from '../../../contract/delivery/export-presets.ts';
import type { StoreContext } from '../store-context.ts';
import { jsonDocuments } from './json-documents.ts';

export function exportPresets(context: StoreContext) {
  return jsonDocuments(
    context,
    'export_presets',
    'preset',
    (document) => exportPresetSchema.safeParse(document).data ?? null,
  );
}
