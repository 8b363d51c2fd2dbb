import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { CsvSeparator } from '../../../contract/delivery/export.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { joinMessages, msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { productStatusRow } from '../../intake/products/product-status.ts';
import type { CliCommand, CommandInput } from '../command-definition.ts';
import { type ExitCode, exitCodes, UsageError } from '../exit-codes.ts';
import {
  againOption,
  followLinksOption,
  noSubfoldersOption,
  outOption,
  requiredRecipeOption,
  termOptions,
} from '../options/adding-options.ts';
import { csvSeparatorOption, csvSeparatorRule, jsonLinesOption } from '../options/common-options.ts';
import { serviceOptions, serviceRules } from '../options/service-options.ts';
import { escapeTerminalText, printError, printJson } from '../output/terminal-text.ts';
import type { ProductListOptions, ProductListResult } from '../queue/add-product-list.ts';
import { withReadOnlySession } from '../session/command-session.ts';

interface ProductsOptions extends ProductListOptions {
  readonly dryRun?: boolean;
  readonly csv?: string;
  readonly csvSeparator?: CsvSeparator;
}

export const command: CliCommand = {
  description: 'process photographs according to a product list (CSV)',
  options: [requiredRecipeOption, outOption, ...serviceOptions, ...termOptions, jsonLinesOption],
  accept(command) {
    command
      .argument('<list>', 'CSV file with file name or barcode, SKU, name, recipe, folder')
      .argument('<paths...>', 'files and folders')
      .option('--name <template>', 'names of results, such as {sku} or {sku}-{product}, instead of the recipe’s')
      .option('--csv <file>', 'write a table with the outcome of each product')
      .addOption(csvSeparatorOption)
      .option('--dry-run', 'only show what is found and what is missing')
      .addOption(againOption)
      .addOption(noSubfoldersOption)
      .addOption(followLinksOption);
  },
  rules: [
    ...serviceRules,
    csvSeparatorRule,
    { options: ['--csv'], excludedBy: ['--estimate'] },
    { options: ['--estimate'], excludedBy: ['--dry-run'] },
  ],
  run,
};

/** Ends with 1 also if a row of the list was skipped. */
async function run({
  args: [listPath, relativePaths],
  options,
  launch,
}: CommandInput<ProductsOptions, [string, string[]]>): Promise<ExitCode> {
  const list = resolve(listPath);
  const paths = relativePaths.map((path) => resolve(path));
  const csv = options.csv === undefined ? null : resolve(options.csv);
  if (csv !== null) await assertFree(csv);
  const { routeProductList, runProductList } = await import('../queue/add-product-list.ts');
  if (options.dryRun)
    return withReadOnlySession(options, async (session) => {
      const { notes, ...result } = await routeProductList(list, paths, options, session);
      for (const line of notes) printError(line);
      await printProducts(result, csv, options);
      return exitCodeOf(result);
    });
  const { code, result } = await runProductList(list, paths, options, launch);
  if (result === null) return code;
  await printProducts(result, csv, options);
  return code === exitCodes.done ? exitCodeOf(result) : code;
}

const exitCodeOf = ({ routed }: ProductListResult): ExitCode =>
  routed.list.leftOut.length === 0 ? exitCodes.done : exitCodes.incomplete;

/** Requires a new file before hours of work, not after them. @throws UsageError, UserFacingError */
async function assertFree(csv: string): Promise<void> {
  const { assertNoBrokenLink } = await import('../../delivery/common/save-file.ts');
  await assertNoBrokenLink(csv);
  if (existsSync(csv)) throw new UsageError(msg('cli.products.taken', { path: csv }));
  if (!existsSync(dirname(csv))) throw new UsageError(msg('cli.products.noFolder', { path: csv }));
}

async function printProducts(
  { routed, statuses }: ProductListResult,
  csv: string | null,
  { json, csvSeparator }: ProductsOptions,
): Promise<void> {
  const { productStatusRow } = await import('../../intake/products/product-status.ts');
  const { formatColumns, formatCsv } = await import('../output/tables.ts');
  const rows = statuses.map(productStatusRow);
  if (json) printJson({ products: rows, ...skippedForJson(routed) });
  else for (const line of formatColumns(tableCells(rows), 2)) console.log(line);
  if (csv !== null) await writeTable(csv, formatCsv(rows, { separator: csvSeparator }));
}

function skippedForJson({ list, unmatched }: ProductListResult['routed']) {
  return {
    leftOut: list.leftOut.map(({ line, message }) => ({ line, message: formatMessage(message, 'terminal') })),
    withoutRow: unmatched.map(({ path, message }) => ({ file: path, message: formatMessage(message, 'terminal') })),
  };
}

function tableCells(rows: readonly ReturnType<typeof productStatusRow>[]): string[][] {
  const head = {
    sku: formatMessage(msg('cli.products.columns.sku'), 'terminal'),
    name: formatMessage(msg('cli.products.columns.name'), 'terminal'),
    found: formatMessage(msg('cli.products.columns.found'), 'terminal'),
    done: formatMessage(msg('cli.products.columns.done'), 'terminal'),
    failed: formatMessage(msg('cli.products.columns.failed'), 'terminal'),
    missing: formatMessage(msg('cli.products.columns.missing'), 'terminal'),
  };
  return [head, ...rows].map((row) => Object.values(row).map((cell) => escapeTerminalText(String(cell))));
}

/** Writes a new file, and removes it if it is incomplete. @throws UserFacingError */
async function writeTable(path: string, table: string): Promise<void> {
  const { diskErrorMessage } = await import('../../files/disk-errors.ts');
  const { applyUserPermissions } = await import('../../files/private-files.ts');
  try {
    await writeFile(path, table, { flag: 'wx' });
    await applyUserPermissions(path);
  } catch (cause) {
    // EEXIST: another program has created it.
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') await rm(path, { force: true }).catch(() => undefined);
    const reason = diskErrorMessage(cause)?.forFile ?? null;
    throw new UserFacingError(joinMessages(msg('cli.products.notWritten', { path }), reason), { cause });
  }
}
