/**
 * What was decided and is said about raw photographs, as XMP files beside which other programs find them: each under the name of its photograph, made
 * of the one that is beside it already, which stays as it is.
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
import { assertNoBrokenLink } from './broken-link.ts';
import { createExportFolder } from './create-export-folder.ts';
import type { ExportContext, ExportProgress } from './export-context.ts';
import { FailureList, isFatal } from './export-failures.ts';
import { DataDiskFull } from './export-file.ts';
import { allItems, createBatchTitles, subfolderOf } from './export-items.ts';

export async function makeSidecars(
  choice: ExportChoice,
  ids: readonly number[],
  options: ExportOptions,
  context: ExportContext,
  { onProgress, stopped }: ExportProgress,
): Promise<ExportReport> {
  const { store } = context;
  const scratch = await store.scratch.make('exporting');
  const titleOf = createBatchTitles(store, context.toWords);
  const failures = new FailureList();
  const seen = new Set<number>();
  let [bytes, done, count] = [0, 0, 0];
  let problem: Message | null = null;
  try {
    for await (const { photograph } of allItems(store, choice, ids)) {
      if (stopped.aborted) break;
      onProgress(count);
      count += 1;
      // Two results of one photograph are decided about together here.
      if (seen.has(photograph.id) || !isRawName(photograph.sourcePath)) continue;
      seen.add(photograph.id);
      const { sourcePath, decision, foreignLabel } = photograph;
      const change = decisionXmp({ ...decision, foreignLabel }, options);
      const details = store.photographDetails.infoToWrite(photograph.id);
      if (Object.keys(change).length === 0 && (details === null || isEmptyInfo(details.now))) continue;
      const subfolder = subfolderOf(options.subfolders, photograph, titleOf);
      try {
        const to = { chosen: options.folder, folder: pathInside(options.folder, subfolder) };
        const made = { change, hasOwnLabel: decision.label !== 0, details };
        const { path, root } = await originalOf(photograph, store);
        bytes += await makeOne(path, root, made, to, scratch.path, context);
        done += 1;
      } catch (fault) {
        if (isFatal(fault)) {
          problem = fault.sentence;
          break;
        }
        failures.addFault(sourcePath, fault);
      }
    }
  } finally {
    await scratch.remove();
  }
  if (done === 0 && failures.count === 0 && ids.length > 0 && !stopped.aborted)
    problem ??= msg(seen.size === 0 ? 'delivery.export.noRaw' : 'delivery.export.undecided');
  return {
    ...{ done, bytes, failed: failures.listed, failedCount: failures.count, total: ids.length, trouble: problem },
    ...{ ending: problem !== null ? 'trouble' : stopped.aborted ? 'stopped' : 'whole', folder: options.folder },
  };
}

/** Where the photograph was taken in, or where the user has found it since. @throws UserFacingError where it is not at hand */
async function originalOf(
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
  // What is beside it would be missing from the new file, which may take its place one day.
  throw new UserFacingError(msg('delivery.export.sidecarAway', { name: basename(sourcePath) }));
}

interface SidecarContent {
  readonly change: XmpChange;
  readonly hasOwnLabel: boolean;
  readonly details: InfoToWrite | null;
}

/**
 * @param root the folder that an XMP file next to the photograph must be in; null: any
 * @param content with `hasOwnLabel`, the label was set here, not by another program
 * @returns its bytes. @throws UserFacingError
 */
async function makeOne(
  sourcePath: string,
  root: string | null,
  { change, hasOwnLabel, details }: SidecarContent,
  { chosen, folder }: { readonly chosen: string; readonly folder: string },
  scratch: string,
  { store, place }: ExportContext,
): Promise<number> {
  const name = sidecarName(sourcePath);
  const to = pathInside(folder, name);
  await createExportFolder(folder, chosen);
  // Under another name, no program would find it.
  await assertNoBrokenLink(to);
  if (await isThere(to))
    throw new UserFacingError(msg('delivery.export.sidecarThere', { name, photograph: basename(sourcePath) }));
  const made = join(scratch, `${randomUUID()}.xmp`);
  const existingXmp = await readSidecarBytes(sourcePath, root);
  const written = { packet: existingXmp, change, hasOwnLabel, details };
  const packet = await sidecarPacketOnThread(written, basename(sourcePath));
  await writeFile(made, packet, { flag: 'wx' }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOSPC') throw cause;
    throw new DataDiskFull(msg('delivery.export.noRoomHere'), { cause });
  });
  const { temporaryFiles, exportedFiles } = store;
  return (await place(made, to, { temporaryFiles, note: exportedFiles.note, forget: exportedFiles.forget })).bytes;
}

/** As Lightroom, Bridge and Capture One look for it. */
export const sidecarName = (path: string): string => `${basename(path, extname(path))}.xmp`;

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
