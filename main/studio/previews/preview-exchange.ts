/**
 * Small pictures of what others have, for a desk that cannot reach the files: wished for in the database, made there by a station that can, and
 * kept here. Only what somebody looks at is wished for; nothing that comes is trusted.
 */
import { setTimeout as rest } from 'node:timers/promises';
import { coalesce } from '../../files/coalesce.ts';
import { withTimeout } from '../../files/with-timeout.ts';
import type { PreviewSubject, SharedPicture, Store } from '../../store/index.ts';
import { type StudioDatabase, StudioRefused, StudioUnreachable } from '../connection/connection.ts';
import type { Shares } from '../shares/share-paths.ts';
import {
  availableSql,
  channel,
  claimRequestsSql,
  fulfilSql,
  madeFor,
  requestedTopic,
  requestPreviewsSql,
  tidyPreviewsSql,
} from './preview-sql.ts';

/** Draws and keeps pictures. */
export interface PreviewPictures {
  /** A small picture of what can be shown here; null where there is none. */
  ofSubject(subject: PreviewSubject): Promise<Uint8Array | null>;
  /** @throws where it cannot be read, or is no image */
  ofFile(path: string): Promise<Uint8Array>;
  /** Keeps what another station has made; false for what is no such picture, or cannot be kept now. */
  keep(subject: PreviewSubject & { readonly photographId: number }, picture: Uint8Array): Promise<boolean>;
}

export interface PreviewExchange {
  start(): void;
  /**
   * Has a picture come that another station can make: true once it is kept here, false where nobody has one in good time. Asks once, whoever
   * else asks meanwhile.
   */
  want(subject: PreviewSubject): Promise<boolean>;
  stop(): void;
}

interface ExchangeTools {
  readonly store: Pick<Store, 'studioPictures' | 'settings'>;
  readonly database: StudioDatabase;
  readonly shares: Pick<Shares, 'names' | 'locate'>;
  /** This one's id. */
  readonly station: string;
  readonly pictures: PreviewPictures;
  readonly onFault: (fault: unknown) => void;
}

interface ExchangeLimits {
  /** How long a picture is waited for, ms. */
  readonly patience: number;
  /** Asked for in vain, it is not asked for again for so long, ms. */
  readonly notAgainFor: number;
  /** Wished for at a time: about a screen. What was asked for first makes way. */
  readonly maxOpenRequests: number;
}
const defaultLimits: ExchangeLimits = { patience: 20_000, notAgainFor: 60_000, maxOpenRequests: 100 };
/** What a screen asks for is asked in one question, ms. */
const gatherFor = 30;
/** So many are made, or come, at a time. */
const atOnce = 4;
/** A disk that gives a picture no sooner has none, ms. */
const readTimeoutMs = 5000;

interface PreviewRequest extends SharedPicture {
  readonly subject: PreviewSubject & { readonly photographId: number };
  readonly end: PromiseWithResolvers<boolean>;
  readonly timer: NodeJS.Timeout;
  isSent: boolean;
}

const keyOf = ({ job, element, output }: SharedPicture) => `${job} ${output} ${element}`;

export function createPreviewExchange(
  { store, database, shares, station, pictures, onFault }: ExchangeTools,
  { patience, notAgainFor, maxOpenRequests }: ExchangeLimits = defaultLimits,
): PreviewExchange {
  const open = new Map<string, PreviewRequest>();
  /** Until when they are not asked for again. */
  const inVain = new Map<string, number>();
  let gathering: NodeJS.Timeout | null = null;
  let isRunning = false;

  const fault = (error: unknown) => {
    // Whoever may only look wishes for nothing.
    if (!(error instanceof StudioUnreachable) && !(error instanceof StudioRefused) && isRunning) onFault(error);
  };

  function end(key: string, isKept: boolean, canAskAgain = isKept): void {
    const request = open.get(key);
    if (request === undefined) return;
    clearTimeout(request.timer);
    open.delete(key);
    if (!canAskAgain) inVain.set(key, performance.now() + notAgainFor);
    request.end.resolve(isKept);
  }

  /** Takes what is there, and wishes for the rest. */
  const refresh = coalesce(async () => {
    for (let isMore = true; isMore && isRunning && open.size > 0; ) {
      const rows = await database.query<SharedPicture & { picture: Uint8Array }>(availableSql, [namesOf(open), atOnce]);
      for (const row of rows) {
        const request = open.get(keyOf(row));
        if (request !== undefined)
          end(keyOf(row), await pictures.keep(request.subject, row.picture).catch(() => false));
      }
      isMore = rows.length === atOnce;
    }
    const untold = new Map([...open].filter(([, { isSent }]) => !isSent));
    if (untold.size === 0 || !isRunning) return;
    for (const request of untold.values()) request.isSent = true;
    await database.query(requestPreviewsSql, [namesOf(untold)]);
  });
  const lookNow = () =>
    refresh().catch((error: unknown) => {
      fault(error);
      for (const key of [...open.keys()]) end(key, false);
    });

  async function make(request: ClaimedPreviewRequest): Promise<Uint8Array | null> {
    const { share, path } = request;
    // First of all: whoever reads the database must not see what the share does not hold.
    const file =
      share === null || path === null || !shares.names.includes(share) ? null : await shares.locate({ share, path });
    const subject = store.studioPictures.findLocal(request);
    const own = subject === null ? null : await pictures.ofSubject(subject);
    return own === null && file !== null ? pictures.ofFile(file) : own;
  }

  /** Makes what others wish for: one after the other, and never for more than half of the time, since there is other work. */
  const fulfil = coalesce(async () => {
    for (let isMore = true; isMore && isRunning; ) {
      const requests = await database.query<ClaimedPreviewRequest>(claimRequestsSql, [station, shares.names, atOnce]);
      const made: (Uint8Array | null)[] = [];
      for (const request of requests) {
        const begun = performance.now();
        made.push(await withTimeout(make(request), readTimeoutMs).catch(() => null));
        await rest(performance.now() - begun, undefined, { ref: false });
      }
      isMore = requests.length > 0;
      if (!isMore || !isRunning) return;
      const names = [requests.map(({ job }) => job), requests.map(({ element }) => element)];
      await database.query(fulfilSql, [station, ...names, requests.map(({ output }) => output), made]);
      await database.query(tidyPreviewsSql);
    }
  });
  const fulfilNow = () => void fulfil().catch(fault);

  return {
    start() {
      if (isRunning) return;
      isRunning = true;
      database.listen(channel, (word) => {
        if (['', requestedTopic, station].includes(word)) fulfilNow();
        if (word === '' || [...open.values()].some(({ job }) => word === madeFor(job))) void lookNow();
      });
      fulfilNow();
    },
    want(subject) {
      const name =
        isRunning && store.settings.read().keptPreviewsMegabytes > 0 ? store.studioPictures.nameOf(subject) : null;
      if (name === null) return Promise.resolve(false);
      const key = keyOf(name);
      const before = open.get(key);
      if (before !== undefined) return before.end.promise;
      for (const [each, until] of inVain) if (until <= performance.now()) inVain.delete(each);
      if (inVain.has(key)) return Promise.resolve(false);
      const { photographId, ...picture } = name;
      const timer = setTimeout(() => end(key, false), patience);
      const request = {
        ...picture,
        subject: { ...subject, photographId },
        end: Promise.withResolvers<boolean>(),
        timer,
        isSent: false,
      };
      open.set(key, request);
      for (const first of open.keys()) {
        if (open.size <= maxOpenRequests) break;
        end(first, false, true);
      }
      gathering ??= setTimeout(() => {
        gathering = null;
        void lookNow();
      }, gatherFor);
      return request.end.promise;
    },
    stop() {
      isRunning = false;
      if (gathering !== null) clearTimeout(gathering);
      for (const key of [...open.keys()]) end(key, false);
    },
  };
}

interface ClaimedPreviewRequest extends SharedPicture {
  readonly share: string | null;
  readonly path: string | null;
}

const namesOf = (requests: ReadonlyMap<string, SharedPicture>) =>
  JSON.stringify([...requests.values()].map(({ job, element, output }) => ({ job, element, output })));
