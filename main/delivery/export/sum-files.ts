/** Counts and sums of an export before anything is written, with missing files and flawed results. */
import { dirname, isAbsolute } from 'node:path';
import type {
  ExportChoice,
  ExportOptions,
  ExportPlan,
  FlawedResults,
  MissingResults,
} from '../../../contract/delivery/export.ts';
import { isFolder } from '../../files/private-files.ts';
import { toStoredPath } from '../../files/stored-path.ts';
import { planSize } from '../../imaging/encode/size-plan.ts';
import type { Size } from '../../imaging/size.ts';
import type { ExportContext } from '../common/export-context.ts';
import { resultScope } from '../common/export-items.ts';

/** Limits the work after a cancellation. */
const maxSliceFiles = 2000;
/** A check takes about 50 µs. Files beyond these are assumed to be available. */
const maxCheckedFiles = 20_000;

interface MissingFile {
  readonly path: string;
  readonly state: 'gone' | 'away' | 'outside';
}

/**
 * Counts the files of `ids`, and sums up their sizes. `pixels` is the sum for an export with this rendering.
 * @param needsFiles counts missing files apart
 * @throws the signal's reason
 */
export async function sumFiles(
  choice: ExportChoice,
  ids: readonly number[],
  options: Pick<ExportOptions, 'rendering'> & { readonly needsFiles: boolean },
  { reader, store: { availability } }: Pick<ExportContext, 'reader' | 'store'>,
  signal: AbortSignal,
): Promise<Omit<ExportPlan, 'firstName' | 'firstId'> & { readonly pixels: number }> {
  const sums = { count: 0, withoutPicture: 0, unprocessed: 0, bytes: 0, pixels: 0 };
  const missing: MissingFile[] = [];
  const flaws: Parameters<typeof toFlawedResults>[0][number][] = [];
  const { batchId, recipe, operation } = resultScope(choice);
  for (let start = 0; start < ids.length; start += maxSliceFiles) {
    const slice = ids.slice(start, start + maxSliceFiles);
    const selection =
      'versions' in choice ? { results: slice } : { photographs: slice, filter: { batchId, recipe, operation } };
    const { files, ...rest } = await reader.ask('handOn.files', selection, signal);
    sums.withoutPicture += rest.withoutPicture;
    sums.unprocessed += rest.unprocessed;
    flaws.push(...rest.flaws);
    const isChecked = options.needsFiles && start < maxCheckedFiles;
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
      sums.pixels += exportedPixels(size, options);
    }
  }
  const reason = await findCommonReason(missing, availability);
  return { ...sums, flawed: toFlawedResults(flaws), missing: { count: missing.length, reason } };
}

/** Number of pixels that a result of this size has after its export. */
export function exportedPixels(size: Size, { rendering }: Pick<ExportOptions, 'rendering'>): number {
  const { width, height } = planSize(size, rendering.size).canvas;
  return width * height;
}

function toFlawedResults(
  flaws: readonly (FlawedResults['results'][number] & Pick<FlawedResults['kinds'][number], 'kind'>)[],
): FlawedResults {
  const results = new Map(flaws.map(({ resultId, photographId }) => [resultId, { resultId, photographId }]));
  const kinds = [...Map.groupBy(flaws, ({ kind }) => kind)].map(([kind, { length: count }]) => ({ kind, count }));
  return { results: [...results.values()], kinds: kinds.sort((a, b) => b.count - a.count) };
}

/** Returns why files are missing if it is the same for all of them, else null. */
async function findCommonReason(
  missing: readonly MissingFile[],
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
  const missingFolders = new Set(await Promise.all(folders.map(findMissingFolder)));
  const [name] = missingFolders;
  if (name === undefined || missingFolders.size > 1) return null;
  if (name !== null) return { kind: 'folder', name };
  return folders.length === 1 ? { kind: 'files', name: folders[0]! } : null;
}

/** Returns the topmost missing folder of a path, or null if the folder exists. */
async function findMissingFolder(folder: string): Promise<string | null> {
  if (await isFolder(folder)) return null;
  const parent = dirname(folder);
  return parent === folder ? folder : ((await findMissingFolder(parent)) ?? folder);
}
