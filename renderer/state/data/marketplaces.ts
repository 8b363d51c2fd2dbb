/** The marketplaces there are: those that Burnish knows, and the user's own copies. */

import { localized, localizedName } from '../../../contract/messages/translator.ts';
import type { OwnPreset } from '../../../contract/recipes/custom-presets.ts';
import { type Marketplace, marketplaces } from '../../../contract/recipes/marketplaces.ts';
import { request } from '../../bridge.ts';
import { applyChanges, currentData, useData } from './store.ts';

/** Told to main. It is in the list with the answer: whoever uses it at once must not be a moment too early. */
export async function savePreset(preset: OwnPreset): Promise<boolean> {
  const reply = await request('presets.save', preset);
  if (!reply.ok) return false;
  const { presets } = currentData();
  const isKnown = presets.some(({ id }) => id === preset.id);
  const now = isKnown ? presets.map((each) => (each.id === preset.id ? preset : each)) : [...presets, preset];
  applyChanges({ presets: now });
  return true;
}

const builtIn = localized(() => marketplaces.map((each) => ({ ...each, name: localizedName(each.name) })));

interface Marketplaces {
  readonly builtIn: readonly Marketplace[];
  readonly own: readonly OwnPreset[];
  find(id: string | null): Marketplace | null;
}

export function useMarketplaces(): Marketplaces {
  const own = useData((data) => data.presets);
  return {
    builtIn: builtIn(),
    own,
    find: (id) => builtIn().find((each) => each.id === id) ?? own.find((each) => each.id === id) ?? null,
  };
}
