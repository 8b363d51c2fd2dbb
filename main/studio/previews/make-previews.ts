/** Makes the previews that desks of other stations request. */
import { setTimeout as sleep } from 'node:timers/promises';
import { coalesce } from '../../files/coalesce.ts';
import { withTimeout } from '../../files/with-timeout.ts';
import type { PreviewSubject, SharedPicture, Store } from '../../store/index.ts';
import type { StudioDatabase } from '../connection/studio-database.ts';
import { tidyPreviewsSql } from '../queue/shared-sql.ts';
import type { Shares } from '../shares/shared-path.ts';
import { claimRequestsSql, fulfillSql, pageSize } from './preview-sql.ts';

const readTimeoutMs = 5000;

export interface MakerContext {
  readonly store: Pick<Store, 'studioPictures'>;
  readonly database: StudioDatabase;
  readonly shares: Pick<Shares, 'names' | 'locate'>;
  /** Id of this station. */
  readonly station: string;
  readonly pictures: {
    /** Draws a local subject, or returns null. */
    ofSubject(subject: PreviewSubject): Promise<Uint8Array | null>;
    /** @throws Error if the file cannot be read or is no image */
    ofFile(path: string): Promise<Uint8Array>;
  };
  readonly isRunning: () => boolean;
}

interface ClaimedRequest extends SharedPicture {
  readonly share: string | null;
  readonly path: string | null;
}

/** Returns a function that makes all requested previews, one at a time and at most half of the time. */
export function createPreviewMaker(context: MakerContext): () => Promise<void> {
  const { database, shares, station, isRunning } = context;
  return coalesce(async () => {
    for (let isMore = true; isMore && isRunning(); ) {
      const requests = await database.query<ClaimedRequest>(claimRequestsSql, [station, shares.names, pageSize]);
      const made: (Uint8Array | null)[] = [];
      for (const request of requests) {
        const start = performance.now();
        made.push(await withTimeout(makePreview(request, context), readTimeoutMs).catch(() => null));
        await sleep(performance.now() - start, undefined, { ref: false });
      }
      isMore = requests.length > 0;
      if (!isMore || !isRunning()) return;
      await database.query(fulfillSql, [
        station,
        requests.map(({ job }) => job),
        requests.map(({ element }) => element),
        requests.map(({ output }) => output),
        made,
      ]);
      await database.query(tidyPreviewsSql);
    }
  });
}

async function makePreview(request: ClaimedRequest, { store, shares, pictures }: MakerContext) {
  const { share, path } = request;
  // Locate the file first: readers of the database must not see files outside the share.
  const file =
    share === null || path === null || !shares.names.includes(share) ? null : await shares.locate({ share, path });
  const subject = store.studioPictures.findLocal(request);
  const own = subject === null ? null : await pictures.ofSubject(subject);
  return own === null && file !== null ? pictures.ofFile(file) : own;
}
