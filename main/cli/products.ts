/** `burnish products`: the photographs of a product list, each as its row says, and what is missing per product. */
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type { CsvSeparator } from '../../contract/delivery/export.ts';
import type { ProductRow, ProductStatus } from '../../contract/intake/product-list.ts';
import { formatMessage } from '../../contract/messages/format-message.ts';
import { joinMessages, type MessageDescriptor, msg, UserFacingError } from '../../contract/messages/message.ts';
import { type Recipe, recipeSchema } from '../../contract/recipes/recipe.ts';
import { assertNoBrokenLink } from '../delivery/common/save-file.ts';
import { csvOptions } from '../delivery/tables/table-files.ts';
import { diskErrorMessage } from '../files/disk-errors.ts';
import { applyUserPermissions } from '../files/private-files.ts';
import {
  addProducts,
  linesOf,
  productsPlan,
  type RoutedPhotos,
  routePhotographs,
} from '../intake/products/add-products.ts';
import { productStatuses, productStatusRow } from '../intake/products/product-status.ts';
import { readProductList } from '../intake/products/read-list.ts';
import type { Store } from '../store/index.ts';
import { addAndRun, batchTerms, expandFiles, outputFolder, type RecipeOptions, serviceOf } from './add-and-run.ts';
import { type ExitCode, type LaunchEngine, openReadOnly, type Session } from './command-session.ts';
import type { BatchTermOptions } from './command-types.ts';
import { readOptions } from './parse-options.ts';
import { parseRecipe, UsageError } from './parse-recipe.ts';
import { formatColumns } from './table-columns.ts';
import { escapeTerminalJson, escapeTerminalText, terminalLine } from './terminal-text.ts';

export interface ProductsCommand extends RecipeOptions, BatchTermOptions {
  readonly again?: boolean;
  readonly name?: string;
  readonly dryRun?: boolean;
  /** Absolute path of the report. */
  readonly csv?: string;
  readonly csvSeparator?: CsvSeparator;
}

/** Ends with 1 where a row was left out, too. @throws UsageError, UserFacingError for a file that is no product list */
export async function products(
  list: string,
  paths: readonly string[],
  command: ProductsCommand,
  launch: LaunchEngine | null,
): Promise<ExitCode> {
  const { csv } = command;
  if (csv !== undefined) await requireFree(csv);
  if (command.dryRun) return tryOut(list, paths, command);
  let routed: RoutedPhotos | null = null;
  let listIn: number | null = null;
  let standings: readonly ProductStatus[] = [];
  const code = await addAndRun(
    command,
    launch,
    async (session, reporter) => {
      const { store, interrupted: signal } = session;
      const recipeOf = recipesOf(session, command);
      const found = await routedOf(list, paths, command, session);
      routed = found;
      for (const line of remarks(found, recipeOf, store.presets)) reporter.line(line);
      const defaultRecipe = parseRecipe(command.recipe, store.recipes.list());
      // A studio does not process photographs of product lists.
      const terms = batchTerms(session, serviceOf(session, defaultRecipe), defaultRecipe, command, false);
      const batch = { title: basename(list, extname(list)), origin: 'command', folderId: null, ...terms } as const;
      return async (onJobs) => {
        const taken = await addProducts(found, {
          ...{ store, batch, onJobs, signal, again: command.again ?? false },
          targetFor: (row) => {
            const recipe = recipeOf(row);
            const to = outputFolder(store, recipe, command.out);
            return { recipe, outputFolder: to, profileId: serviceOf(session, recipe) };
          },
        });
        listIn = taken.listIn;
        return taken.report;
      };
    },
    ({ productLists }) => {
      const kept = listIn === null ? null : productLists.ofBatch(listIn);
      standings = productStatuses(kept ?? (routed === null ? [] : linesOf(routed)));
    },
  );
  if (command.estimate) return code;
  return (await printProducts(routed, standings, command)) ? code : 1;
}

/** Says what would be done, and what is missing. */
async function tryOut(list: string, paths: readonly string[], command: ProductsCommand): Promise<ExitCode> {
  const session = await openReadOnly(command);
  try {
    const recipeOf = recipesOf(session, command);
    const routed = await routedOf(list, paths, command, session);
    for (const line of remarks(routed, recipeOf, session.store.presets)) console.error(terminalLine(line));
    return (await printProducts(routed, productStatuses(linesOf(routed)), command)) ? 0 : 1;
  } finally {
    await session.close();
  }
}

async function routedOf(list: string, paths: readonly string[], command: ProductsCommand, session: Session) {
  const read = await readProductList(list, session.store.recipes.list());
  return routePhotographs(read, expandFiles(paths, command, session));
}

/** The recipe of a row, else the one of the command; with the names that the command asks for. */
function recipesOf({ store }: Session, { recipe, name }: ProductsCommand): (row: ProductRow) => Recipe {
  const known = store.recipes.list();
  const named = (each: Recipe): Recipe =>
    name === undefined
      ? each
      : readOptions(
          recipeSchema,
          { ...each, output: { ...each.output, template: name } },
          msg('cli.products.options'),
          {
            'output.template': 'name',
          },
        );
  const chosen = named(parseRecipe(recipe, known));
  const byId = new Map(known.map((each) => [each.id, each]));
  return ({ recipeId }) => {
    const own = recipeId === null ? undefined : byId.get(recipeId);
    return own === undefined ? chosen : named(own);
  };
}

function remarks(
  routed: RoutedPhotos,
  recipeOf: (row: ProductRow) => Recipe,
  presets: Pick<Store['presets'], 'find'>,
): MessageDescriptor[] {
  const { list, unmatched } = routed;
  const { namesProducts, otherNames, otherNamesCount } = productsPlan(routed, recipeOf, presets);
  const [first] = otherNames;
  return [
    ...list.notes.map((note) => note as MessageDescriptor),
    ...list.leftOut.map(({ line, message }) =>
      msg('cli.products.leftOut', { line, why: message as MessageDescriptor }),
    ),
    ...unmatched.map(({ message }) => message),
    ...(namesProducts ? [] : [msg('cli.products.unnamed')]),
    ...(first === undefined ? [] : [msg('cli.products.otherNames', { count: otherNamesCount, sku: first.sku })]),
  ];
}

/** Before hours of work, not after them. @throws UsageError, UserFacingError */
async function requireFree(csv: string): Promise<void> {
  await assertNoBrokenLink(csv);
  if (existsSync(csv)) throw new UsageError(msg('cli.products.taken', { path: csv }));
  if (!existsSync(dirname(csv))) throw new UsageError(msg('cli.products.noFolder', { path: csv }));
}

/** @throws UserFacingError with nothing left of it */
async function writeReport(path: string, table: string): Promise<void> {
  try {
    await writeFile(path, table, { flag: 'wx' });
    await applyUserPermissions(path);
  } catch (cause) {
    // Somebody else's stays.
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') await rm(path, { force: true }).catch(() => undefined);
    const why = diskErrorMessage(cause)?.forFile ?? null;
    throw new UserFacingError(joinMessages(msg('cli.products.notWritten', { path }), why), { cause });
  }
}

/** Prints the table, and writes it where that was asked for. False where rows were left out. */
async function printProducts(
  routed: RoutedPhotos | null,
  standings: readonly ProductStatus[],
  { json, csv, csvSeparator = 'comma' }: ProductsCommand,
): Promise<boolean> {
  if (routed === null) return true;
  const rows = standings.map(productStatusRow);
  const { list, unmatched } = routed;
  if (json) {
    const leftOut = list.leftOut.map(({ line, message }) => ({ line, message: formatMessage(message, 'terminal') }));
    const withoutRow = unmatched.map(({ path, message }) => ({
      file: path,
      message: formatMessage(message, 'terminal'),
    }));
    console.log(escapeTerminalJson({ products: rows, leftOut, withoutRow }));
  } else for (const line of tableOf(rows)) console.log(line);
  if (csv !== undefined) await writeReport(csv, stringify(rows, csvOptions(csvSeparator)));
  return list.leftOut.length === 0;
}

function tableOf(rows: readonly ReturnType<typeof productStatusRow>[]): string[] {
  const head = {
    sku: formatMessage(msg('cli.products.columns.sku'), 'terminal'),
    name: formatMessage(msg('cli.products.columns.name'), 'terminal'),
    found: formatMessage(msg('cli.products.columns.found'), 'terminal'),
    done: formatMessage(msg('cli.products.columns.done'), 'terminal'),
    failed: formatMessage(msg('cli.products.columns.failed'), 'terminal'),
    missing: formatMessage(msg('cli.products.columns.missing'), 'terminal'),
  };
  return formatColumns(
    [head, ...rows].map((row) => Object.values(row).map((cell) => escapeTerminalText(String(cell)))),
    2,
  );
}
