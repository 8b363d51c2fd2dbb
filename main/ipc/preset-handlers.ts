/** Requests about the user's own presets of marketplaces. */
import { marketplaces } from '../../preload/contract/marketplaces.ts';
import { say } from '../../preload/contract/sentence.ts';
import type { Core } from './core.ts';
import { Refusal } from './refusal.ts';
import type { Handlers } from './register.ts';

export function presetHandlers({
  store,
}: Pick<Core, 'store'>): Pick<Handlers, Extract<keyof Handlers, `presets.${string}`>> {
  return {
    'presets.save': (preset) => {
      if (marketplaces.some(({ id }) => id === preset.id)) throw new Refusal(say('ipc.preset.builtIn'));
      store.presets.save(preset);
    },
    'presets.remove': ({ id }) => store.presets.remove(id),
  };
}
