/** Small previews that the stations of a studio exchange. */
import { signedFormat } from '../../../formats/image-signature.ts';
import { openImage } from '../../imaging/decode/open-image.ts';
import { thumbnail } from '../../imaging/read/display.ts';
import type { PreviewSubject, Store } from '../../store/index.ts';
import { savePreview } from './preview-files.ts';
import { encodePreview } from './render-preview.ts';
import type { ViewableFile } from './viewable-file.ts';

/** They are sent through the database. */
export const maxSharedPreviewBytes = 128 * 1024;
/** Longer sides in px, in the order of attempts. */
const sides = [1024, 768, 512, 256] as const;

/** @throws Error if the image cannot be decoded */
async function renderSharedPreview(path: string): Promise<Uint8Array> {
  for (const side of sides) {
    const picture = await thumbnail(path, side);
    if (picture.length <= maxSharedPreviewBytes) return picture;
  }
  throw new Error(`The preview of ${sides.at(-1)} px exceeds ${maxSharedPreviewBytes} bytes.`);
}

interface SharedPreviewContext {
  readonly store: Pick<Store, 'keptPreviews' | 'changes'>;
  readonly viewableFiles: ViewableFile;
  /** ms since 1970 */
  readonly now: () => number;
}

export function createSharedPreviews({ store, viewableFiles, now }: SharedPreviewContext) {
  return {
    /** Returns null if neither the file nor its preview can be read. */
    ofSubject: (subject: PreviewSubject): Promise<Uint8Array | null> =>
      viewableFiles.read(subject, renderSharedPreview),
    ofFile: renderSharedPreview,
    /** Stores an untrusted preview, encoded again. Returns false if it is invalid. @throws Error of disk or database */
    async keep({ photographId, ...subject }: PreviewSubject & { readonly photographId: number }, picture: Uint8Array) {
      const preview = await encodeAgain(Buffer.from(picture)).catch(() => null);
      if (preview === null) return false;
      await savePreview(store.keptPreviews, { ...subject, photographId, at: now() }, preview);
      store.changes.photographs([photographId]);
      return true;
    },
  };
}

async function encodeAgain(picture: Buffer) {
  if (picture.length > maxSharedPreviewBytes || signedFormat(picture) !== 'webp') return null;
  const [side] = sides;
  return encodePreview(await openImage(picture, 'webp', { limitInputPixels: side ** 2 }), side);
}
