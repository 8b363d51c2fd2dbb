/** Requests about handing results on: the folder is granted like any other, and what was chosen is remembered for the next time. */
import type { ExportOptions } from '../../preload/contract/desk/export.ts';
import { say } from '../../preload/contract/sentence.ts';
import { dragPicture, filesAtHand } from '../desk/export/files-at-hand.ts';
import { planExport } from '../desk/export/plan-export.ts';
import { runExport } from '../desk/export/run-export.ts';
import type { ExportTools } from '../desk/export/tools.ts';
import type { Core, Desktop } from './core.ts';
import type { Grants, ReadPath } from './grants.ts';
import { knownFolders } from './paths.ts';
import { Refusal, refusing } from './refusal.ts';
import type { Handlers } from './register.ts';

export function exportHandlers(
  { store, exports }: Pick<Core, 'store'> & { readonly exports: ExportTools },
  desktop: Pick<Desktop, 'reveal' | 'dragOut' | 'copyFiles'>,
  grants: Grants,
): Pick<Handlers, Extract<keyof Handlers, `export.${string}`>> {
  const last = () => store.settings.read().lastExport;
  const withFolder = (options: ExportOptions, read: ReadPath): ExportOptions => ({
    ...options,
    folder: read(options.folder, 'folder', ['', last()?.folder ?? null, ...knownFolders(store)]),
  });
  return {
    'export.plan': ({ on, options }, sender) =>
      refusing(() => planExport(on, withFolder(options, grants.reader(sender)), exports)),
    'export.run': ({ on, options: sent }, sender) => {
      const options = grants.spending(sender, (read) => withFolder(sent, read));
      store.settings.save({ lastExport: options });
      return refusing(() => runExport(on, options, exports));
    },
    'export.reveal': () => {
      const folder = last()?.folder ?? '';
      if (folder === '') throw new Refusal(say('desk.export.chooseFolder'));
      desktop.reveal(folder);
    },
    'export.drag': ({ on }) =>
      refusing(async () => {
        const paths = await filesAtHand(on, exports);
        desktop.dragOut(paths, await dragPicture(paths[0] ?? ''));
      }),
    'export.copyFiles': ({ on }) =>
      refusing(async () => {
        const paths = await filesAtHand(on, exports);
        await desktop.copyFiles(paths);
        return paths.length;
      }),
  };
}
