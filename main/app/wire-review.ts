/** What is done with results: they are looked through, shown while their files are away, and handed on. */
import type { Message, MessageDescriptor } from '../../contract/messages/message.ts';
import { systemClock } from '../clock.ts';
import { createExportContext } from '../delivery/common/export-context.ts';
import { placeFolder } from '../pipeline/output/place-folder.ts';
import { type OfflineOptions, openOffline } from '../review/offline/offline.ts';
import { createSharedPreviews } from '../review/preview-cache/shared-previews.ts';
import { openReview } from '../review/review.ts';
import type { Store } from '../store/index.ts';

export interface ReviewParts {
  readonly store: Store;
  readonly log: OfflineOptions['log'];
  readonly trash?: ((path: string) => Promise<void>) | undefined;
  /** Fetches a picture that only another station of the studio can draw. */
  readonly fetch: OfflineOptions['fetch'];
  readonly isBusy: () => boolean;
  /** The folder with style and scripts of the gallery's page. */
  readonly galleryParts: string;
  readonly toWords: (message: Message) => string;
  readonly onNotice: (text: MessageDescriptor) => void;
}

export function wireReview(parts: ReviewParts) {
  const { store, log, fetch, isBusy } = parts;
  const review = openReview(store, { trash: parts.trash, notifyUser: parts.onNotice });
  const offline = openOffline({ store, clock: systemClock, log, fetch, isBusy });
  const exports = createExportContext({ store, reader: review.reader, bulk: review.bulk, toWords: parts.toWords });
  return {
    review,
    offline,
    forOthers: createSharedPreviews({ store, viewableFiles: offline, now: Date.now }),
    exports,
    galleries: { ...exports, placeFolder, parts: parts.galleryParts },
  };
}
