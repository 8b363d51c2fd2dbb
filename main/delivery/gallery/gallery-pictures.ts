/** Pictures of a gallery: copies of results, previews for the page, and originals for comparison. */
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GalleryOptions } from '../../../contract/delivery/gallery.ts';
import { type Message, msg } from '../../../contract/messages/message.ts';
import { makeBeforeJpeg, makeGalleryJpegs } from '../../imaging/export/gallery-picture.ts';
import type { ViewableFile } from '../../review/preview-cache/viewable-file.ts';
import type { Store } from '../../store/index.ts';
import type { GalleryPicture } from '../../store/results/galleries.ts';
import { type ExportItem, itemName } from '../common/export-items.ts';
import { type PagePicture, stripInvisible } from './gallery-page.ts';

/** File names in these folders are numbers, so they reveal nothing about the photographs. */
const folders = { large: 'photographs', small: 'small', before: 'before' } as const;

const tokenBytes = 16;
/** Returns a random id of a gallery or picture, in hex digits. */
export const createToken = (): string => randomBytes(tokenBytes).toString('hex');

interface PictureContext {
  readonly options: GalleryOptions;
  readonly store: Pick<Store, 'settings'>;
  readonly viewableFiles: ViewableFile;
  /** Absolute path of the unfinished gallery. */
  readonly folder: string;
  readonly toWords: (message: Message) => string;
  readonly now: () => number;
}

/** A picture as the page shows it, and as the store records it. */
export interface FinishedPicture {
  readonly page: PagePicture;
  readonly record: GalleryPicture;
}

export async function createPictureFolders(gallery: string, hasBefore: boolean): Promise<void> {
  for (const folder of Object.values(folders))
    if (folder !== folders.before || hasBefore) await mkdir(join(gallery, folder), { recursive: true });
}

/** Returns null if neither the result nor a preview of it can be read. @param number from 1 */
export async function makePicture(
  item: ExportItem,
  number: number,
  context: PictureContext,
): Promise<FinishedPicture | null> {
  const { options, store, viewableFiles } = context;
  const { creator, copyright } = store.settings.read();
  const credit = { creator, copyright };
  const { id: resultId } = item.version;
  const { id: photographId } = item.photograph;
  const result = await viewableFiles.read({ subject: 'result', id: resultId }, (path) =>
    makeGalleryJpegs(path, options.longestSide, credit),
  );
  if (result === null) return null;
  const file = `${String(number).padStart(4, '0')}.jpg`;
  const write = (folder: keyof typeof folders, data: Buffer) =>
    writeFile(join(context.folder, folders[folder], file), data, { flag: 'wx' });
  await write('large', result.large);
  await write('small', result.small);
  const before = options.before
    ? await viewableFiles.read({ subject: 'photograph', id: photographId }, async (path) => ({
        jpeg: await makeBeforeJpeg(path, result, credit),
      }))
    : null;
  if (before?.jpeg) await write('before', before.jpeg);
  const token = createToken();
  const caption = captionOf(item, number, context);
  return {
    page: { id: token, file, caption, width: result.width, height: result.height, before: before?.jpeg != null },
    record: { token, photographId, resultId, caption },
  };
}

function captionOf(item: ExportItem, number: number, { options, toWords, now }: PictureContext): string {
  const name = options.captions === '' ? '' : stripInvisible(itemName(options.captions, { ...item, number }, now()));
  return name || toWords(msg('delivery.galleryPage.picture')).replace('{number}', String(number));
}
