/** Exports many photographs as one table, JSON file, batch report or contact sheet. */
import { access } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { ExportChoice, ExportKind, ExportOptions, ExportReport } from '../../../contract/delivery/export.ts';
import { type Message, msg, UserFacingError } from '../../../contract/messages/message.ts';
import { nameTimes, safeName } from '../../../contract/recipes/naming.ts';
import { pathInside } from '../../files/contained-path.ts';
import { displayPath } from '../../files/stored-path.ts';
import type { SheetRequest } from '../../imaging/export/contact-sheet.ts';
import { type ExportContext, type ExportProgress, placeExport } from '../common/export-context.ts';
import { FailureList, failureMessage } from '../common/export-failures.ts';
import { batchOf, createBatchTitles, itemName, openItem, readItems, readPhotographs } from '../common/export-items.ts';
import { assertNoBrokenLink } from '../common/save-file.ts';
import { batchRows, resultData, resultRows } from '../tables/result-tables.ts';
import { type Row, writeCsv, writeJson } from '../tables/table-files.ts';

/** Extensions of tables, which other programs look for under one name. */
const tableExtensions: Partial<Record<ExportKind, string>> = { csv: '.csv', report: '.csv', json: '.json' };

interface CombinedExport {
  readonly choice: ExportChoice;
  readonly ids: readonly number[];
  readonly options: ExportOptions;
  readonly context: ExportContext;
  /** Absolute path of an existing private folder. */
  readonly scratch: string;
  readonly progress: ExportProgress;
  readonly title: string;
  /** Pictures that the contact sheet lacks. */
  readonly unread: UnreadPicture[];
}

interface UnreadPicture {
  readonly path: string;
  /** Reason, if known. */
  readonly message: Message | null;
}

export async function exportCombinedFile(
  choice: ExportChoice,
  ids: readonly number[],
  options: ExportOptions,
  context: ExportContext,
  progress: ExportProgress,
): Promise<ExportReport> {
  const { store, now } = context;
  const { folder } = options;
  const report = (ending: ExportReport['ending'], values: Partial<ExportReport> = {}): ExportReport => ({
    done: 0,
    bytes: 0,
    failed: [],
    failedCount: 0,
    total: ids.length,
    ending,
    trouble: null,
    folder,
    ...values,
  });
  if (ids.length === 0) return report('whole');
  const title = await titleOf(choice, ids, context);
  const unread: UnreadPicture[] = [];
  const stem = pathInside(folder, safeName(nameOf(options.kind, { title, date: nameTimes(now()).date }, context)));
  const tableExtension = tableExtensions[options.kind];
  const scratch = await store.scratch.make('exporting');
  try {
    if (tableExtension !== undefined) await assertNoBrokenLink(stem + tableExtension);
    const paths = await makeFiles({ choice, ids, options, context, scratch: scratch.path, progress, title, unread });
    let bytes = 0;
    for (const path of paths) {
      progress.signal.throwIfAborted();
      bytes += (await placeExport(path, stem + extname(path), context)).bytes;
    }
    progress.onProgress(ids.length);
    const failures = await toFailureList(unread);
    return report('whole', {
      done: paths.length,
      bytes,
      failed: failures.listed,
      failedCount: failures.count,
    });
  } catch (error) {
    return progress.signal.aborted ? report('stopped') : report('trouble', { trouble: failureMessage(error) });
  } finally {
    await scratch.remove();
  }
}

/** Explains missing pictures with the same messages as an export of files. */
async function toFailureList(unread: readonly UnreadPicture[]): Promise<FailureList> {
  const failures = new FailureList();
  for (const { path, message } of unread) {
    if (message !== null) {
      failures.add(path, message);
      continue;
    }
    const exists = await access(path).then(
      () => true,
      () => false,
    );
    failures.add(path, msg(exists ? 'delivery.export.unreadable' : 'delivery.export.gone', { name: basename(path) }));
  }
  return failures;
}

/** Returns the paths of the finished files, in the scratch folder. */
async function makeFiles(request: CombinedExport): Promise<readonly string[]> {
  const { choice, ids, options, context, scratch, progress } = request;
  const { signal } = progress;
  const csv = (rows: AsyncIterable<Row>) => writeCsv(rows, scratch, options.separator, signal);
  switch (options.kind) {
    case 'csv':
      return [await csv(withProgress(resultRows(choice, ids, context), progress))];
    case 'json':
      return [await writeJson(withProgress(resultData(choice, ids, context), progress), scratch, signal)];
    case 'report':
      return [await csv(batchRows(await batchesOf(choice, ids, context), context))];
    case 'sheet':
      return [await (await loadContactSheets()).writeContactSheetPdf(toSheetRequest(request))];
    case 'sheetPictures':
      return (await loadContactSheets()).writeContactSheetPictures(toSheetRequest(request));
    default:
      throw new Error(`exports of the kind ${options.kind} have no combined file`);
  }
}

/** Deferred, because text drawing and PDFs take 0.2 s to load. */
const loadContactSheets = () => import('../../imaging/export/contact-sheet.ts');

function toSheetRequest(request: CombinedExport): SheetRequest {
  const { choice, ids, options, context, progress, unread } = request;
  const { rows, columns, studio } = options;
  async function* pictures() {
    for await (const item of withProgress(readItems(context.store, choice, ids), progress)) {
      const path = await openItem(item, context.store).catch((error: unknown) => {
        if (!(error instanceof UserFacingError)) throw error;
        unread.push({ path: displayPath(item.path), message: error.sentence });
        return null;
      });
      yield { path, caption: itemName(options.template, item, context.now()) };
    }
  }
  return {
    pictures: pictures(),
    count: ids.length,
    shape: { rows, columns, studio },
    title: request.title,
    to: request.scratch,
    signal: progress.signal,
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

async function batchesOf(choice: ExportChoice, ids: readonly number[], { store }: ExportContext): Promise<number[]> {
  if ('query' in choice && choice.query.batchId !== null) return [choice.query.batchId];
  const batches = new Set<number>();
  for await (const { photograph } of readPhotographs(store, choice, ids)) batches.add(batchOf(photograph));
  return [...batches].sort((a, b) => a - b);
}

/** Returns the file's name in the user's language, without its extension. */
function nameOf(kind: ExportKind, values: { title: string; date: string }, { toWords }: ExportContext): string {
  if (kind === 'report') return toWords(msg('delivery.export.reportName', values));
  if (kind === 'sheet' || kind === 'sheetPictures') return toWords(msg('delivery.export.sheetName', values));
  return `${values.title} ${values.date}`;
}

/** Returns the title of the chosen batch or of the first photograph's; the program's name for other queries. */
async function titleOf(choice: ExportChoice, ids: readonly number[], context: ExportContext): Promise<string> {
  const first = await readPhotographs(context.store, choice, ids.slice(0, 1)).next();
  const queryBatch = 'query' in choice ? choice.query.batchId : null;
  const isList = 'versions' in choice || 'ids' in choice;
  const batchId = queryBatch ?? (first.done || !isList ? null : batchOf(first.value.photograph));
  return batchId === null ? 'Burnish' : createBatchTitles(context.store, context.toWords)(batchId);
}
