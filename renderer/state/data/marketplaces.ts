/** Built-in and custom marketplaces. */
import { localized, localizedName } from '../../../contract/messages/translator.ts';
import type { OwnPreset } from '../../../contract/recipes/custom-presets.ts';
import { type Marketplace, marketplaces } from '../../../contract/recipes/marketplaces.ts';
import { request } from '../../bridge.ts';
import { applyChanges, currentData, useData } from './store.ts';

/** Saves a preset, and adds it to the data before main reports it. */
export async function savePreset(preset: OwnPreset): Promise<boolean> {
  const reply = await request('presets.save', preset);
  if (!reply.ok) return false;
  const { presets } = currentData();
  const isKnown = presets.some(({ id }) => id === preset.id);
  const saved = isKnown ? presets.map((each) => (each.id === preset.id ? preset : each)) : [...presets, preset];
  applyChanges({ presets: saved });
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
