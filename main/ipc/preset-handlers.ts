/** Requests about marketplaces: the user's own presets, and checks of what was chosen in the light table. */

import { msg } from '../../contract/messages/message.ts';
import type { CheckReport } from '../../contract/recipes/custom-presets.ts';
import { marketplaces } from '../../contract/recipes/marketplaces.ts';
import { checkPaths, checkSelection, type SelectionCheck, saveChecks } from '../delivery/check/check-selection.ts';
import type { ExportContext } from '../delivery/common/export-context.ts';
import type { DesktopActions, IpcContext } from './ipc-context.ts';
import type { Grants } from './path-grants.ts';
import type { Handlers } from './register-handlers.ts';
import { UserError, withUserErrors } from './user-error.ts';

/** Files that a window lists; a table has all. */
const maxListedFiles = 1000;

export function presetHandlers(
  { store, exports }: Pick<IpcContext, 'store'> & { readonly exports: ExportContext },
  desktop: Pick<DesktopActions, 'reveal'>,
  grants: Grants,
): Pick<Handlers, Extract<keyof Handlers, `presets.${string}`>> {
  let last: SelectionCheck | null = null;
  let savedIn: string | null = null;
  const presetOf = (marketplace: string) => {
    const preset = store.presets.find(marketplace);
    if (preset === null) throw new UserError(msg('ipc.preset.gone'));
    return preset;
  };
  return {
    'presets.save': (preset) => {
      if (marketplaces.some(({ id }) => id === preset.id)) throw new UserError(msg('ipc.preset.builtIn'));
      store.presets.save(preset);
    },
    'presets.remove': ({ id }) => store.presets.remove(id),
    'presets.check': ({ on, marketplace }) =>
      withUserErrors(async () => {
        last = await checkSelection(on, presetOf(marketplace), exports);
        return reportOf(last);
      }),
    'presets.checkFiles': ({ grant, marketplace }, sender) =>
      withUserErrors(async () => {
        const preset = presetOf(marketplace);
        last = await checkPaths(grants.take(sender, 'photographs', grant), preset, exports);
        return reportOf(last);
      }),
    'presets.saveChecks': ({ folder }, sender) =>
      withUserErrors(async () => {
        const checked = last;
        if (checked === null) throw new UserError(msg('ipc.preset.notChecked'));
        const chosen = grants.spending(sender, (read) => read(folder, 'folder'));
        const name = await saveChecks(checked, chosen, exports);
        savedIn = chosen;
        return name;
      }),
    'presets.revealChecks': () => {
      if (savedIn === null) throw new UserError(msg('ipc.preset.notChecked'));
      desktop.reveal(savedIn);
    },
  };
}

function reportOf({ files, isStopped }: SelectionCheck): CheckReport {
  const failed = files.filter(({ passes }) => passes !== true);
  return {
    files: files.slice(0, maxListedFiles),
    passed: files.length - failed.length,
    failed: failed.length,
    failedPhotographs: [...new Set(failed.flatMap(({ photographId }) => photographId ?? []))],
    isStopped,
  };
}
