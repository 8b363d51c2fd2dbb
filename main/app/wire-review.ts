import { join } from 'node:path';
import type { Message, MessageDescriptor } from '../../contract/messages/message.ts';
import { systemClock } from '../clock.ts';
import { createExportContext } from '../delivery/common/export-context.ts';
import type { PictureSources } from '../ipc/serve-image.ts';
import { placeFolder } from '../pipeline/output/place-folder.ts';
import { openPreviews } from '../previews/previews.ts';
import { type OfflineOptions, openOffline } from '../review/offline/offline.ts';
import { createSharedPreviews } from '../review/preview-cache/shared-previews.ts';
import { openReview } from '../review/review.ts';
import type { Store } from '../store/index.ts';

interface ReviewParts {
  readonly store: Store;
  readonly log: OfflineOptions['log'];
  /** Absolute. */
  readonly dataDir: string;
  readonly trash?: ((path: string) => Promise<void>) | undefined;
  /** Fetches a picture that only another station of the studio can draw. */
  readonly fetch: PictureSources['fetch'];
  readonly isBusy: () => boolean;
  /** Absolute; folder of the styles and scripts of a gallery's page. */
  readonly galleryParts: string;
  readonly toWords: (message: Message) => string;
  readonly onNotice: (text: MessageDescriptor) => void;
}

/** Wires the parts that show results and export them. */
export function wireReview(parts: ReviewParts) {
  const { store, log, dataDir, fetch, isBusy } = parts;
  const review = openReview(store, { trash: parts.trash, notifyUser: parts.onNotice });
  const offline = openOffline({ store, clock: systemClock, log, fetch, isBusy });
  const exports = createExportContext({ store, reader: review.reader, bulk: review.bulk, toWords: parts.toWords });
  const previews = openPreviews(store.previewFolder);
  const drafts = openPreviews(join(store.previewFolder, 'drafts'));
  const pictures: PictureSources = {
    store,
    atHand: offline,
    fetch,
    cacheDir: join(dataDir, 'thumbnails'),
    previewPath: (token) => previews.pathOf(token) ?? drafts.pathOf(token),
  };
  return {
    review,
    offline,
    sharedPreviews: createSharedPreviews({ store, viewableFiles: offline, now: Date.now }),
    exports,
    galleries: { ...exports, placeFolder, parts: parts.galleryParts },
    previews,
    drafts,
    pictures,
    async close() {
      await review.close();
      await Promise.all([previews.close(), drafts.close()]);
    },
  };
}
