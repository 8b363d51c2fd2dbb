/** Photographs of a product list: each to the recipe and folder of its row, with the product's number and name. */
import { basename, dirname, parse } from 'node:path';
import type { AddReport } from '../../../contract/app/action-reports.ts';
import {
  maxListedRows,
  type ProductList,
  type ProductRow,
  type ProductsPlan,
} from '../../../contract/intake/product-list.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { canBeProductName, variantOf } from '../../../contract/recipes/product-file-name.ts';
import { outputsOf, type Recipe } from '../../../contract/recipes/recipe.ts';
import { retryTransient, type Store } from '../../store/index.ts';
import { type AddPhotosOptions, addPhotographs, type FoundFile, type RejectedPath } from '../add-photographs.ts';
import { mergeReports } from '../merge-reports.ts';
import { maxRequestPaths, openListMatcher } from './list-thread.ts';
import type { Match } from './match-products.ts';
import { productStatuses } from './product-status.ts';

/** A product list and what there is for it. */
export interface RoutedPhotos {
  readonly list: ProductList;
  readonly filesOf: ReadonlyMap<ProductRow, readonly FoundFile[]>;
  /** Photographs that are not taken, and why. */
  readonly without: readonly { readonly path: string; readonly message: MessageDescriptor }[];
  /** What is no photograph. */
  readonly refused: readonly RejectedPath[];
}

/** @throws UserFacingError if its thread ended */
export async function routePhotographs(
  list: ProductList,
  files: AsyncIterable<FoundFile | RejectedPath>,
): Promise<RoutedPhotos> {
  const filesOf = new Map<ProductRow, FoundFile[]>();
  const without: { path: string; message: MessageDescriptor }[] = [];
  const refused: RejectedPath[] = [];
  const matcher = openListMatcher(list);
  let unmatched: FoundFile[] = [];
  const matchFiles = async () => {
    const matches = await matcher.match(unmatched.map(({ path }) => path));
    for (const [index, file] of unmatched.entries()) {
      const found = matches[index] as Match;
      if (found.kind !== 'row') without.push({ path: file.path, message: unmatchedMessage(file.path, found) });
      else if (filesOf.get(found.row)?.push(file) === undefined) filesOf.set(found.row, [file]);
    }
    unmatched = [];
  };
  try {
    for await (const file of files) {
      if ('message' in file) refused.push(file);
      else unmatched.push(file);
      if (unmatched.length >= maxRequestPaths) await matchFiles();
    }
    if (unmatched.length > 0) await matchFiles();
  } finally {
    await matcher.end();
  }
  return { list, filesOf, without, refused };
}

function unmatchedMessage(path: string, found: Exclude<Match, { readonly kind: 'row' }>): MessageDescriptor {
  const name = basename(path);
  if (found.kind === 'none') return msg('intake.products.unnamed', { name });
  const [one = 0, other = 0] = found.lines;
  return msg('intake.products.several', { name, one, other });
}

/** Each row with how many photographs there are for it: as a batch has them before anything is done. */
export function linesOf({ list, filesOf }: RoutedPhotos) {
  return list.rows.map((row) => ({
    ...{ line: row.line, sku: row.product.sku, name: row.product.name },
    ...{ found: filesOf.get(row)?.length ?? 0, done: 0, failed: 0 },
  }));
}

export function productsPlan(
  routed: RoutedPhotos,
  recipeOf: (row: ProductRow) => Recipe,
  presets: Pick<Store['presets'], 'find'>,
): ProductsPlan {
  const { list, filesOf, without } = routed;
  const misnamedEntries = [...filesOf].filter(([row, files]) => hasOtherNames(row, files, recipeOf(row), presets));
  const otherNames = new Map(misnamedEntries.map(([{ product }]) => [product.sku, product.name]));
  const standings = productStatuses(linesOf(routed));
  const missing = standings.filter(({ found }) => found === 0).map(({ sku, name }) => ({ sku, name }));
  const rows = filesOf.size > 0 ? [...filesOf.keys()] : list.rows;
  return {
    list: list.name,
    products: standings.length,
    photographs: standings.reduce((sum, { found }) => sum + found, 0),
    missing: missing.slice(0, maxListedRows),
    missingCount: missing.length,
    without: without.slice(0, maxListedRows).map(({ path, message }) => ({ name: basename(path), message })),
    withoutCount: without.length,
    leftOut: list.leftOut.slice(0, maxListedRows),
    leftOutCount: list.leftOut.length,
    otherNames: [...otherNames].slice(0, maxListedRows).map(([sku, name]) => ({ sku, name })),
    otherNamesCount: otherNames.size,
    notes: list.notes,
    namesProducts: rows.every((row) => namesProduct(recipeOf(row))),
  };
}

const namesProduct = (recipe: Recipe) => outputsOf(recipe).some(({ template }) => /\{(sku|product)\}/.test(template));

/** True where a file of an output would have a name that the output's marketplace may not take. */
function hasOtherNames(
  { product }: ProductRow,
  files: readonly FoundFile[],
  recipe: Recipe,
  presets: Pick<Store['presets'], 'find'>,
): boolean {
  return outputsOf(recipe).some(({ template, marketplace }) => {
    const preset = presets.find(marketplace);
    const variant = preset && variantOf(preset);
    if (variant === null) return false;
    return files.some(({ path }) => {
      const named = {
        name: parse(path).name,
        folder: basename(dirname(path)),
        sku: product.sku,
        product: product.name,
      };
      return !canBeProductName(template, variant, named);
    });
  });
}

export interface AddProductsOptions extends Pick<AddPhotosOptions, 'batch' | 'again' | 'onJobs' | 'signal'> {
  readonly store: AddPhotosOptions['store'] & Pick<Store, 'productLists'>;
  /** The recipe of a row, and where and to which service its photographs go. */
  readonly targetFor: (row: ProductRow) => Pick<AddPhotosOptions, 'recipe' | 'outputFolder' | 'profileId'>;
}

export interface AddedProducts {
  readonly report: AddReport;
  /** The batch that has the list now: where no photograph was new, the one they had come in with. Null where there is none. */
  readonly listIn: number | null;
}

/** Rows that are taken in side by side, once there is a batch for them. */
const lanes = 2;

/** Takes in the photographs of each row. Where it was broken off, the same again goes on with the jobs there are. */
export async function addProducts(routed: RoutedPhotos, options: AddProductsOptions): Promise<AddedProducts> {
  const { list, filesOf, refused } = routed;
  const { store, signal, onJobs, again = false } = options;
  let batch = options.batch;
  let listIn: number | null = null;
  const reports: AddReport[] = [];
  /** Of rows whose photographs all had jobs, until there is a batch. */
  const early: { line: number; ids: readonly number[] }[] = [];

  const note = async (line: number, ids: readonly number[]) => {
    const known = listIn;
    if (known === null) early.push({ line, ids });
    else await retryTransient(() => store.productLists.note(known, line, ids), signal);
  };
  const keepIn = async (batchId: number) => {
    if (listIn !== null) return;
    listIn = batchId;
    await retryTransient(() => store.productLists.keep(batchId, list.rows), signal);
    for (const { line, ids } of early) await note(line, ids);
  };
  const takeRow = async (row: ProductRow, files: readonly FoundFile[]) => {
    const target = options.targetFor(row);
    const ids = new Set<number>();
    const report = await addPhotographs(files, {
      ...{ store, batch, again, from: 'hand' },
      ...target,
      recipe: { ...target.recipe, product: row.product },
      onJobs: (found) => {
        for (const id of found) ids.add(id);
        onJobs?.(found);
      },
      ...(signal ? { signal } : {}),
    });
    for (const id of report.finishedBefore) ids.add(id);
    if (report.batchId !== null) {
      batch = { batchId: report.batchId };
      await keepIn(report.batchId);
    }
    await note(row.line, [...ids]);
    reports.push(report);
  };

  const rest = filesOf.entries();
  for (const [row, files] of rest) {
    await takeRow(row, files);
    if ('batchId' in batch) break;
  }
  let fault: { readonly reason: unknown } | null = null;
  const lane = async () => {
    for (const [row, files] of rest) {
      if (fault !== null) return;
      await takeRow(row, files).catch((reason: unknown) => {
        fault ??= { reason };
      });
    }
  };
  // Nobody looks at a photograph any more once this has ended, however it has: the store may be closed next.
  if ('batchId' in batch) await Promise.all(Array.from({ length: lanes }, lane));
  const ended = fault as { readonly reason: unknown } | null;
  if (ended !== null) throw ended.reason;
  const [first] = early.flatMap(({ ids }) => ids);
  const before = first === undefined || listIn !== null ? undefined : store.jobs.get(first)?.batchId;
  if (before !== undefined) await keepIn(before);
  const report = mergeReports(reports, 'batchId' in batch ? batch.batchId : null);
  const notes = refused.flatMap(({ isNote, message }) => (isNote ? message : []));
  return {
    report: {
      ...report,
      refused: [...refused.filter(({ isNote }) => !isNote), ...report.refused],
      notes: [...notes, ...report.notes],
    },
    listIn,
  };
}
