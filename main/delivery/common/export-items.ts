/** The chosen photographs of an export, each with its primary result, and the names of their files. */
import { basename, dirname, extname } from 'node:path';
import type { ExportChoice, ExportOptions } from '../../../contract/delivery/export.ts';
import type { Product } from '../../../contract/intake/product-list.ts';
import { type Message, type MessageDescriptor, msg, UserFacingError } from '../../../contract/messages/message.ts';
import { fileName, nameTimes, safeName } from '../../../contract/recipes/naming.ts';
import type { PhotographView, VersionView } from '../../../contract/review/list-queries.ts';
import { displayPath, type StoredPath, toStoredPath } from '../../files/stored-path.ts';
import { labelNames } from '../../imaging/xmp/label-names.ts';
import type { Reader } from '../../review/lists/query-reader.ts';
import type { Store } from '../../store/index.ts';

export interface ExportItem {
  readonly photograph: PhotographView;
  readonly version: VersionView;
  /** Absolute; `openItem` opens it. */
  readonly path: StoredPath;
  /** From 1, counted through the whole export. */
  readonly number: number;
  readonly product?: Product | undefined;
}

const maxSliceRows = 50;

/** Returns ids of photographs, or of results if those were chosen, in the order of the list. */
export async function listChosenIds(
  reader: Reader,
  choice: ExportChoice,
  signal?: AbortSignal,
): Promise<readonly number[]> {
  return 'versions' in choice ? choice.versions : reader.ask('photographs.chosen', choice, signal);
}

/** Filter for the results of the chosen photographs. */
export function resultScope(choice: ExportChoice) {
  return 'query' in choice ? choice.query : { batchId: null, recipe: null, operation: null };
}

/**
 * Reads the rows of `ids` in slices.
 * @param onWithoutPicture called for each skipped photograph
 */
export async function* readItems(
  { photographViews, jobs }: Pick<Store, 'photographViews' | 'jobs'>,
  choice: ExportChoice,
  ids: readonly number[],
  onWithoutPicture: () => void = () => undefined,
): AsyncGenerator<ExportItem> {
  let number = 0;
  for await (const { photograph } of readPhotographs({ photographViews }, choice, ids)) {
    const version = photograph.shown;
    if (version === null || version.path === null) {
      onWithoutPicture();
      continue;
    }
    number += 1;
    const product = jobs.get(version.jobId)?.recipe.product;
    yield { photograph, version, path: toStoredPath(version.path), number, product };
  }
}

/** Returns the path of an item's file. @throws UserFacingError if it is unavailable or outside its share */
export async function openItem(
  { path: stored }: Pick<ExportItem, 'path'>,
  { availability }: Pick<Store, 'availability'>,
): Promise<string> {
  const { state, path } = await availability.locate(stored);
  if (state === 'here') return path;
  throw new UserFacingError(unavailableMessage(state, basename(displayPath(stored))));
}

function unavailableMessage(state: 'gone' | 'away' | 'outside', name: string): MessageDescriptor {
  if (state === 'outside') return msg('studio.share.fileOutside', { name });
  return state === 'away' ? msg('delivery.export.away', { name }) : msg('delivery.export.gone', { name });
}

/** Reads the chosen photographs, even those without a picture. */
export async function* readPhotographs(
  { photographViews }: Pick<Store, 'photographViews'>,
  choice: ExportChoice,
  ids: readonly number[],
): AsyncGenerator<{ readonly photograph: PhotographView }> {
  const scope = resultScope(choice);
  for (let start = 0; start < ids.length; start += maxSliceRows) {
    // Let the window and the queue run in between.
    await new Promise(setImmediate);
    const slice = ids.slice(start, start + maxSliceRows);
    const photographs =
      'versions' in choice ? await photographViews.ofResults(slice) : await photographViews.byId(slice, scope);
    for (const photograph of photographs) if (photograph !== null) yield { photograph };
  }
}

/** Returns the name without its extension. @param time ms since 1970 */
export function itemName(template: string, { photograph, version, number, product }: ExportItem, time: number): string {
  const { sourcePath } = photograph;
  return fileName(template, {
    name: basename(sourcePath, extname(sourcePath)),
    operation: version.operation,
    recipe: version.recipeName,
    ...nameTimes(time),
    counter: String(number).padStart(4, '0'),
    element: version.element ?? '',
    folder: basename(dirname(sourcePath)),
    sku: product?.sku ?? '',
    product: product?.name ?? '',
  });
}

/** Batch of a photograph's primary result. */
export const batchOf = ({ shown, proofOf }: Pick<PhotographView, 'shown' | 'proofOf'>): number =>
  shown?.batchId ?? proofOf ?? 0;

/** Returns the photograph's folder, relative to the chosen one. @param titleOf a batch's title */
export function subfolderOf(
  subfolders: ExportOptions['subfolders'],
  photograph: PhotographView,
  titleOf: (batchId: number) => string,
): string {
  switch (subfolders) {
    case 'none':
      return '';
    case 'batch':
      return safeName(titleOf(batchOf(photograph)));
    case 'label':
      return labelNames[photograph.decision.label] ?? (photograph.foreignLabel && safeName(photograph.foreignLabel));
    default:
      return subfolders satisfies never;
  }
}

/** Returns a function that looks up batch titles, and remembers them. */
export function createBatchTitles({ batches }: Pick<Store, 'batches'>, toWords: (message: Message) => string) {
  const titles = new Map<number, string>();
  return (id: number): string => {
    let title = titles.get(id);
    if (title === undefined) {
      const batch = batches.get(id);
      title = batch === null ? '' : toWords(batch.title);
      titles.set(id, title);
    }
    return title;
  };
}
