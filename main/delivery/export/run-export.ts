/** An export from its first file to its last: a few at a time, with progress, an end on demand, and a report of what was done. */
import {
  type ExportChoice,
  type ExportOptions,
  type ExportReport,
  isPerResult,
  isUnchanged,
} from '../../../contract/delivery/export.ts';
import { type Message, msg, UserFacingError } from '../../../contract/messages/message.ts';
import { pathInside } from '../../files/contained-path.ts';
import { isFolder } from '../../files/private-files.ts';
import { displayPath } from '../../files/stored-path.ts';
import { recoverFiles } from '../../pipeline/output/recover-files.ts';
import { exportCombinedFile } from './export-combined-file.ts';
import type { ExportContext, ExportProgress } from './export-context.ts';
import { FailureList, isFatal } from './export-failures.ts';
import { exportFile } from './export-file.ts';
import { chosenIds, createBatchTitles, type ExportItem, itemName, itemsOf, subfolderOf } from './export-items.ts';
import { makeSidecars } from './make-sidecars.ts';
import { remakeOutputs } from './remake-outputs.ts';

/** Made at a time: the image library has threads of its own. */
const atOnce = 2;
/** @throws UserFacingError where it cannot begin: no folder, or moved and changed at once */
export async function runExport(
  choice: ExportChoice,
  options: ExportOptions,
  context: ExportContext,
  signal?: AbortSignal,
): Promise<ExportReport> {
  await requireFolder(options);
  await recoverFiles(context.store);
  const ids = await chosenIds(context.reader, choice);
  return context.bulk.runAlongside('export', ids.length, (onProgress, stopped) =>
    exportAs(choice, ids, options, context, {
      onProgress,
      stopped: signal === undefined ? stopped : AbortSignal.any([stopped, signal]),
    }),
  );
}

function exportAs(
  choice: ExportChoice,
  ids: readonly number[],
  options: ExportOptions,
  context: ExportContext,
  progress: ExportProgress,
): Promise<ExportReport> {
  if (options.kind === 'outputs') return remakeOutputs(choice, ids, context, progress);
  if (options.kind === 'sidecars') return makeSidecars(choice, ids, options, context, progress);
  return (isPerResult(options.kind) ? exportAll : exportCombinedFile)(choice, ids, options, context, progress);
}

async function requireFolder({ kind, folder, move, rendering }: ExportOptions): Promise<void> {
  // Recipes have folders of their own.
  if (kind === 'outputs') return;
  if (folder === '') throw new UserFacingError(msg('delivery.export.chooseFolder'));
  if (kind === 'files' && move && !isUnchanged(rendering))
    throw new UserFacingError(msg('delivery.export.movesAsItIs'));
  // Never made: where a disk is away, it would be made in its place.
  if (!(await isFolder(folder))) throw new UserFacingError(msg('delivery.export.noFolder', { folder }));
}

async function exportAll(
  choice: ExportChoice,
  ids: readonly number[],
  options: ExportOptions,
  context: ExportContext,
  { onProgress, stopped }: ExportProgress,
): Promise<ExportReport> {
  const { store, now } = context;
  const scratch = await store.scratch.make('exporting');
  const titleOf = createBatchTitles(store, context.toWords);
  const failures = new FailureList();
  const notes = new FailureList();
  let [done, bytes] = [0, 0];
  let problem: Message | null = null;
  const ending = new AbortController();
  const signal = AbortSignal.any([stopped, ending.signal]);

  async function exportOne(item: ExportItem): Promise<void> {
    const folder = pathInside(options.folder, subfolderOf(options.subfolders, item.photograph, titleOf));
    try {
      const name = itemName(options.template, item, now());
      const file = await exportFile(item, { folder, name }, options, { ...context, scratch: scratch.path, signal });
      done += 1;
      bytes += file.bytes;
      notes.addAll(file.path, file.notes);
    } catch (fault) {
      if (signal.aborted) return;
      if (isFatal(fault)) {
        problem = fault.sentence;
        ending.abort(fault);
        return;
      }
      failures.addFault(displayPath(item.path), fault);
    } finally {
      onProgress(done + failures.count);
    }
  }

  try {
    const items = itemsOf(store, choice, ids);
    const hand = async () => {
      // Generators give one item to each who asks, in turn.
      for await (const item of { [Symbol.asyncIterator]: () => ({ next: () => items.next() }) }) {
        if (signal.aborted) return;
        await exportOne(item);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, hand));
  } finally {
    await scratch.remove();
  }
  const outcome = problem !== null ? 'trouble' : stopped.aborted ? 'stopped' : 'whole';
  return {
    ...{ done, bytes, failed: failures.listed, failedCount: failures.count, total: ids.length },
    ...{ notes: notes.listed, ending: outcome, trouble: problem, folder: options.folder },
  };
}
