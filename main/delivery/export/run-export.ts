/** Runs an export of any kind, with progress and a report. Files of results are made here, two at a time. */
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
import type { ExportContext, ExportProgress } from '../common/export-context.ts';
import { FailureList, isFatal } from '../common/export-failures.ts';
import {
  createBatchTitles,
  type ExportItem,
  itemName,
  listChosenIds,
  readItems,
  subfolderOf,
} from '../common/export-items.ts';
import { exportCombinedFile } from './export-combined-file.ts';
import { exportFile } from './export-file.ts';
import { makeSidecars } from './make-sidecars.ts';
import { remakeOutputs } from './remake-outputs.ts';

/** Few, because the image library runs threads for each file. */
const maxConcurrentFiles = 2;

/** @throws UserFacingError if it cannot start */
export async function runExport(
  choice: ExportChoice,
  options: ExportOptions,
  context: ExportContext,
  signal?: AbortSignal,
): Promise<ExportReport> {
  await assertCanStart(options);
  await recoverFiles(context.store);
  const ids = await listChosenIds(context.reader, choice);
  return context.bulk.runAlongside('export', ids.length, (onProgress, stopSignal) =>
    exportAs(choice, ids, options, context, {
      onProgress,
      signal: signal === undefined ? stopSignal : AbortSignal.any([stopSignal, signal]),
    }),
  );
}

async function assertCanStart({ kind, folder, move, rendering }: ExportOptions): Promise<void> {
  // Recipes define the folders of their outputs.
  if (kind === 'outputs') return;
  if (folder === '') throw new UserFacingError(msg('delivery.export.chooseFolder'));
  if (kind === 'files' && move && !isUnchanged(rendering))
    throw new UserFacingError(msg('delivery.export.movesAsItIs'));
  // Never created, because it may be on a disk that is unavailable.
  if (!(await isFolder(folder))) throw new UserFacingError(msg('delivery.export.noFolder', { folder }));
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
  return (isPerResult(options.kind) ? exportFiles : exportCombinedFile)(choice, ids, options, context, progress);
}

async function exportFiles(
  choice: ExportChoice,
  ids: readonly number[],
  options: ExportOptions,
  context: ExportContext,
  { onProgress, signal: stopSignal }: ExportProgress,
): Promise<ExportReport> {
  const { store, now } = context;
  const scratch = await store.scratch.make('exporting');
  const titleOf = createBatchTitles(store, context.toWords);
  const failures = new FailureList();
  const notes = new FailureList();
  let [done, bytes] = [0, 0];
  let fatalMessage: Message | null = null;
  const fatalError = new AbortController();
  const signal = AbortSignal.any([stopSignal, fatalError.signal]);

  async function exportOne(item: ExportItem): Promise<void> {
    const folder = pathInside(options.folder, subfolderOf(options.subfolders, item.photograph, titleOf));
    try {
      const name = itemName(options.template, item, now());
      const file = await exportFile(item, { folder, name }, options, { ...context, scratch: scratch.path, signal });
      done += 1;
      bytes += file.bytes;
      notes.addNotes(file.path, file.notes);
    } catch (error) {
      if (signal.aborted) return;
      if (isFatal(error)) {
        fatalMessage = error.sentence;
        fatalError.abort(error);
        return;
      }
      failures.addError(displayPath(item.path), error);
    } finally {
      onProgress(done + failures.count);
    }
  }

  try {
    const items = readItems(store, choice, ids);
    const exportNext = async () => {
      // Without `return`, so that the end of one loop does not end the generator for the others.
      for await (const item of { [Symbol.asyncIterator]: () => ({ next: () => items.next() }) }) {
        if (signal.aborted) return;
        await exportOne(item);
      }
    };
    await Promise.all(Array.from({ length: maxConcurrentFiles }, exportNext));
  } finally {
    await scratch.remove();
  }
  return {
    done,
    bytes,
    failed: failures.listed,
    failedCount: failures.count,
    notes: notes.listed,
    total: ids.length,
    ending: fatalMessage !== null ? 'trouble' : stopSignal.aborted ? 'stopped' : 'whole',
    trouble: fatalMessage,
    folder: options.folder,
  };
}
