/** Checks chosen results or other files against the rules of a marketplace, and saves the findings as a table. */
import { createWriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import type { ExportChoice } from '../../../contract/delivery/export.ts';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { CheckedFile } from '../../../contract/recipes/custom-presets.ts';
import { severityOf } from '../../../contract/recipes/marketplace-check.ts';
import type { Marketplace } from '../../../contract/recipes/marketplaces.ts';
import { displayPath } from '../../files/stored-path.ts';
import { checkFile } from '../../imaging/check/check-file.ts';
import type { ExportContext } from '../common/export-context.ts';
import { listChosenIds, openItem, readItems } from '../common/export-items.ts';
import { saveTable } from '../common/save-file.ts';
import { csvOptions, lastSeparator } from '../tables/table-files.ts';

export interface SelectionCheck {
  readonly marketplace: Marketplace;
  readonly files: readonly CheckedFile[];
  readonly isStopped: boolean;
}

/** Checks one result after another, in the order of the list. */
export async function checkSelection(
  choice: ExportChoice,
  marketplace: Marketplace,
  { store, reader, bulk }: Pick<ExportContext, 'store' | 'reader' | 'bulk'>,
): Promise<SelectionCheck> {
  const ids = await listChosenIds(reader, choice);
  const items = readItems(store, choice, ids);
  async function* filesToCheck(): AsyncGenerator<FileToCheck> {
    for await (const item of items)
      yield { name: basename(displayPath(item.path)), photograph: item.photograph, open: () => openItem(item, store) };
  }
  return checkAll(filesToCheck(), ids.length, marketplace, bulk);
}

/** Checks any files. @param paths absolute */
export function checkPaths(
  paths: readonly string[],
  marketplace: Marketplace,
  { bulk }: Pick<ExportContext, 'bulk'>,
): Promise<SelectionCheck> {
  const files = paths.map((path) => ({ name: basename(path), photograph: null, open: async () => path }));
  return checkAll(files, paths.length, marketplace, bulk);
}

interface FileToCheck {
  readonly name: string;
  /** Null for a file that is not a result. */
  readonly photograph: { readonly id: number } | null;
  /** Returns the path. @throws UserFacingError */
  open(): Promise<string>;
}

function checkAll(
  items: Iterable<FileToCheck> | AsyncIterable<FileToCheck>,
  count: number,
  marketplace: Marketplace,
  bulk: ExportContext['bulk'],
): Promise<SelectionCheck> {
  return bulk.runAlongside('check', count, async (onProgress, signal) => {
    const files: CheckedFile[] = [];
    for await (const item of items) {
      if (signal.aborted) break;
      const checked = await checkOne(item, marketplace, signal);
      if (checked !== null) files.push(checked);
      onProgress(files.length);
    }
    return { marketplace, files, isStopped: signal.aborted };
  });
}

/** Returns null if it was canceled. */
async function checkOne(
  { name, photograph, open }: FileToCheck,
  marketplace: Marketplace,
  signal: AbortSignal,
): Promise<CheckedFile | null> {
  const file = { photographId: photograph?.id ?? null, name };
  try {
    const { passes, findings } = await checkFile(await open(), marketplace, signal);
    return { ...file, passes, findings, problem: null };
  } catch (error) {
    if (signal.aborted) return null;
    const problem =
      error instanceof UserFacingError ? error.sentence : msg('delivery.export.unreadable', { name: file.name });
    return { ...file, passes: null, findings: [], problem };
  }
}

/** Saves a row for each rule of each file, like `burnish check --csv`. @returns the file's name */
export function saveChecks(
  { marketplace, files }: SelectionCheck,
  folder: string,
  context: Pick<ExportContext, 'store' | 'place' | 'toWords' | 'now'>,
): Promise<string> {
  return saveTable(marketplace.name, folder, context, async (scratch) => {
    const path = join(scratch, 'checks.csv');
    const rows = Readable.from(rowsOf(files, marketplace.id, context.toWords));
    const table = stringify({ ...csvOptions(lastSeparator(context.store)), columns: [...columns] });
    await pipeline(rows, table, createWriteStream(path, { flags: 'wx' }));
    return path;
  });
}

const columns = ['file', 'preset', 'verdict', 'rule', 'level', 'certain', 'says'] as const;

function* rowsOf(files: readonly CheckedFile[], preset: string, toWords: ExportContext['toWords']) {
  for (const { name, findings, problem } of files) {
    if (problem !== null) yield [name, preset, 'not checked', '', '', '', toWords(problem)];
    for (const { kind, level, certain, passes, says } of findings) {
      const verdict = passes ? 'passes' : severityOf({ level, certain });
      yield [name, preset, verdict, kind, level, certain ? 'yes' : 'no', toWords(says)];
    }
  }
}
