/** Exports one result: as a new file, as the outline of a cutout, or by moving it. No file is replaced. */
import { statfs } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ExportOptions } from '../../../contract/delivery/export.ts';
import { type MessageDescriptor, msg, UserFacingError } from '../../../contract/messages/message.ts';
import { pathInside } from '../../files/contained-path.ts';
import { displayPath } from '../../files/stored-path.ts';
import { ImagingError } from '../../imaging/errors.ts';
import { makePathFile, makeRendition } from '../../imaging/export/rendition.ts';
import { inspectImage } from '../../imaging/read/inspect-image.ts';
import { resultSource } from '../../imaging/read/result-source.ts';
import { decisionXmp } from '../../imaging/xmp/decision-xmp.ts';
import type { XmpChange } from '../../imaging/xmp/merge-xmp.ts';
import { locateTouchUpFiles } from '../../review/touch-up/touch-up-eligibility.ts';
import type { Store, TouchUpSource, WrittenFile } from '../../store/index.ts';
import { createExportFolder } from '../common/create-export-folder.ts';
import { type FileExportContext, placeExport } from '../common/export-context.ts';
import { DataDiskFull } from '../common/export-failures.ts';
import { type ExportItem, openItem } from '../common/export-items.ts';
import { moveFile } from './move-file.ts';

interface ExportedFile extends WrittenFile {
  /** Remarks about the file, such as metadata that it lacks. */
  readonly notes: readonly MessageDescriptor[];
}

/** XMP for the photograph's file: decisions and credits. */
export function xmpChange({ photograph }: ExportItem, options: ExportOptions): XmpChange {
  const { title, creator, rights } = options;
  return {
    ...(options.writeDecisions
      ? decisionXmp({ ...photograph.decision, foreignLabel: photograph.foreignLabel }, options)
      : {}),
    ...(title === '' ? {} : { title }),
    ...(creator === '' ? {} : { creator }),
    ...(rights === '' ? {} : { rights }),
  };
}

/**
 * Makes a file and places it in `folder`, which is created if it is missing.
 * @param name without its extension
 * @throws UserFacingError; no part of the file is left
 */
export async function exportFile(
  item: ExportItem,
  { folder, name }: { readonly folder: string; readonly name: string },
  options: ExportOptions,
  context: FileExportContext,
): Promise<ExportedFile> {
  const source = await openItem(item, context.store);
  await createExportFolder(folder, options.folder);
  if (options.kind === 'files' && options.move)
    return { ...(await moveFile(item, { folder, name }, context)), notes: [] };
  const made = await makeFile(item, source, options, context).catch(async (error) => {
    throw await toExportError(error, item, source, context);
  });
  context.signal.throwIfAborted();
  const file = await placeExport(made.path, pathInside(folder, name + made.extension), context);
  return { ...file, notes: made.notes };
}

/** @param source path of the item's file, checked by `openItem` */
async function makeFile(
  item: ExportItem,
  source: string,
  options: ExportOptions,
  { store, scratch, signal }: FileExportContext,
) {
  const { kind, rendering } = options;
  if (kind === 'paths') {
    const outline = await makePathFile(source, scratch, signal);
    if (outline === null) throw new UserFacingError(msg('delivery.export.noOutline', { name: nameOf(item) }));
    return outline;
  }
  return makeRendition({
    source,
    to: scratch,
    xmp: xmpChange(item, options),
    rendering,
    originalLayer: rendering.format === 'psd' ? await findOriginalLayer(item, store) : null,
    details: store.photographDetails.infoToWrite(item.photograph.id),
    signal,
  });
}

/** Returns the bottom layer of a Photoshop file; null if the original is unavailable or has changed. */
async function findOriginalLayer({ version }: ExportItem, store: Store) {
  const source = store.touchUps.get(version.id);
  const files = source && (await locateTouchUpFiles(store, source).catch(() => null));
  return files && openOriginal(files, source);
}

/** Returns the photograph or its developed copy; null if neither can be opened. */
export async function openOriginal(
  { photograph, name, result }: Awaited<ReturnType<typeof locateTouchUpFiles>>,
  { own: { box } }: TouchUpSource,
) {
  const shown = await inspectImage(result);
  if (shown.kind !== 'image') return null;
  const source = await resultSource({ photograph, name, box }, shown);
  return source.kind === 'image' ? { path: source.path, box } : null;
}

const nameOf = ({ path }: ExportItem) => basename(displayPath(path));

/** With less space, any error counts as a full disk, because the image library does not report the reason. */
const minFreeBytes = 16 * 1024 * 1024;

async function toExportError(
  error: unknown,
  item: ExportItem,
  source: string,
  { scratch }: FileExportContext,
): Promise<unknown> {
  const { bavail, bsize } = await statfs(scratch);
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC' || bavail * bsize < minFreeBytes)
    return new DataDiskFull(msg('delivery.export.noRoomHere'), { cause: error });
  // This message does not name the file.
  const isUnreadable = error instanceof ImagingError && error.sentence.key === 'imaging.result.unreadable';
  if (error instanceof UserFacingError && !isUnreadable) return error;
  // `unreadable` suggests processing again, which may cost: only for a damaged file.
  const isIntact = (await inspectImage(source)).kind === 'image';
  const message = msg(isIntact ? 'delivery.export.fault' : 'delivery.export.unreadable', { name: nameOf(item) });
  return new UserFacingError(message, { cause: error });
}
