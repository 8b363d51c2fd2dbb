/** What an export would be, before anything is written: how many files, how large, and what the first one is called. */
import { extname, join } from 'node:path';
import {
  type ExportChoice,
  type ExportOptions,
  type ExportPlan,
  leavesAsItIs,
} from '../../../preload/contract/desk/export.ts';
import { makeRendition } from '../../imaging/export/rendition.ts';
import { sizePlan } from '../../imaging/output/size-plan.ts';
import { extensions } from '../../imaging/restore/encode.ts';
import { xmpOf } from './export-file.ts';
import { batchTitles, chosenIds, type ExportItem, itemName, itemsOf, subfolderOf } from './items.ts';
import type { ExportTools } from './tools.ts';

/** How many are tried to tell how large the others become. */
const tried = 3;

export async function planExport(
  choice: ExportChoice,
  options: ExportOptions,
  tools: Omit<ExportTools, 'bulk' | 'place'>,
): Promise<ExportPlan> {
  const { store, reader, toWords, now } = tools;
  const ids = await chosenIds(reader, choice);
  const isChanged = options.kind === 'files' && !leavesAsItIs(options.look);
  let [count, bytes, pixels, withoutPicture] = [0, 0, 0, 0];
  let first: ExportItem | null = null;
  const samples: ExportItem[] = [];
  for await (const item of itemsOf(store, choice, ids, () => {
    withoutPicture += 1;
  })) {
    first ??= item;
    count += 1;
    bytes += item.version.bytes ?? 0;
    pixels += pixelsOf(item, options);
    if (samples.length < tried && item.version.present) samples.push(item);
  }
  if (isChanged) bytes = Math.round(pixels * (await bytesPerPixel(samples, options, tools)));
  if (first === null) return { count, bytes, firstName: null, firstId: null, withoutPicture };
  const folder = subfolderOf(options.subfolders, first, batchTitles(store, toWords));
  const extension = options.kind === 'paths' ? '.svg' : extensionOf(options.look.format, first.path);
  const firstName = join(folder, itemName(options.template, first, now()) + extension);
  return { count, bytes, firstName, firstId: first.version.id, withoutPicture };
}

/** What a file of a format ends with; `auto` is that of the result. */
function extensionOf(format: ExportOptions['look']['format'], path: string): string {
  if (format === 'auto') return extname(path);
  return format === 'psd' ? '.psd' : extensions[format];
}

function pixelsOf({ version }: ExportItem, { look }: ExportOptions): number {
  const { width, height } = sizePlan({ width: version.width ?? 1, height: version.height ?? 1 }, look.size).canvas;
  return width * height;
}

async function bytesPerPixel(
  samples: readonly ExportItem[],
  options: ExportOptions,
  { store }: Pick<ExportTools, 'store'>,
): Promise<number> {
  const scratch = await store.scratch.make('exporting');
  let [bytes, pixels] = [0, 0];
  try {
    for (const item of samples) {
      const how = { look: options.look, xmp: xmpOf(item, options), signal: new AbortController().signal };
      // One that cannot be made is told of when it is exported.
      const made = await makeRendition({ source: item.path, to: scratch.path, ...how }).catch(() => null);
      if (made === null) continue;
      bytes += made.bytes;
      pixels += pixelsOf(item, options);
    }
  } finally {
    await scratch.remove();
  }
  return pixels === 0 ? 0 : bytes / pixels;
}
