/** Requests about handing results on: what was chosen is remembered for the next time. */
import { type ExportOptions, exportOptionsSchema } from '../../preload/contract/desk/export.ts';
import { say } from '../../preload/contract/sentence.ts';
import { dragPicture, filesAtHand } from '../desk/export/files-at-hand.ts';
import { planExport } from '../desk/export/plan-export.ts';
import { runExport } from '../desk/export/run-export.ts';
import type { ExportTools } from '../desk/export/tools.ts';
import type { Core, Desktop } from './core.ts';
import { Refusal, refusing } from './refusal.ts';
import type { Handlers } from './register.ts';

export function exportHandlers(
  { store, exports }: Pick<Core, 'store'> & { readonly exports: ExportTools },
  desktop: Pick<Desktop, 'reveal' | 'dragOut' | 'copyFiles'>,
): Pick<Handlers, Extract<keyof Handlers, `export.${string}`>> {
  let planning = new AbortController();
  let lastFolder: string | null = null;
  return {
    'export.plan': async ({ on, options }) => {
      planning.abort();
      planning = new AbortController();
      const { signal } = planning;
      try {
        return await refusing(() => planExport(on, options, exports, signal));
      } catch (fault) {
        if (signal.aborted) return null;
        throw fault;
      }
    },
    'export.run': ({ on, options }) => {
      lastFolder = options.folder;
      store.settings.save({ lastExport: asFiles(options, store.settings.read().lastExport) });
      return refusing(() => runExport(on, options, exports));
    },
    'export.reveal': () => {
      const folder = lastFolder ?? store.settings.read().lastExport?.folder ?? '';
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

/** What the sheet opens with next: as pictures were exported last, whatever was made once since; fields that pictures do not have stay. */
function asFiles(options: ExportOptions, last: ExportOptions | null): ExportOptions {
  if (options.kind === 'files') return options;
  const { kind, folder, move, template, subfolders, look } = last ?? exportOptionsSchema.parse({});
  return { ...options, kind, move, template, subfolders, look, folder: folder === '' ? options.folder : folder };
}
