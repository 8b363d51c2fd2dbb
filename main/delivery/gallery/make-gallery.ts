/** Plans and makes a gallery for a client: pictures and one page, placed in the chosen folder once complete. */
import { createWriteStream } from 'node:fs';
import { access, readdir, stat, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { defaultRendering, type ExportChoice } from '../../../contract/delivery/export.ts';
import type { GalleryOptions, GalleryPlan, GalleryReport } from '../../../contract/delivery/gallery.ts';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import { safeName } from '../../../contract/recipes/naming.ts';
import { pathInside, splitPath } from '../../files/contained-path.ts';
import { isFolder } from '../../files/private-files.ts';
import { displayPath } from '../../files/stored-path.ts';
import type { placeFolder } from '../../pipeline/output/place-folder.ts';
import { createViewableFileFinder } from '../../review/preview-cache/viewable-file.ts';
import { type ExportContext, type ExportProgress, exportRecorder, placeExport } from '../common/export-context.ts';
import { FailureList, failureMessage } from '../common/export-failures.ts';
import { listChosenIds, readItems } from '../common/export-items.ts';
import { sumFiles } from '../export/sum-files.ts';
import { galleryPage, stripInvisible } from './gallery-page.ts';
import { createPictureFolders, createToken, type FinishedPicture, makePicture } from './gallery-pictures.ts';

export interface GalleryContext extends ExportContext {
  readonly placeFolder: typeof placeFolder;
  /** Absolute path of the folder with style and scripts of the page. */
  readonly parts: string;
}

/** Checks each file, so that `count` is the number of pictures that will be made. @throws the signal's reason */
export async function planGallery(
  choice: ExportChoice,
  context: Pick<GalleryContext, 'store' | 'reader'>,
  signal: AbortSignal,
): Promise<GalleryPlan> {
  const { store, reader } = context;
  const ids = await listChosenIds(reader, choice, signal);
  // A preview can replace a missing file.
  const options = { rendering: defaultRendering, needsFiles: false };
  const { count, withoutPicture, unprocessed, flawed } = await sumFiles(choice, ids, options, context, signal);
  const viewableFiles = createViewableFileFinder(store, store.availability, () => undefined);
  let missing = 0;
  for await (const { version } of readItems(store, choice, ids)) {
    signal.throwIfAborted();
    const subject = { subject: 'result', id: version.id } as const;
    const isViewable = await viewableFiles.read(subject, (path) => access(path).then(() => true));
    if (isViewable === null) missing += 1;
  }
  return { count: count - missing, withoutPicture, unprocessed, missing, flawed };
}

/** @throws UserFacingError if the folder is missing */
export async function makeGallery(
  choice: ExportChoice,
  options: GalleryOptions,
  context: GalleryContext,
  signal?: AbortSignal,
): Promise<GalleryReport> {
  const { folder } = options;
  if (folder === '') throw new UserFacingError(msg('delivery.gallery.chooseFolder'));
  // Never created, because it may be on a disk that is unavailable.
  if (!(await isFolder(folder))) throw new UserFacingError(msg('delivery.export.noFolder', { folder }));
  const ids = await listChosenIds(context.reader, choice);
  return context.bulk.runAlongside('gallery', ids.length, (onProgress, stopSignal) =>
    makeAll(choice, ids, options, context, {
      onProgress,
      signal: signal === undefined ? stopSignal : AbortSignal.any([stopSignal, signal]),
    }),
  );
}

async function makeAll(
  choice: ExportChoice,
  ids: readonly number[],
  options: GalleryOptions,
  context: GalleryContext,
  progress: ExportProgress,
): Promise<GalleryReport> {
  const { store, toWords, now } = context;
  const failures = new FailureList();
  let withoutBefore = 0;
  const report = (ending: GalleryReport['ending'], values: Partial<GalleryReport> = {}): GalleryReport => ({
    done: 0,
    bytes: 0,
    failed: failures.listed,
    failedCount: failures.count,
    total: ids.length,
    ending,
    trouble: null,
    folder: options.folder,
    path: null,
    withoutBefore,
    ...values,
  });
  const id = createToken();
  const scratch = await store.scratch.make('exporting');
  const gallery = join(scratch.path, 'gallery');
  let isPlaced = false;
  try {
    await createPictureFolders(gallery, options.before);
    const viewableFiles = createViewableFileFinder(store, store.availability, () => undefined);
    const pictureContext = { options, store, viewableFiles, folder: gallery, toWords, now };
    const pictures: FinishedPicture[] = [];
    let itemCount = 0;
    for await (const item of readItems(store, choice, ids)) {
      progress.signal.throwIfAborted();
      const picture = await makePicture(item, pictures.length + 1, pictureContext);
      if (picture === null) {
        const path = displayPath(item.path);
        failures.add(path, msg('delivery.gallery.notAtHand', { name: basename(path) }));
      } else {
        pictures.push(picture);
        if (options.before && !picture.page.before) withoutBefore += 1;
      }
      itemCount += 1;
      progress.onProgress(itemCount);
    }
    progress.signal.throwIfAborted();
    if (pictures.length === 0)
      return report('trouble', {
        trouble: failures.count === 0 ? msg('delivery.export.nothing') : msg('delivery.gallery.empty'),
      });
    const title = await writePage(gallery, id, pictures, options, context);
    const records = pictures.map(({ record }) => record);
    store.galleries.add(id, title, records);
    const placed = await placeGallery(gallery, safeName(title), options, context, progress.signal);
    isPlaced = true;
    return report('whole', { done: pictures.length, ...placed });
  } catch (error) {
    return progress.signal.aborted ? report('stopped') : report('trouble', { trouble: failureMessage(error) });
  } finally {
    if (!isPlaced) store.galleries.remove(id);
    await scratch.remove();
  }
}

/** Writes the page and returns the gallery's title, which is never empty. */
async function writePage(
  gallery: string,
  id: string,
  pictures: readonly FinishedPicture[],
  options: GalleryOptions,
  { parts, toWords }: GalleryContext,
): Promise<string> {
  const studio = stripInvisible(options.studio);
  const message = stripInvisible(options.message);
  const title = stripInvisible(options.title) || studio || 'Burnish';
  const page = { id, title, studio, message, pictures: pictures.map((picture) => picture.page) };
  await writeFile(join(gallery, 'index.html'), await galleryPage(page, parts, toWords), { flag: 'wx' });
  return title;
}

/** Places the finished gallery, as a folder or as a ZIP file. */
async function placeGallery(
  gallery: string,
  name: string,
  options: GalleryOptions,
  context: GalleryContext,
  signal: AbortSignal,
): Promise<{ readonly path: string; readonly bytes: number }> {
  if (options.zip) {
    const file = await zipFolder(gallery, `${gallery}.zip`, name, signal);
    return placeExport(file, pathInside(options.folder, `${name}.zip`), context);
  }
  let bytes = 0;
  for (const path of await listFiles(gallery)) bytes += (await stat(join(gallery, path))).size;
  signal.throwIfAborted();
  const wanted = pathInside(options.folder, name);
  return { path: await context.placeFolder(gallery, wanted, exportRecorder(context.store)), bytes };
}

/** Files are read one at a time. JPEGs are stored uncompressed. @returns `to` */
async function zipFolder(folder: string, to: string, name: string, signal: AbortSignal): Promise<string> {
  const archive = new ZipFile();
  for (const path of await listFiles(folder)) {
    archive.addFile(join(folder, path), [name, ...splitPath(path, 'system')].join('/'), {
      compress: extname(path) !== '.jpg',
    });
  }
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(to, { flags: 'wx' }), { signal });
  return to;
}

/** Returns paths relative to the folder, sorted. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
