/** Makes a gallery for a client: pictures and one page, in a folder of our own, which gets its name when it is whole. */
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ExportChoice } from '../../../contract/delivery/export.ts';
import type { GalleryOptions, GalleryReport } from '../../../contract/delivery/gallery.ts';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import { safeName } from '../../../contract/recipes/naming.ts';
import { pathInside, splitPath } from '../../files/contained-path.ts';
import { isFolder } from '../../files/private-files.ts';
import { displayPath } from '../../files/stored-path.ts';
import { makeBeforeJpeg, makeGalleryJpegs } from '../../imaging/export/gallery-picture.ts';
import { createViewableFileFinder, type ViewableFile } from '../../review/viewable-file.ts';
import type { GalleryPicture } from '../../store/results/galleries.ts';
import type { ExportProgress } from '../export/export-context.ts';
import { FailureList } from '../export/export-failures.ts';
import { chosenIds, type ExportItem, itemName, itemsOf } from '../export/export-items.ts';
import type { GalleryContext } from './gallery-context.ts';
import { galleryPage, type PagePicture, stripInvisible } from './gallery-page.ts';

/** Of a random id or token; hex digits are twice as many. */
const idBytes = 16;
/** Names of files in a gallery say nothing of where they come from. */
const folders = { large: 'photographs', small: 'small', before: 'before' } as const;

interface Making {
  readonly options: GalleryOptions;
  readonly context: GalleryContext;
  readonly hand: ViewableFile;
  /** Absolute; the gallery on its way. */
  readonly to: string;
  readonly progress: ExportProgress;
}

interface Made {
  readonly page: PagePicture;
  readonly picture: GalleryPicture;
}

/** @throws UserFacingError where it cannot begin: no folder */
export async function makeGallery(
  choice: ExportChoice,
  options: GalleryOptions,
  context: GalleryContext,
  signal?: AbortSignal,
): Promise<GalleryReport> {
  await requireFolder(options.folder);
  const ids = await chosenIds(context.reader, choice);
  return context.bulk.runAlongside('gallery', ids.length, (onProgress, stopped) =>
    makeAll(choice, ids, options, context, {
      onProgress,
      stopped: signal === undefined ? stopped : AbortSignal.any([stopped, signal]),
    }),
  );
}

async function requireFolder(folder: string): Promise<void> {
  if (folder === '') throw new UserFacingError(msg('delivery.gallery.chooseFolder'));
  // Never made: where a disk is away, it would be made in its place.
  if (!(await isFolder(folder))) throw new UserFacingError(msg('delivery.export.noFolder', { folder }));
}

async function makeAll(
  choice: ExportChoice,
  ids: readonly number[],
  options: GalleryOptions,
  context: GalleryContext,
  progress: ExportProgress,
): Promise<GalleryReport> {
  const { store } = context;
  const failures = new FailureList();
  let withoutBefore = 0;
  const report = (ending: GalleryReport['ending'], more: Partial<GalleryReport> = {}): GalleryReport => ({
    ...{ done: 0, bytes: 0, failed: failures.listed, failedCount: failures.count, total: ids.length },
    ...{ trouble: null, path: null, withoutBefore, folder: options.folder, ending, ...more },
  });
  const id = randomBytes(idBytes).toString('hex');
  const scratch = await store.scratch.make('exporting');
  let isPlaced = false;
  try {
    const to = join(scratch.path, 'gallery');
    for (const each of Object.values(folders))
      if (each !== folders.before || options.before) await mkdir(join(to, each), { recursive: true });
    const making = {
      options,
      context,
      hand: createViewableFileFinder(store, store.availability, () => undefined),
      to,
      progress,
    };
    const made: Made[] = [];
    let seen = 0;
    for await (const item of itemsOf(store, choice, ids)) {
      progress.stopped.throwIfAborted();
      const entry = await makeOne(item, made.length + 1, making);
      if (entry === null) {
        const path = displayPath(item.path);
        failures.add(path, msg('delivery.gallery.notAtHand', { name: basename(path) }));
      } else {
        made.push(entry);
        if (options.before && !entry.page.before) withoutBefore += 1;
      }
      seen += 1;
      progress.onProgress(seen);
    }
    progress.stopped.throwIfAborted();
    if (made.length === 0) {
      const problem = failures.count === 0 ? msg('delivery.export.nothing') : msg('delivery.gallery.empty');
      return report('trouble', { trouble: problem });
    }
    const pages = made.map(({ page }) => page);
    const { title, studio, message } = withTitle(options);
    const page = await galleryPage({ id, title, studio, message, pictures: pages }, context.parts, context.toWords);
    await writeFile(join(to, 'index.html'), page, { flag: 'wx' });
    store.galleries.add(
      id,
      title,
      made.map(({ picture }) => picture),
    );
    const placed = await place(to, scratch.path, safeName(title), { options, context, progress });
    isPlaced = true;
    return report('whole', { done: made.length, ...placed });
  } catch (fault) {
    if (progress.stopped.aborted) return report('stopped');
    if (fault instanceof UserFacingError) return report('trouble', { trouble: fault.sentence });
    if ((fault as NodeJS.ErrnoException).code !== 'ENOSPC') throw fault;
    return report('trouble', { trouble: msg('delivery.export.noRoomHere') });
  } finally {
    if (!isPlaced) store.galleries.remove(id);
    await scratch.remove();
  }
}

/** A gallery has one, whatever was typed. */
function withTitle({ title, studio, message }: GalleryOptions) {
  const typed = { title: stripInvisible(title), studio: stripInvisible(studio), message: stripInvisible(message) };
  return { ...typed, title: typed.title || typed.studio || 'Burnish' };
}

/** Null where neither the result nor a preview of it can be read. */
async function makeOne(item: ExportItem, number: number, making: Making): Promise<Made | null> {
  const { options, context, hand, to } = making;
  const settings = context.store.settings.read();
  const credit = { creator: settings.creator, copyright: settings.copyright };
  const { id: resultId } = item.version;
  const { id: photographId } = item.photograph;
  const result = await hand.read({ subject: 'result', id: resultId }, (path) =>
    makeGalleryJpegs(path, options.longestSide, credit),
  );
  if (result === null) return null;
  const file = `${String(number).padStart(4, '0')}.jpg`;
  const write = (folder: keyof typeof folders, data: Buffer) =>
    writeFile(join(to, folders[folder], file), data, { flag: 'wx' });
  await write('large', result.large);
  await write('small', result.small);
  const before = options.before
    ? await hand.read({ subject: 'photograph', id: photographId }, async (path) => ({
        jpeg: await makeBeforeJpeg(path, result, credit),
      }))
    : null;
  if (before?.jpeg) await write('before', before.jpeg);
  const token = randomBytes(idBytes).toString('hex');
  const named =
    options.captions === '' ? '' : stripInvisible(itemName(options.captions, { ...item, number }, context.now()));
  const caption = named || context.toWords(msg('delivery.galleryPage.picture')).replace('{number}', String(number));
  return {
    page: { id: token, file, caption, width: result.width, height: result.height, before: before?.jpeg != null },
    picture: { token, photographId, resultId, caption },
  };
}

async function place(
  made: string,
  scratch: string,
  name: string,
  { options, context, progress }: Pick<Making, 'options' | 'context' | 'progress'>,
): Promise<{ path: string; bytes: number }> {
  const { temporaryFiles, exportedFiles } = context.store;
  const notes = { temporaryFiles, note: exportedFiles.note, forget: exportedFiles.forget };
  if (options.zip) {
    const zipped = await zip(made, join(scratch, 'gallery.zip'), name, progress.stopped);
    return context.place(zipped, pathInside(options.folder, `${name}.zip`), notes);
  }
  let bytes = 0;
  for (const path of await filesOf(made)) bytes += (await stat(join(made, path))).size;
  progress.stopped.throwIfAborted();
  return { path: await context.placeFolder(made, pathInside(options.folder, name), notes), bytes };
}

/** Each file is read when its turn comes: pictures do not get smaller, and are not held. */
async function zip(folder: string, to: string, name: string, signal: AbortSignal): Promise<string> {
  const archive = new ZipFile();
  for (const path of await filesOf(folder))
    archive.addFile(join(folder, path), [name, ...splitPath(path, 'system')].join('/'), {
      compress: extname(path) !== '.jpg',
    });
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(to, { flags: 'wx' }), { signal });
  return to;
}

/** Paths within the folder. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
