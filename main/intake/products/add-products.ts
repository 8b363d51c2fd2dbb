/** Adds photographs with the recipes, folders and names of a product list. */
import { basename, dirname, parse } from 'node:path';
import type { AddReport } from '../../../contract/app/action-reports.ts';
import {
  maxListedRows,
  type ProductLine,
  type ProductList,
  type ProductRow,
  type ProductsPlan,
} from '../../../contract/intake/product-list.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { canBeProductName, variantOf } from '../../../contract/recipes/product-file-name.ts';
import { outputsOf, type Recipe } from '../../../contract/recipes/recipe.ts';
import { retryTransient, type Store } from '../../store/index.ts';
import { addPhotographs } from '../add-photographs.ts';
import type { AddPhotosOptions } from '../examine/add-options.ts';
import { mergeReports } from '../merge-reports.ts';
import type { FoundFile, RejectedPath } from '../paths/found-file.ts';
import { maxRequestPaths, openListMatcher } from './list-thread.ts';
import type { Match } from './match-products.ts';
import { productStatuses } from './product-status.ts';

export interface RoutedPhotos {
  readonly list: ProductList;
  readonly filesOf: ReadonlyMap<ProductRow, readonly FoundFile[]>;
  /** Photographs without a row, or with several. */
  readonly unmatched: readonly { readonly path: string; readonly message: MessageDescriptor }[];
  readonly refused: readonly RejectedPath[];
}

/** @throws UserFacingError if the thread that matches has ended */
export async function routePhotographs(
  list: ProductList,
  files: AsyncIterable<FoundFile | RejectedPath>,
): Promise<RoutedPhotos> {
  const filesOf = new Map<ProductRow, FoundFile[]>();
  const unmatched: { path: string; message: MessageDescriptor }[] = [];
  const refused: RejectedPath[] = [];
  const matcher = openListMatcher(list);
  let waiting: FoundFile[] = [];
  const matchFiles = async () => {
    const matches = await matcher.match(waiting.map(({ path }) => path));
    for (const [index, file] of waiting.entries()) {
      const match = matches[index] as Match;
      if (match.kind !== 'row') unmatched.push({ path: file.path, message: unmatchedMessage(file.path, match) });
      else if (filesOf.get(match.row)?.push(file) === undefined) filesOf.set(match.row, [file]);
    }
    waiting = [];
  };
  try {
    for await (const file of files) {
      if ('message' in file) refused.push(file);
      else waiting.push(file);
      if (waiting.length >= maxRequestPaths) await matchFiles();
    }
    if (waiting.length > 0) await matchFiles();
  } finally {
    await matcher.end();
  }
  return { list, filesOf, unmatched, refused };
}

function unmatchedMessage(path: string, match: Exclude<Match, { readonly kind: 'row' }>): MessageDescriptor {
  const name = basename(path);
  if (match.kind === 'none') return msg('intake.products.unnamed', { name });
  const [one = 0, other = 0] = match.lines;
  return msg('intake.products.several', { name, one, other });
}

export function linesOf({ list, filesOf }: RoutedPhotos): ProductLine[] {
  return list.rows.map((row) => ({
    line: row.line,
    sku: row.product.sku,
    name: row.product.name,
    found: filesOf.get(row)?.length ?? 0,
    done: 0,
    failed: 0,
  }));
}

export function productsPlan(
  routed: RoutedPhotos,
  recipeOf: (row: ProductRow) => Recipe,
  presets: Pick<Store['presets'], 'find'>,
): ProductsPlan {
  const { list, filesOf, unmatched } = routed;
  const misnamedEntries = [...filesOf].filter(([row, files]) => hasOtherNames(row, files, recipeOf(row), presets));
  const otherNames = new Map(misnamedEntries.map(([{ product }]) => [product.sku, product.name]));
  const statuses = productStatuses(linesOf(routed));
  const missing = statuses.filter(({ found }) => found === 0).map(({ sku, name }) => ({ sku, name }));
  const rows = filesOf.size > 0 ? [...filesOf.keys()] : list.rows;
  return {
    list: list.name,
    products: statuses.length,
    photographs: statuses.reduce((sum, { found }) => sum + found, 0),
    missing: missing.slice(0, maxListedRows),
    missingCount: missing.length,
    without: unmatched.slice(0, maxListedRows).map(({ path, message }) => ({ name: basename(path), message })),
    withoutCount: unmatched.length,
    leftOut: list.leftOut.slice(0, maxListedRows),
    leftOutCount: list.leftOut.length,
    otherNames: [...otherNames].slice(0, maxListedRows).map(([sku, name]) => ({ sku, name })),
    otherNamesCount: otherNames.size,
    notes: list.notes,
    namesProducts: rows.every((row) => namesProduct(recipeOf(row))),
  };
}

const namesProduct = (recipe: Recipe) => outputsOf(recipe).some(({ template }) => /\{(sku|product)\}/.test(template));

/** Whether the marketplace of an output may reject the name of a result. */
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
      const { name } = parse(path);
      const folder = basename(dirname(path));
      const values = { name, folder, sku: product.sku, product: product.name };
      return !canBeProductName(template, variant, values);
    });
  });
}

export interface AddProductsOptions extends Pick<AddPhotosOptions, 'batch' | 'again' | 'onJobs' | 'signal'> {
  readonly store: AddPhotosOptions['store'] & Pick<Store, 'productLists'>;
  /** Returns the recipe, output folder and service of a row. */
  readonly targetFor: (row: ProductRow) => Pick<AddPhotosOptions, 'recipe' | 'outputFolder' | 'profileId'>;
}

export interface AddedProducts {
  readonly report: AddReport;
  /** Id of the batch that stores the list, an earlier one if no photograph is new; null without any. */
  readonly listIn: number | null;
}

/** Rows run concurrently once the batch exists. */
const maxConcurrentRows = 2;

/** After an interruption, the same call resumes the existing jobs. */
export async function addProducts(routed: RoutedPhotos, options: AddProductsOptions): Promise<AddedProducts> {
  const { list, filesOf, refused } = routed;
  const { batchId, listIn, reports } = await new RowAdder(list.rows, options).addAll(filesOf);
  const notes = refused.flatMap(({ isNote, message }) => (isNote ? message : []));
  const merged = mergeReports(reports, batchId);
  return {
    report: {
      ...merged,
      refused: [...refused.filter(({ isNote }) => !isNote), ...merged.refused],
      notes: [...notes, ...merged.notes],
    },
    listIn,
  };
}

class RowAdder {
  readonly #rows: readonly ProductRow[];
  readonly #options: AddProductsOptions;
  readonly #reports: AddReport[] = [];
  /** Jobs to record when a batch stores the list. */
  readonly #pendingJobs: { readonly line: number; readonly ids: readonly number[] }[] = [];
  #batch: AddPhotosOptions['batch'];
  #listIn: number | null = null;
  #failure: { readonly reason: unknown } | null = null;

  constructor(rows: readonly ProductRow[], options: AddProductsOptions) {
    this.#rows = rows;
    this.#options = options;
    this.#batch = options.batch;
  }

  /** @throws the first error, when no row is in progress, because the caller may close the store */
  async addAll(filesOf: RoutedPhotos['filesOf']) {
    const rest = filesOf.entries();
    for (const [row, files] of rest) {
      await this.#addRow(row, files);
      if ('batchId' in this.#batch) break;
    }
    if ('batchId' in this.#batch)
      await Promise.all(Array.from({ length: maxConcurrentRows }, () => this.#addRows(rest)));
    if (this.#failure !== null) throw this.#failure.reason;
    await this.#storeListInEarlierBatch();
    const batchId = 'batchId' in this.#batch ? this.#batch.batchId : null;
    return { batchId, listIn: this.#listIn, reports: this.#reports };
  }

  async #addRows(rows: Iterable<readonly [ProductRow, readonly FoundFile[]]>): Promise<void> {
    for (const [row, files] of rows) {
      if (this.#failure !== null) return;
      await this.#addRow(row, files).catch((reason: unknown) => {
        this.#failure ??= { reason };
      });
    }
  }

  async #addRow(row: ProductRow, files: readonly FoundFile[]): Promise<void> {
    const { store, signal, onJobs, again = false, targetFor } = this.#options;
    const target = targetFor(row);
    const ids = new Set<number>();
    const report = await addPhotographs(files, {
      store,
      batch: this.#batch,
      again,
      from: 'hand',
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
      this.#batch = { batchId: report.batchId };
      await this.#storeList(report.batchId);
    }
    await this.#recordJobs(row.line, [...ids]);
    this.#reports.push(report);
  }

  async #storeList(batchId: number): Promise<void> {
    if (this.#listIn !== null) return;
    this.#listIn = batchId;
    const { store, signal } = this.#options;
    await retryTransient(() => store.productLists.keep(batchId, this.#rows), signal);
    for (const { line, ids } of this.#pendingJobs) await this.#recordJobs(line, ids);
  }

  async #recordJobs(line: number, ids: readonly number[]): Promise<void> {
    const listIn = this.#listIn;
    const { store, signal } = this.#options;
    if (listIn === null) this.#pendingJobs.push({ line, ids });
    else await retryTransient(() => store.productLists.note(listIn, line, ids), signal);
  }

  /** Stores the list in the batch of its first job, if no photograph was new. */
  async #storeListInEarlierBatch(): Promise<void> {
    const [first] = this.#pendingJobs.flatMap(({ ids }) => ids);
    if (first === undefined || this.#listIn !== null) return;
    const batchId = this.#options.store.jobs.get(first)?.batchId;
    if (batchId !== undefined) await this.#storeList(batchId);
  }
}
