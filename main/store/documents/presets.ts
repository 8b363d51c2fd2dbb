/** Marketplaces' rules of the user's own, beside the built-in ones. */

import { ownPresetSchema } from '../../../contract/recipes/custom-presets.ts';
import { type Marketplace, marketplaces } from '../../../contract/recipes/marketplaces.ts';
import type { StoreContext } from '../store-context.ts';
import { jsonDocuments } from './json-documents.ts';

export function presets(context: StoreContext) {
  const table = jsonDocuments(
    context,
    'presets',
    'preset',
    (document) => ownPresetSchema.safeParse(document).data ?? null,
  );
  return {
    ...table,
    /** A built-in one or one of the user's; null where there is none (any more). */
    find(id: string | null): Marketplace | null {
      if (id === null) return null;
      return marketplaces.find((each) => each.id === id) ?? table.get(id);
    },
  };
}
