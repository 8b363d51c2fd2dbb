/** Adds the photographs of a product list, each with the recipe and name of its row. */
import { basename, extname } from 'node:path';
import type { ProductRow, ProductStatus } from '../../../contract/intake/product-list.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { type Recipe, recipeSchema } from '../../../contract/recipes/recipe.ts';
import {
  type AddedProducts,
  addProducts,
  linesOf,
  productsPlan,
  type RoutedPhotos,
  routePhotographs,
} from '../../intake/products/add-products.ts';
import { productStatuses } from '../../intake/products/product-status.ts';
import { readProductList } from '../../intake/products/read-list.ts';
import type { Store } from '../../store/index.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { AddingOptions, BatchTermOptions } from '../options/adding-options.ts';
import { parseOptions } from '../options/parse-options.ts';
import { parseRecipe } from '../options/parse-recipe.ts';
import type { Session } from '../session/command-session.ts';
import type { LaunchEngine } from '../session/open-app.ts';
import { addAndRun } from './add-and-run.ts';
import { batchTerms, outputFolder, serviceOf } from './batch-terms.ts';
import type { AddPhotos, PrepareCommand } from './prepared-command.ts';
import { expandFiles } from './run-photographs.ts';

export interface ProductListOptions extends AddingOptions, BatchTermOptions {
  readonly again?: boolean;
  /** Template for the names of results, instead of the recipes'. */
  readonly name?: string;
}

/** A product list with its photographs, and the status of its products. */
export interface ProductListResult {
  readonly routed: RoutedPhotos;
  readonly statuses: readonly ProductStatus[];
}

/**
 * Adds the photographs of a list and runs until they are finished.
 * @param list absolute path
 * @returns the exit code, and the result; null after `--estimate`
 */
export async function runProductList(
  list: string,
  paths: readonly string[],
  options: ProductListOptions,
  launch: LaunchEngine | null,
): Promise<{ readonly code: ExitCode; readonly result: ProductListResult | null }> {
  const state: { routed: RoutedPhotos | null; batchId: number | null; statuses: readonly ProductStatus[] } = {
    routed: null,
    batchId: null,
    statuses: [],
  };
  const prepare: PrepareCommand = async (session, reporter) => {
    const recipeOf = recipesOf(session, options);
    const routed = await readAndRoute(list, paths, options, session);
    state.routed = routed;
    for (const line of productListNotes(routed, recipeOf, session.store)) reporter.line(line);
    const add: AddPhotos = async (onJobs) => {
      const added = await addRouted(list, routed, recipeOf, onJobs, options, session);
      state.batchId = added.listIn;
      return added.report;
    };
    return { add, shared: null };
  };
  const code = await addAndRun(options, launch, prepare, ({ productLists }) => {
    const lines = state.batchId === null ? null : productLists.ofBatch(state.batchId);
    state.statuses = productStatuses(lines ?? (state.routed === null ? [] : linesOf(state.routed)));
  });
  const { routed, statuses } = state;
  return { code, result: routed === null || options.estimate ? null : { routed, statuses } };
}

/** Finds the photographs of a list without adding them. */
export async function routeProductList(
  list: string,
  paths: readonly string[],
  options: ProductListOptions,
  session: Session,
): Promise<ProductListResult & { readonly notes: readonly MessageDescriptor[] }> {
  const recipeOf = recipesOf(session, options);
  const routed = await readAndRoute(list, paths, options, session);
  const notes = productListNotes(routed, recipeOf, session.store);
  return { routed, statuses: productStatuses(linesOf(routed)), notes };
}

async function readAndRoute(
  list: string,
  paths: readonly string[],
  options: ProductListOptions,
  session: Session,
): Promise<RoutedPhotos> {
  const products = await readProductList(list, session.store.recipes.list());
  return routePhotographs(products, expandFiles(paths, options, session));
}

/** Returns the recipe of a row, or else that of the command, with the name that the command sets. */
function recipesOf({ store }: Session, { recipe, name }: ProductListOptions): (row: ProductRow) => Recipe {
  const recipes = store.recipes.list();
  const withName = (each: Recipe): Recipe => {
    if (name === undefined) return each;
    const named = { ...each, output: { ...each.output, template: name } };
    return parseOptions(recipeSchema, named, msg('cli.products.options'), { 'output.template': 'name' });
  };
  const defaultRecipe = withName(parseRecipe(recipe, recipes));
  const byId = new Map(recipes.map((each) => [each.id, each]));
  return ({ recipeId }) => {
    const rowRecipe = recipeId === null ? undefined : byId.get(recipeId);
    return rowRecipe === undefined ? defaultRecipe : withName(rowRecipe);
  };
}

function productListNotes(
  routed: RoutedPhotos,
  recipeOf: (row: ProductRow) => Recipe,
  { presets }: Pick<Store, 'presets'>,
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

function addRouted(
  list: string,
  routed: RoutedPhotos,
  recipeOf: (row: ProductRow) => Recipe,
  onJobs: Parameters<AddPhotos>[0],
  options: ProductListOptions,
  session: Session,
): Promise<AddedProducts> {
  const { store, interrupted: signal } = session;
  const recipe = parseRecipe(options.recipe, store.recipes.list());
  // A studio does not process the photographs of product lists.
  const terms = batchTerms(session, serviceOf(session, recipe), recipe, options, false);
  return addProducts(routed, {
    store,
    batch: { title: basename(list, extname(list)), origin: 'command', folderId: null, ...terms },
    onJobs,
    signal,
    again: options.again ?? false,
    targetFor: (row) => {
      const rowRecipe = recipeOf(row);
      return {
        recipe: rowRecipe,
        outputFolder: outputFolder(store, rowRecipe, options.out),
        profileId: serviceOf(session, rowRecipe),
      };
    },
  });
}
