/** The marketplaces there are: those that Burnish knows, and the user's own copies. */
import { type Marketplace, marketplaces } from '../../preload/contract/marketplaces.ts';
import type { OwnPreset } from '../../preload/contract/presets.ts';
import { useData } from './store.ts';

interface Marketplaces {
  readonly builtIn: readonly Marketplace[];
  readonly own: readonly OwnPreset[];
  find(id: string | null): Marketplace | null;
}

export function useMarketplaces(): Marketplaces {
  const own = useData((data) => data.presets);
  return {
    builtIn: marketplaces,
    own,
    find: (id) => marketplaces.find((each) => each.id === id) ?? own.find((each) => each.id === id) ?? null,
  };
}
