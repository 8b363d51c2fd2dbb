/** What an export would be, before anything is written: how many files, how large, and what the first one is called. */
import { dirname, extname, isAbsolute, join } from 'node:path';
import {
  type ExportChoice,
  type ExportOptions,
  type ExportPlan,
  type FlawedResults,
  isUnchanged,
  type MissingResults,
  needsResultFiles,
} from '../../../contract/delivery/export.ts';
import { isFolder } from '../../files/private-files.ts';
import { displayPath, toStoredPath } from '../../files/stored-path.ts';
import { extensions } from '../../imaging/encode/image-encoders.ts';
import { planSize } from '../../imaging/encode/size-plan.ts';
import { makeRendition } from '../../imaging/export/rendition.ts';
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

/** Files that are read at once: when it is called off, no more than these are read to the end. */
const perSlice = 2000;
/** Files whose availability is checked, which takes some 50 µs each. More are assumed to be available. */
const maxChecked = 20_000;

/**
 * Lists of files are read on the reader's thread; of rows it reads the few that it shows or tries.
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
  const needsFiles = needsResultFiles(options.kind);
  const { pixels, ...sums } = await sumFiles(choice, ids, { ...options, needsFiles }, context, signal);
  const { first, samples } =
    sums.count === 0
      ? { first: null, samples: [] }
      : await firstOf(store, choice, ids, { needsFile: needsFiles, sampleCount: isChanged ? tried : 0 }, signal);
  const bytes = isChanged ? Math.round(pixels * (await bytesPerPixel(samples, options, context, signal))) : sums.bytes;
  if (first === null) return { ...sums, bytes, firstName: null, firstId: null };
  const folder = subfolderOf(options.subfolders, first.photograph, createBatchTitles(store, toWords));
  const extension = options.kind === 'paths' ? '.svg' : extensionOf(options.rendering.format, displayPath(first.path));
  const firstName = join(folder, itemName(options.template, first, now()) + extension);
  return { ...sums, bytes, firstName, firstId: first.version.id };
}

/**
 * Counts the files of `ids`, the chosen ones, with the sums of their sizes. `pixels` are those of an export with this
 * rendering.
 * @param needsFiles counts only available files, and the missing ones apart
 */
export async function sumFiles(
  choice: ExportChoice,
  ids: readonly number[],
  options: Pick<ExportOptions, 'rendering'> & { readonly needsFiles: boolean },
  { reader, store: { availability } }: Pick<ExportContext, 'reader' | 'store'>,
  signal: AbortSignal,
): Promise<Omit<ExportPlan, 'firstName' | 'firstId'> & { readonly pixels: number }> {
  const sums = { count: 0, withoutPicture: 0, unprocessed: 0, bytes: 0, pixels: 0 };
  const missing: { readonly path: string; readonly state: 'gone' | 'away' | 'outside' }[] = [];
  const flaws: Parameters<typeof toFlawedResults>[0][number][] = [];
  const { batchId, recipe, operation } = resultScope(choice);
  for (let start = 0; start < ids.length; start += perSlice) {
    const slice = ids.slice(start, start + perSlice);
    const selection =
      'versions' in choice ? { results: slice } : { photographs: slice, filter: { batchId, recipe, operation } };
    const { files, ...rest } = await reader.ask('handOn.files', selection, signal);
    sums.withoutPicture += rest.withoutPicture;
    sums.unprocessed += rest.unprocessed;
    flaws.push(...rest.flaws);
    const isChecked = options.needsFiles && start < maxChecked;
    const states = isChecked ? await Promise.all(files.map(({ path }) => availability.at(toStoredPath(path)))) : null;
    signal.throwIfAborted();
    for (const [index, { path, bytes, ...size }] of files.entries()) {
      const state = states?.[index] ?? 'here';
      if (state !== 'here') {
        missing.push({ path, state });
        continue;
      }
      sums.count += 1;
      sums.bytes += bytes;
      sums.pixels += pixelsOf(size, options);
    }
  }
  const reason = await commonReason(missing, availability);
  return { ...sums, flawed: toFlawedResults(flaws), missing: { count: missing.length, reason } };
}

function toFlawedResults(
  flaws: readonly (FlawedResults['results'][number] & Pick<FlawedResults['kinds'][number], 'kind'>)[],
): FlawedResults {
  const results = new Map(flaws.map(({ resultId, photographId }) => [resultId, { resultId, photographId }]));
  const kinds = [...Map.groupBy(flaws, ({ kind }) => kind)].map(([kind, { length: count }]) => ({ kind, count }));
  return { results: [...results.values()], kinds: kinds.sort((a, b) => b.count - a.count) };
}

/** Returns why files are missing if it is the same for all of them, else null. */
async function commonReason(
  missing: readonly { readonly path: string; readonly state: 'gone' | 'away' | 'outside' }[],
  availability: Pick<ExportContext['store']['availability'], 'volumeOf'>,
): Promise<MissingResults['reason']> {
  const [first] = missing;
  if (first === undefined || missing.some(({ state }) => state !== first.state)) return null;
  if (first.state === 'away') {
    const names = await Promise.all(missing.map(async ({ path }) => (await availability.volumeOf(path)).name));
    const [name] = names;
    return name != null && names.every((each) => each === name) ? { kind: 'volume', name } : null;
  }
  if (first.state !== 'gone') return null;
  const folders = [...new Set(missing.map(({ path }) => dirname(path)))].filter(isAbsolute);
  const missingFolders = new Set(await Promise.all(folders.map(missingFolderOf)));
  const [name] = missingFolders;
  if (name === undefined || missingFolders.size > 1) return null;
  if (name !== null) return { kind: 'folder', name };
  return folders.length === 1 ? { kind: 'files', name: folders[0]! } : null;
}

/** Returns the topmost folder of a path that does not exist; null if the folder exists. */
async function missingFolderOf(folder: string): Promise<string | null> {
  if (await isFolder(folder)) return null;
  const above = dirname(folder);
  return above === folder ? folder : ((await missingFolderOf(above)) ?? folder);
}

/** The first picture that is exported, and the first so many whose files are available. */
async function firstOf(
  store: ExportContext['store'],
  choice: ExportChoice,
  ids: readonly number[],
  { needsFile, sampleCount }: { readonly needsFile: boolean; readonly sampleCount: number },
  signal: AbortSignal,
) {
  let first: ExportItem | null = null;
  const samples: ExportItem[] = [];
  for await (const item of itemsOf(store, choice, ids, () => signal.throwIfAborted())) {
    signal.throwIfAborted();
    const { present } = item.version;
    if (present || !needsFile) first ??= item;
    if (samples.length < sampleCount && present) samples.push(item);
    if (first !== null && samples.length === sampleCount) break;
  }
  return { first, samples };
}

/** What a file of a format ends with; `auto` is that of the result. */
function extensionOf(format: ExportOptions['rendering']['format'], path: string): string {
  if (format === 'auto') return extname(path);
  return format === 'psd' ? '.psd' : extensions[format];
}

function pixelsOf(own: Size, { rendering }: Pick<ExportOptions, 'rendering'>): number {
  const { width, height } = planSize(own, rendering.size).canvas;
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
