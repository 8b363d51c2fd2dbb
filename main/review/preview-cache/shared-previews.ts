/** The small pictures that stations of a studio make for each other's desks: drawn of what is here, and kept of what is elsewhere. */
import { signedFormat } from '../../../formats/image-signature.ts';
import { openImage } from '../../imaging/decode/open-image.ts';
import { thumbnail } from '../../imaging/read/display.ts';
import type { PreviewSubject, Store } from '../../store/index.ts';
import type { ViewableFile } from '../viewable-file.ts';
import { savePreview } from './preview-files.ts';
import { encodePreview } from './render-preview.ts';

/** They go through a database: no picture is larger, bytes. */
export const maxSharedPreviewBytes = 128 * 1024;
/** Longest sides, px: the first one whose picture is small enough is taken. */
const sides = [1024, 768, 512, 256] as const;

/** A WEBP of at most `maxSharedPreviewBytes`. @throws Error when the file is not an image that can be decoded */
export async function renderSharedPreview(path: string): Promise<Uint8Array> {
  for (const side of sides) {
    const picture = await thumbnail(path, side);
    if (picture.length <= maxSharedPreviewBytes) return picture;
  }
  throw new Error('a picture that does not become small');
}

export interface ForOthersTools {
  readonly store: Pick<Store, 'keptPreviews' | 'changes'>;
  readonly atHand: ViewableFile;
  /** ms since 1970 */
  readonly now: () => number;
}

export function createSharedPreviews({ store, atHand, now }: ForOthersTools) {
  return {
    /** Of the file, or of what is kept of it; null where there is neither. */
    ofSubject: (subject: PreviewSubject): Promise<Uint8Array | null> => atHand.read(subject, renderSharedPreview),
    ofFile: renderSharedPreview,
    /**
     * Keeps what somebody else has drawn, whom nobody trusts: redrawn here, from a picture within the size of a preview. False for anything else.
     * @throws what is wrong with the disk or the database
     */
    async keep({ photographId, ...of }: PreviewSubject & { readonly photographId: number }, picture: Uint8Array) {
      const redrawn = await redraw(Buffer.from(picture)).catch(() => null);
      if (redrawn === null) return false;
      await savePreview(store.keptPreviews, { ...of, photographId, at: now() }, redrawn);
      store.changes.photographs([photographId]);
      return true;
    },
  };
}

async function redraw(picture: Buffer) {
  if (picture.length > maxSharedPreviewBytes || signedFormat(picture) !== 'webp') return null;
  const [side] = sides;
  return encodePreview(await openImage(picture, 'webp', { limitInputPixels: side ** 2 }), side);
}
