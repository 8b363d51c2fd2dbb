/** An export that is one thing made of many photographs: a table, data, a report, a contact sheet, a gallery. */
import { access } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { ExportChoice, ExportKind, ExportOptions, ExportReport } from '../../../contract/delivery/export.ts';
import { type Message, msg, UserFacingError } from '../../../contract/messages/message.ts';
import { nameTimes, safeName } from '../../../contract/recipes/naming.ts';
import { pathInside } from '../../files/contained-path.ts';
import { displayPath } from '../../files/stored-path.ts';
import type { SheetRequest } from '../../imaging/export/contact-sheet.ts';
import { assertNoBrokenLink } from './broken-link.ts';
import type { ExportContext, ExportProgress } from './export-context.ts';
import { FailureList } from './export-failures.ts';
import { allItems, batchOf, createBatchTitles, itemName, itemsOf, openItem } from './export-items.ts';
import { batchRows, type Row, resultData, resultRows, writeCsv, writeJson } from './result-tables.ts';

/** Tables, which other programs look for under one name. */
const tableExtensions: Partial<Record<ExportKind, string>> = { csv: '.csv', report: '.csv', json: '.json' };

export interface CombinedExport {
  readonly choice: ExportChoice;
  readonly ids: readonly number[];
  readonly options: ExportOptions;
  readonly context: ExportContext;
  /** An existing folder. */
  readonly to: string;
  readonly progress: ExportProgress;
  readonly title: string;
  /** Pictures that are not on a contact sheet, with the reason if it is known. */
  readonly unread: { readonly path: string; readonly message: Message | null }[];
}

export async function exportCombinedFile(
  choice: ExportChoice,
  ids: readonly number[],
  options: ExportOptions,
  context: ExportContext,
  progress: ExportProgress,
): Promise<ExportReport> {
  const { store, place, now } = context;
  const { folder } = options;
  const none = { done: 0, bytes: 0, failed: [], failedCount: 0, total: ids.length, trouble: null, folder } as const;
  if (ids.length === 0) return { ...none, ending: 'whole' };
  const title = await titleOf(choice, ids, context);
  const unread: CombinedExport['unread'] = [];
  const stem = pathInside(folder, safeName(nameOf(options.kind, { title, date: nameTimes(now()).date }, context)));
  const table = tableExtensions[options.kind];
  const scratch = await store.scratch.make('exporting');
  try {
    if (table !== undefined) await assertNoBrokenLink(stem + table);
    const made = await make({ choice, ids, options, context, to: scratch.path, progress, title, unread });
    let bytes = 0;
    for (const path of made) {
      progress.stopped.throwIfAborted();
      const { temporaryFiles, exportedFiles } = store;
      const notes = { temporaryFiles, note: exportedFiles.note, forget: exportedFiles.forget };
      bytes += (await place(path, stem + extname(path), notes)).bytes;
    }
    progress.onProgress(ids.length);
    const failures = await failuresOf(unread);
    return {
      ...{ ...none, done: made.length, bytes, ending: 'whole' },
      ...{ failed: failures.listed, failedCount: failures.count },
    };
  } catch (fault) {
    if (progress.stopped.aborted) return { ...none, ending: 'stopped' };
    if (fault instanceof UserFacingError) return { ...none, ending: 'trouble', trouble: fault.sentence };
    if ((fault as NodeJS.ErrnoException).code !== 'ENOSPC') throw fault;
    return { ...none, ending: 'trouble', trouble: msg('delivery.export.noRoomHere') };
  } finally {
    await scratch.remove();
  }
}

/** Why pictures are missing: the same words as where each is a file of its own. */
async function failuresOf(unread: CombinedExport['unread']): Promise<FailureList> {
  const failures = new FailureList();
  for (const { path, message } of unread) {
    if (message !== null) {
      failures.add(path, message);
      continue;
    }
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    failures.add(path, msg(isThere ? 'delivery.export.unreadable' : 'delivery.export.gone', { name: basename(path) }));
  }
  return failures;
}

/** @returns files in a folder of our own, to be named */
async function make(making: CombinedExport): Promise<readonly string[]> {
  const { choice, ids, options, context, to, progress } = making;
  const csv = (rows: AsyncIterable<Row>) => writeCsv(rows, to, options.separator, progress.stopped);
  const counted = <T>(rows: AsyncIterable<T>) => withProgress(rows, progress);
  switch (options.kind) {
    case 'csv':
      return [await csv(counted(resultRows(choice, ids, context)))];
    case 'json':
      return [await writeJson(counted(resultData(choice, ids, context)), to, progress.stopped)];
    case 'report': {
      const batches = await batchesOf(choice, ids, context);
      return [await csv(batchRows(batches, context))];
    }
    case 'sheet':
      return [await (await contactSheets()).writeContactSheetPdf(sheetOf(making))];
    case 'sheetPictures':
      return (await contactSheets()).writeContactSheetPictures(sheetOf(making));
    default:
      throw new Error(`there is no way to make a ${options.kind}`);
  }
}

/** Drawing text and writing PDFs takes a fifth of a second to load, which nothing else is to wait for. */
const contactSheets = () => import('../../imaging/export/contact-sheet.ts');

function sheetOf({ choice, ids, options, context, to, progress, title, unread }: CombinedExport): SheetRequest {
  const { rows, columns, studio } = options;
  async function* pictures() {
    for await (const item of withProgress(itemsOf(context.store, choice, ids), progress)) {
      const path = await openItem(item, context.store).catch((fault: unknown) => {
        if (!(fault instanceof UserFacingError)) throw fault;
        unread.push({ path: displayPath(item.path), message: fault.sentence });
        return null;
      });
      yield { path, caption: itemName(options.template, item, context.now()) };
    }
  }
  const shape = { rows, columns, studio };
  return {
    pictures: pictures(),
    count: ids.length,
    shape,
    title,
    to,
    signal: progress.stopped,
    onUnread: (path) => unread.push({ path, message: null }),
  };
}

async function* withProgress<T>(rows: AsyncIterable<T>, progress: ExportProgress): AsyncGenerator<T> {
  let count = 0;
  for await (const row of rows) {
    yield row;
    count += 1;
    progress.onProgress(count);
  }
}

/** The batches of what is chosen. */
async function batchesOf(choice: ExportChoice, ids: readonly number[], { store }: ExportContext): Promise<number[]> {
  if ('query' in choice && choice.query.batchId !== null) return [choice.query.batchId];
  const batches = new Set<number>();
  for await (const { photograph } of allItems(store, choice, ids)) batches.add(batchOf(photograph));
  return [...batches].sort((a, b) => a - b);
}

/** What it is called, in the language of who has it made. */
function nameOf(kind: ExportKind, values: { title: string; date: string }, { toWords }: ExportContext): string {
  if (kind === 'report') return toWords(msg('delivery.export.reportName', values));
  if (kind === 'sheet' || kind === 'sheetPictures') return toWords(msg('delivery.export.sheetName', values));
  return `${values.title} ${values.date}`;
}

/** The batch's, where it is of one; else the program's. */
async function titleOf(choice: ExportChoice, ids: readonly number[], context: ExportContext): Promise<string> {
  const first = await allItems(context.store, choice, ids.slice(0, 1)).next();
  const ofQuery = 'query' in choice ? choice.query.batchId : null;
  const batchId =
    ofQuery ?? (first.done || !('versions' in choice || 'ids' in choice) ? null : batchOf(first.value.photograph));
  return batchId === null ? 'Burnish' : createBatchTitles(context.store, context.toWords)(batchId);
}
