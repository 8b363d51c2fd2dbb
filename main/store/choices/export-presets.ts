/** Ways to export that the user has given a name. */
import { exportPresetSchema } from '../../../contract/delivery/export-presets.ts';
import type { StoreContext } from '../context.ts';
import { namedJson } from './named-json.ts';

export function exportPresets(context: StoreContext) {
  return namedJson(
    context,
    'export_presets',
    'preset',
    (document) => exportPresetSchema.safeParse(document).data ?? null,
  );
}
