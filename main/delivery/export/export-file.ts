/** Hands one result on: as a new file under a name that was free, or by moving it there. */
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
import { touchUpFiles } from '../../review/touch-up/touch-up-eligibility.ts';
import type { Store, TouchUpSource, WrittenFile } from '../../store/index.ts';
import { createExportFolder } from './create-export-folder.ts';
import type { FileExportContext } from './export-context.ts';
import { type ExportItem, openItem } from './export-items.ts';
import { moveFile } from './move-file.ts';

export interface ExportedFile extends WrittenFile {
  /** What there is to say about it, such as data that were left out. */
  readonly notes: readonly MessageDescriptor[];
}

/** What an export says about the photograph in its file. */
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
 * Makes the file and gives it its name in `folder`, which is made where it is not there; nothing is ever written over.
 * @param name without its extension
 * @throws UserFacingError with nothing left of it
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
  const made = await make(item, source, options, context).catch(async (error) => {
    throw await toExportError(error, item, source, context);
  });
  context.signal.throwIfAborted();
  const { exportedFiles, temporaryFiles } = context.store;
  const file = await context.place(made.path, pathInside(folder, name + made.extension), {
    temporaryFiles,
    note: exportedFiles.note,
    forget: exportedFiles.forget,
  });
  return { ...file, notes: made.notes };
}

/** @param source the item's file, as it may be opened */
async function make(
  item: ExportItem,
  source: string,
  options: ExportOptions,
  { store, scratch, signal }: FileExportContext,
) {
  const { kind, rendering } = options;
  if (kind === 'paths') {
    const made = await makePathFile(source, scratch, signal);
    if (made === null) throw new UserFacingError(msg('delivery.export.noOutline', { name: nameOf(item) }));
    return made;
  }
  const originalLayer = rendering.format === 'psd' ? await originalOf(item, store) : null;
  const details = store.photographDetails.infoToWrite(item.photograph.id);
  return makeRendition({
    source,
    to: scratch,
    xmp: xmpChange(item, options),
    rendering,
    details,
    originalLayer,
    signal,
  });
}

/** What lies below the result in a Photoshop file; null where it is not at hand, or is another file by now. */
async function originalOf({ version }: ExportItem, store: Store) {
  const touchable = store.touchUps.get(version.id);
  const files = touchable && (await touchUpFiles(store, touchable).catch(() => null));
  return files && openOriginal(files, touchable);
}

/** The photograph itself, or the copy it was developed into; null where neither can be opened. */
export async function openOriginal(
  { photograph, name, result }: Awaited<ReturnType<typeof touchUpFiles>>,
  { own: { box } }: TouchUpSource,
) {
  const shown = await inspectImage(result);
  if (shown.kind !== 'image') return null;
  const source = await resultSource({ photograph, name, box }, shown);
  return source.kind === 'image' ? { path: source.path, box } : null;
}

const nameOf = ({ path }: ExportItem) => basename(displayPath(path));

/** Less room (bytes) than this is none: the image library does not say why it could not write. */
const minFreeBytes = 16 * 1024 * 1024;

/** The data folder's disk is full: nothing more can be made. */
export class DataDiskFull extends UserFacingError {}

async function toExportError(
  error: unknown,
  item: ExportItem,
  source: string,
  { scratch }: FileExportContext,
): Promise<unknown> {
  const { bavail, bsize } = await statfs(scratch);
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC' || bavail * bsize < minFreeBytes)
    return new DataDiskFull(msg('delivery.export.noRoomHere'), { cause: error });
  // What is told of the picture alone does not name it.
  const isUnreadable = error instanceof ImagingError && error.sentence.key === 'imaging.result.unreadable';
  if (error instanceof UserFacingError && !isUnreadable) return error;
  // Only a damaged file is worth processing again, which may be charged again.
  const isWhole = (await inspectImage(source)).kind === 'image';
  const sentence = msg(isWhole ? 'delivery.export.fault' : 'delivery.export.unreadable', { name: nameOf(item) });
  return new UserFacingError(sentence, { cause: error });
}
