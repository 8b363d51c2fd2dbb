/** Context for making galleries on a stage with finished photographs; closed with the test. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { GalleryContext } from '../../../main/delivery/gallery/make-gallery.ts';
import { placeFolder } from '../../../main/pipeline/output/place-folder.ts';
import { placeSibling } from '../../../main/pipeline/output/place-sibling.ts';
import { Bulk } from '../../../main/review/actions/bulk-work.ts';
import { createReader } from '../../../main/review/lists/query-reader.ts';
import { messageText } from '../run/message-matchers.ts';
import type { ReviewStage } from '../store/review-stage.ts';

export function galleryTools(
  { store }: Pick<ReviewStage, 'store'>,
  more: Partial<GalleryContext> = {},
): GalleryContext {
  const reader = createReader(store.file);
  onTestFinished(() => reader.close());
  return {
    ...{ store, reader, bulk: new Bulk(() => undefined), place: placeSibling, placeFolder },
    ...{ toWords: messageText, now: () => Date.UTC(2026, 10, 22, 12) },
    parts: join(import.meta.dirname, '../../../gallery'),
    ...more,
  };
}

export interface MadePage {
  readonly id: string;
  readonly title: string;
  readonly pictures: readonly {
    readonly id: string;
    readonly file: string;
    readonly caption: string;
    readonly before: boolean;
  }[];
}

/** Returns the data embedded in a gallery's page. @param html the text of its page */
export function pageData(html: string): MadePage {
  return JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)![1]!) as MadePage;
}
