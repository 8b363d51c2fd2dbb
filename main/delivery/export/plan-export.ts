/** Plans an export before anything is written: count, size, and the name of the first file. */
import { extname, join } from 'node:path';
import {
  type ExportChoice,
  type ExportOptions,
  type ExportPlan,
  isUnchanged,
  needsResultFiles,
} from '../../../contract/delivery/export.ts';
import { displayPath } from '../../files/stored-path.ts';
import { extensions } from '../../imaging/encode/image-encoders.ts';
import { makeRendition } from '../../imaging/export/rendition.ts';
import type { ExportContext } from '../common/export-context.ts';
import {
  createBatchTitles,
  type ExportItem,
  itemName,
  listChosenIds,
  openItem,
  readItems,
  subfolderOf,
} from '../common/export-items.ts';
import { xmpChange } from './export-file.ts';
import { exportedPixels, sumFiles } from './sum-files.ts';

/** Files that are made to extrapolate the size of all. */
const maxSamples = 3;

/**
 * Queries run on the reader's thread. The main thread reads only the rows of the first file and of the samples.
 * @throws the signal's reason
 */
export async function planExport(
  choice: ExportChoice,
  options: ExportOptions,
  context: Omit<ExportContext, 'bulk' | 'place'>,
  signal: AbortSignal,
): Promise<ExportPlan> {
  const { store, reader, toWords, now } = context;
  const ids = await listChosenIds(reader, choice, signal);
  const isChanged = options.kind === 'files' && !isUnchanged(options.rendering);
  const needsFiles = needsResultFiles(options.kind);
  const { pixels, ...sums } = await sumFiles(choice, ids, { ...options, needsFiles }, context, signal);
  const { first, samples } =
    sums.count === 0
      ? { first: null, samples: [] }
      : await readFirstItems(store, choice, ids, { needsFiles, sampleCount: isChanged ? maxSamples : 0 }, signal);
  const bytes = isChanged
    ? Math.round(pixels * (await measureBytesPerPixel(samples, options, context, signal)))
    : sums.bytes;
  if (first === null) return { ...sums, bytes, firstName: null, firstId: null };
  const folder = subfolderOf(options.subfolders, first.photograph, createBatchTitles(store, toWords));
  const extension = options.kind === 'paths' ? '.svg' : extensionOf(options.rendering.format, displayPath(first.path));
  const firstName = join(folder, itemName(options.template, first, now()) + extension);
  return { ...sums, bytes, firstName, firstId: first.version.id };
}

/** Returns the first item of the export, and the first few whose files are available. */
async function readFirstItems(
  store: ExportContext['store'],
  choice: ExportChoice,
  ids: readonly number[],
  { needsFiles, sampleCount }: { readonly needsFiles: boolean; readonly sampleCount: number },
  signal: AbortSignal,
) {
  let first: ExportItem | null = null;
  const samples: ExportItem[] = [];
  for await (const item of readItems(store, choice, ids, () => signal.throwIfAborted())) {
    signal.throwIfAborted();
    const { present } = item.version;
    if (present || !needsFiles) first ??= item;
    if (samples.length < sampleCount && present) samples.push(item);
    if (first !== null && samples.length === sampleCount) break;
  }
  return { first, samples };
}

/** Returns the extension of a format, with its dot. @param path of the result, whose format `auto` keeps */
function extensionOf(format: ExportOptions['rendering']['format'], path: string): string {
  if (format === 'auto') return extname(path);
  return format === 'psd' ? '.psd' : extensions[format];
}

async function measureBytesPerPixel(
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
      // The export itself reports failures.
      const sample = await openItem(item, store)
        .then((source) => makeRendition({ source, to: scratch.path, ...renditionOptions }))
        .catch(() => null);
      if (sample === null) continue;
      bytes += sample.bytes;
      pixels += exportedPixels({ width: item.version.width ?? 1, height: item.version.height ?? 1 }, options);
    }
    signal.throwIfAborted();
  } finally {
    await scratch.remove();
  }
  return pixels === 0 ? 0 : bytes / pixels;
}
