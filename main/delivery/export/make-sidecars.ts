/**
 * Exports decisions and photo info of raw photographs as XMP files, named like the photographs, so that other programs
 * find them. A sidecar next to the photograph is the base of the new file, and stays unchanged.
 */
import { randomUUID } from 'node:crypto';
import { access, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { ExportChoice, ExportOptions, ExportReport } from '../../../contract/delivery/export.ts';
import { type Message, msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { PhotographView } from '../../../contract/review/list-queries.ts';
import { isEmptyInfo } from '../../../contract/review/photo-info.ts';
import { pathInside } from '../../files/contained-path.ts';
import { isRawName } from '../../imaging/decode/sniff-format.ts';
import { sidecarPacketOnThread } from '../../imaging/metadata/metadata-thread.ts';
import { decisionXmp } from '../../imaging/xmp/decision-xmp.ts';
import type { XmpChange } from '../../imaging/xmp/merge-xmp.ts';
import { readSidecarBytes } from '../../imaging/xmp/sidecar.ts';
import type { InfoToWrite, Store } from '../../store/index.ts';
import { createExportFolder } from '../common/create-export-folder.ts';
import { type ExportContext, type ExportProgress, placeExport } from '../common/export-context.ts';
import { DataDiskFull, FailureList, isFatal } from '../common/export-failures.ts';
import { createBatchTitles, readPhotographs, subfolderOf } from '../common/export-items.ts';
import { assertNoBrokenLink } from '../common/save-file.ts';

export async function makeSidecars(
  choice: ExportChoice,
  ids: readonly number[],
  options: ExportOptions,
  context: ExportContext,
  { onProgress, signal }: ExportProgress,
): Promise<ExportReport> {
  const { store } = context;
  const scratch = await store.scratch.make('exporting');
  const titleOf = createBatchTitles(store, context.toWords);
  const failures = new FailureList();
  const rawIds = new Set<number>();
  let [bytes, done, count] = [0, 0, 0];
  let problem: Message | null = null;
  try {
    for await (const { photograph } of readPhotographs(store, choice, ids)) {
      if (signal.aborted) break;
      onProgress(count);
      count += 1;
      // Two results of one photograph share its sidecar.
      if (rawIds.has(photograph.id) || !isRawName(photograph.sourcePath)) continue;
      rawIds.add(photograph.id);
      const content = contentOf(photograph, options, store);
      if (content === null) continue;
      const subfolder = subfolderOf(options.subfolders, photograph, titleOf);
      try {
        const folder = pathInside(options.folder, subfolder);
        bytes += await makeSidecar(photograph, content, folder, { ...context, root: options.folder, scratch });
        done += 1;
      } catch (error) {
        if (isFatal(error)) {
          problem = error.sentence;
          break;
        }
        failures.addError(photograph.sourcePath, error);
      }
    }
  } finally {
    await scratch.remove();
  }
  if (done === 0 && failures.count === 0 && ids.length > 0 && !signal.aborted)
    problem ??= msg(rawIds.size === 0 ? 'delivery.export.noRaw' : 'delivery.export.undecided');
  return {
    done,
    bytes,
    failed: failures.listed,
    failedCount: failures.count,
    total: ids.length,
    ending: problem !== null ? 'trouble' : signal.aborted ? 'stopped' : 'whole',
    trouble: problem,
    folder: options.folder,
  };
}

interface SidecarContent {
  readonly change: XmpChange;
  /** Whether the user set the label in Burnish, not in another program. */
  readonly hasOwnLabel: boolean;
  readonly details: InfoToWrite | null;
}

/** Returns null without any decision or photo info. */
function contentOf(
  { id, decision, foreignLabel }: PhotographView,
  options: ExportOptions,
  store: Store,
): SidecarContent | null {
  const change = decisionXmp({ ...decision, foreignLabel }, options);
  const details = store.photographDetails.infoToWrite(id);
  if (Object.keys(change).length === 0 && (details === null || isEmptyInfo(details.now))) return null;
  return { change, hasOwnLabel: decision.label !== 0, details };
}

interface SidecarContext extends ExportContext {
  /** The chosen folder. */
  readonly root: string;
  readonly scratch: { readonly path: string };
}

/** Returns the size in bytes. @throws UserFacingError */
async function makeSidecar(
  photograph: PhotographView,
  content: SidecarContent,
  folder: string,
  context: SidecarContext,
): Promise<number> {
  const original = await findOriginal(photograph, context.store);
  const photographName = basename(original.path);
  const name = `${basename(original.path, extname(original.path))}.xmp`;
  const wanted = pathInside(folder, name);
  await createExportFolder(folder, context.root);
  // No program would find it under another name.
  await assertNoBrokenLink(wanted);
  if (await exists(wanted))
    throw new UserFacingError(msg('delivery.export.sidecarThere', { name, photograph: photographName }));
  const packet = await readSidecarBytes(original.path, original.root);
  const file = join(context.scratch.path, `${randomUUID()}.xmp`);
  const text = await sidecarPacketOnThread({ packet, ...content }, photographName);
  await writeFile(file, text, { flag: 'wx' }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOSPC') throw cause;
    throw new DataDiskFull(msg('delivery.export.noRoomHere'), { cause });
  });
  return (await placeExport(file, wanted, context)).bytes;
}

/**
 * Finds the photograph in its original or its new place. `root` is the folder that its sidecar must be in; null allows
 * any.
 * @throws UserFacingError if it is unavailable
 */
async function findOriginal(
  { id, sourcePath }: Pick<PhotographView, 'id' | 'sourcePath'>,
  { filePlaces, availability }: Pick<Store, 'filePlaces' | 'availability'>,
): Promise<{ readonly path: string; readonly root: string | null }> {
  let isOutside = false;
  for (const stored of filePlaces.pathsOf({ subject: 'photograph', id })) {
    const { state, path, root } = await availability.locate(stored);
    if (state === 'here') return { path, root };
    isOutside ||= state === 'outside';
  }
  if (isOutside) throw new UserFacingError(msg('studio.share.fileOutside', { name: basename(sourcePath) }));
  // The new file would lack the content of the sidecar next to it, and might replace that one later.
  throw new UserFacingError(msg('delivery.export.sidecarAway', { name: basename(sourcePath) }));
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
