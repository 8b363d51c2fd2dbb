/** Requests about handing results on: what was chosen is remembered for the next time. */
import { type ExportOptions, exportOptionsSchema, fieldsOfKind } from '../../contract/delivery/export.ts';
import { findExportPreset } from '../../contract/delivery/export-presets.ts';
import { msg } from '../../contract/messages/message.ts';
import type { ExportContext } from '../delivery/common/export-context.ts';
import { availableFiles, drawDragImage } from '../delivery/export/available-files.ts';
import { planExport } from '../delivery/export/plan-export.ts';
import { runExport } from '../delivery/export/run-export.ts';
import type { DesktopActions, IpcContext } from './ipc-context.ts';
import { createLatestRequest } from './latest-request.ts';
import type { Grants } from './path-grants.ts';
import type { Handlers } from './register-handlers.ts';
import { UserError, withUserErrors } from './user-error.ts';

export function exportHandlers(
  { store, exports }: Pick<IpcContext, 'store'> & { readonly exports: ExportContext },
  desktop: Pick<DesktopActions, 'reveal' | 'dragOut' | 'copyFiles'>,
  grants: Pick<Grants, 'giveOne'>,
): Pick<Handlers, Extract<keyof Handlers, `export.${string}`>> {
  const planOnce = createLatestRequest();
  let lastFolder: string | null = null;
  return {
    'export.plan': ({ on, options }) => planOnce((signal) => planExport(on, options, exports, signal)),
    'export.run': ({ on, options, preset }) => {
      lastFolder = options.folder;
      store.settings.save({
        lastExport: asFiles(options, store.settings.read().lastExport),
        ...(options.kind === 'files' ? { lastExportPreset: preset } : {}),
      });
      return withUserErrors(() => runExport(on, options, exports));
    },
    'export.reveal': () => {
      const folder = lastFolder ?? store.settings.read().lastExport?.folder ?? '';
      if (folder === '') throw new UserError(msg('delivery.export.chooseFolder'));
      desktop.reveal(folder);
    },
    'export.savePreset': (preset) => {
      const namesake = findExportPreset(store.exportPresets.list(), preset.name);
      if (namesake !== undefined && namesake.id !== preset.id)
        throw new UserError(msg('ipc.exportPreset.taken', { name: namesake.name }));
      store.exportPresets.save(preset);
    },
    'export.removePreset': ({ id }, sender) => {
      const folder = store.exportPresets.get(id)?.options.folder ?? '';
      store.exportPresets.remove(id);
      return folder === '' ? null : grants.giveOne(sender, 'folder', folder);
    },
    'export.drag': ({ on }) =>
      withUserErrors(async () => {
        const paths = await availableFiles(on, exports);
        desktop.dragOut(paths, await drawDragImage(paths[0] ?? ''));
      }),
    'export.copyFiles': ({ on }) =>
      withUserErrors(async () => {
        const paths = await availableFiles(on, exports);
        await desktop.copyFiles(paths);
        return paths.length;
      }),
  };
}

/** What the sheet opens with next: as pictures were exported last, whatever was made once since; fields that pictures do not have stay. */
function asFiles(options: ExportOptions, last: ExportOptions | null): ExportOptions {
  if (options.kind === 'files') return options;
  const files = last ?? exportOptionsSchema.parse({});
  const own = fieldsOfKind[options.kind].map((field) => [field, options[field]]);
  const { template, subfolders, folder } = files;
  return {
    ...files,
    ...Object.fromEntries(own),
    ...{ template, subfolders, folder: folder === '' ? options.folder : folder },
  };
}
