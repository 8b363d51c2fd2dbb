/** Requests about marketplaces: the user's own presets, and checks of what was chosen in the light table. */
import { marketplaces } from '../../preload/contract/marketplaces.ts';
import { say } from '../../preload/contract/sentence.ts';
import { type ChosenChecked, checkChosen, saveChecks } from '../desk/export/check-chosen.ts';
import type { ExportTools } from '../desk/export/tools.ts';
import type { Core, Desktop } from './core.ts';
import type { Grants } from './grants.ts';
import { Refusal, refusing } from './refusal.ts';
import type { Handlers } from './register.ts';

/** Files that a window lists; a table has all. */
const mostListed = 1000;

export function presetHandlers(
  { store, exports }: Pick<Core, 'store'> & { readonly exports: Omit<ExportTools, 'placeOfOutput'> },
  desktop: Pick<Desktop, 'reveal'>,
  grants: Grants,
): Pick<Handlers, Extract<keyof Handlers, `presets.${string}`>> {
  let last: ChosenChecked | null = null;
  let savedIn: string | null = null;
  return {
    'presets.save': (preset) => {
      if (marketplaces.some(({ id }) => id === preset.id)) throw new Refusal(say('ipc.preset.builtIn'));
      store.presets.save(preset);
    },
    'presets.remove': ({ id }) => store.presets.remove(id),
    'presets.check': ({ on, marketplace }) =>
      refusing(async () => {
        const preset = store.presets.find(marketplace);
        if (preset === null) throw new Refusal(say('ipc.preset.gone'));
        last = await checkChosen(on, preset, exports);
        const { files, isStopped } = last;
        const passed = files.filter(({ passes }) => passes === true).length;
        return { files: files.slice(0, mostListed), passed, failed: files.length - passed, isStopped };
      }),
    'presets.saveChecks': ({ folder }, sender) =>
      refusing(async () => {
        const checked = last;
        if (checked === null) throw new Refusal(say('ipc.preset.notChecked'));
        const chosen = grants.spending(sender, (read) => read(folder, 'folder'));
        const name = await saveChecks(checked, chosen, exports);
        savedIn = chosen;
        return name;
      }),
    'presets.revealChecks': () => {
      if (savedIn === null) throw new Refusal(say('ipc.preset.notChecked'));
      desktop.reveal(savedIn);
    },
  };
}
