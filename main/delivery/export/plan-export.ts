/** What an export would be, before anything is written: how many files, how large, and what the first one is called. */
import { extname, join } from 'node:path';
import {
  type ExportChoice,
  type ExportOptions,
  type ExportPlan,
  isUnchanged,
} from '../../../contract/delivery/export.ts';
import { displayPath } from '../../files/stored-path.ts';
import { makeRendition } from '../../imaging/export/rendition.ts';
import { sizePlan } from '../../imaging/output/size-plan.ts';
import { extensions } from '../../imaging/restore/encode.ts';
import type { Size } from '../../imaging/size.ts';
import type { ExportContext } from './export-context.ts';
import { xmpChange } from './export-file.ts';
import {
  chosenIds,
  createBatchTitles,
  type ExportItem,
  itemName,
  itemsOf,
  openItem,
  resultScope,
  subfolderOf,
} from './export-items.ts';

/** How many are tried to tell how large the others become. */
const tried = 3;

/** How many are summed up at once: when it is called off, no more than these are read to the end. */
const perSlice = 2000;

/**
 * Sums are made on the reader's thread; of rows it reads the few that it shows or tries.
 * @throws the signal's reason, as soon as nobody waits for the answer any more
 */
export async function planExport(
  choice: ExportChoice,
  options: ExportOptions,
  context: Omit<ExportContext, 'bulk' | 'place'>,
  signal: AbortSignal,
): Promise<ExportPlan> {
  const { store, reader, toWords, now } = context;
  const ids = await chosenIds(reader, choice, signal);
  const isChanged = options.kind === 'files' && !isUnchanged(options.rendering);
  const { pixels, ...sums } = await summedUp(choice, ids, options, reader, signal);
  const { count, withoutPicture } = sums;
  const { first, samples } = await firstOf(store, choice, ids, isChanged ? tried : 0, signal);
  const bytes = isChanged ? Math.round(pixels * (await bytesPerPixel(samples, options, context, signal))) : sums.bytes;
  if (first === null) return { count, bytes, firstName: null, firstId: null, withoutPicture };
  const folder = subfolderOf(options.subfolders, first.photograph, createBatchTitles(store, toWords));
  const extension = options.kind === 'paths' ? '.svg' : extensionOf(options.rendering.format, displayPath(first.path));
  const firstName = join(folder, itemName(options.template, first, now()) + extension);
  return { count, bytes, firstName, firstId: first.version.id, withoutPicture };
}

async function summedUp(
  choice: ExportChoice,
  ids: readonly number[],
  options: ExportOptions,
  reader: ExportContext['reader'],
  signal: AbortSignal,
) {
  const all = { count: 0, withoutPicture: 0, bytes: 0, pixels: 0 };
  const { batchId, recipe, operation } = resultScope(choice);
  for (let start = 0; start < ids.length; start += perSlice) {
    const slice = ids.slice(start, start + perSlice);
    const selection =
      'versions' in choice ? { results: slice } : { photographs: slice, filter: { batchId, recipe, operation } };
    const some = await reader.ask('handOn.sums', selection, signal);
    all.count += some.count;
    all.withoutPicture += some.withoutPicture;
    all.bytes += some.bytes;
    for (const size of some.sizes) all.pixels += size.count * pixelsOf(size, options);
  }
  return all;
}

/** The first picture, and the first so many whose files are there. */
async function firstOf(
  store: ExportContext['store'],
  choice: ExportChoice,
  ids: readonly number[],
  wanted: number,
  signal: AbortSignal,
) {
  let first: ExportItem | null = null;
  const samples: ExportItem[] = [];
  for await (const item of itemsOf(store, choice, ids, () => signal.throwIfAborted())) {
    signal.throwIfAborted();
    first ??= item;
    if (samples.length < wanted && item.version.present) samples.push(item);
    if (samples.length === wanted) break;
  }
  return { first, samples };
}

/** What a file of a format ends with; `auto` is that of the result. */
function extensionOf(format: ExportOptions['rendering']['format'], path: string): string {
  if (format === 'auto') return extname(path);
  return format === 'psd' ? '.psd' : extensions[format];
}

function pixelsOf(own: Size, { rendering }: ExportOptions): number {
  const { width, height } = sizePlan(own, rendering.size).canvas;
  return width * height;
}

async function bytesPerPixel(
  samples: readonly ExportItem[],
  options: ExportOptions,
  { store }: Pick<ExportContext, 'store'>,
  signal: AbortSignal,
): Promise<number> {
  const scratch = await store.scratch.make('exporting');
  let [bytes, pixels] = [0, 0];
  try {
    for (const item of samples) {
      signal.throwIfAborted();
      const details = store.photographDetails.infoToWrite(item.photograph.id);
      const renditionOptions = { rendering: options.rendering, details, xmp: xmpChange(item, options), signal };
      // One that cannot be made is told of when it is exported.
      const made = await openItem(item, store)
        .then((source) => makeRendition({ source, to: scratch.path, ...renditionOptions }))
        .catch(() => null);
      if (made === null) continue;
      bytes += made.bytes;
      pixels += pixelsOf({ width: item.version.width ?? 1, height: item.version.height ?? 1 }, options);
    }
    signal.throwIfAborted();
  } finally {
    await scratch.remove();
  }
  return pixels === 0 ? 0 : bytes / pixels;
}
