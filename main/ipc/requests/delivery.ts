import { type ExportOptions, exportOptionsSchema, fieldsOfKind } from '../../../contract/delivery/export.ts';
import { findExportPreset } from '../../../contract/delivery/export-presets.ts';
import { msg } from '../../../contract/messages/message.ts';
import type { CheckReport } from '../../../contract/recipes/custom-presets.ts';
import { marketplaces } from '../../../contract/recipes/marketplaces.ts';
import type { deliveryRequests } from '../../../preload/requests/delivery.ts';
import { checkPaths, checkSelection, type SelectionCheck, saveChecks } from '../../delivery/check/check-selection.ts';
import { availableFiles, drawDragImage } from '../../delivery/export/available-files.ts';
import { planExport } from '../../delivery/export/plan-export.ts';
import { runExport } from '../../delivery/export/run-export.ts';
import { createLatestRequest } from '../bridge/latest-request.ts';
import type { GroupHandlers, HandlersOf, RequestContext } from '../bridge/request-handlers.ts';
import { UserError, withUserErrors } from '../bridge/user-error.ts';

export function deliveryHandlers(context: RequestContext): HandlersOf<typeof deliveryRequests> {
  return { ...exportHandlers(context), ...checkHandlers(context) };
}

function exportHandlers({ core, desktop, grants }: RequestContext): GroupHandlers<'export'> {
  const { store, exports } = core;
  const latestPlan = createLatestRequest();
  let lastFolder: string | null = null;
  return {
    'export.plan': ({ on, options }) => latestPlan((signal) => planExport(on, options, exports, signal)),
    'export.run': ({ on, options, preset }) => {
      lastFolder = options.folder;
      store.settings.save({
        lastExport: toPictureOptions(options, store.settings.read().lastExport),
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

/**
 * Returns the options that the sheet opens with next time: those of the last export of pictures. An export of another
 * kind changes only the fields of that kind.
 */
function toPictureOptions(options: ExportOptions, last: ExportOptions | null): ExportOptions {
  if (options.kind === 'files') return options;
  const pictures = last ?? exportOptionsSchema.parse({});
  const { template, subfolders, folder } = pictures;
  const kindFields = Object.fromEntries(fieldsOfKind[options.kind].map((field) => [field, options[field]]));
  return { ...pictures, ...kindFields, template, subfolders, folder: folder === '' ? options.folder : folder };
}

/** Limit of the window's list. A saved table has all files. */
const maxListedFiles = 1000;

/** The user's presets of marketplaces, and checks of results or files. */
function checkHandlers({ core, desktop, grants }: RequestContext): GroupHandlers<'presets'> {
  const { store, exports } = core;
  let lastCheck: SelectionCheck | null = null;
  let tableFolder: string | null = null;
  const requirePreset = (marketplace: string) => {
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
        lastCheck = await checkSelection(on, requirePreset(marketplace), exports);
        return toCheckReport(lastCheck);
      }),
    'presets.checkFiles': ({ grant, marketplace }, sender) =>
      withUserErrors(async () => {
        const preset = requirePreset(marketplace);
        lastCheck = await checkPaths(grants.take(sender, 'photographs', grant), preset, exports);
        return toCheckReport(lastCheck);
      }),
    'presets.saveChecks': ({ folder }, sender) =>
      withUserErrors(async () => {
        const check = lastCheck;
        if (check === null) throw new UserError(msg('ipc.preset.notChecked'));
        const to = grants.spending(sender, (read) => read(folder, 'folder'));
        const name = await saveChecks(check, to, exports);
        tableFolder = to;
        return name;
      }),
    'presets.revealChecks': () => {
      if (tableFolder === null) throw new UserError(msg('ipc.preset.notChecked'));
      desktop.reveal(tableFolder);
    },
  };
}

function toCheckReport({ files, isStopped }: SelectionCheck): CheckReport {
  const failed = files.filter(({ passes }) => passes !== true);
  return {
    files: files.slice(0, maxListedFiles),
    passed: files.length - failed.length,
    failed: failed.length,
    failedPhotographs: [...new Set(failed.flatMap(({ photographId }) => photographId ?? []))],
    isStopped,
  };
}
