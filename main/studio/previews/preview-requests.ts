/** The previews that this desk has requested and not received yet. */
import { coalesce } from '../../files/coalesce.ts';
import type { PreviewSubject, SharedPicture, Store } from '../../store/index.ts';
import type { StudioDatabase } from '../connection/studio-database.ts';
import { availableSql, pageSize, requestPreviewsSql } from './preview-sql.ts';

export interface PreviewLimits {
  /** Timeout of a request. */
  readonly timeoutMs: number;
  /** Delay before a missing picture is requested again. */
  readonly retryMs: number;
  /** About a screen. The oldest requests end first. */
  readonly maxOpenRequests: number;
}
const defaultLimits: PreviewLimits = { timeoutMs: 20_000, retryMs: 60_000, maxOpenRequests: 100 };
/** Requests of one screen are sent together. */
const gatherMs = 30;

export interface RequestContext {
  readonly store: Pick<Store, 'studioPictures' | 'settings'>;
  readonly database: StudioDatabase;
  readonly pictures: {
    /** Stores a picture of another station; returns false if it is invalid or cannot be stored. */
    keep(subject: NamedSubject, picture: Uint8Array): Promise<boolean>;
  };
  readonly isRunning: () => boolean;
  readonly onError: (error: unknown) => void;
}

type NamedSubject = PreviewSubject & { readonly photographId: number };

interface PreviewRequest extends SharedPicture {
  readonly subject: NamedSubject;
  readonly outcome: PromiseWithResolvers<boolean>;
  readonly timer: NodeJS.Timeout;
  isSent: boolean;
}

export class PreviewRequests {
  readonly #context: RequestContext;
  readonly #limits: PreviewLimits;
  readonly #open = new Map<string, PreviewRequest>();
  /** Times until which missing pictures are not requested again. */
  readonly #missingUntil = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;

  constructor(context: RequestContext, limits: PreviewLimits = defaultLimits) {
    this.#context = context;
    this.#limits = limits;
  }

  /** Resolves to whether the picture has been stored in time. Calls for the same picture share a request. */
  add(subject: PreviewSubject): Promise<boolean> {
    const { store } = this.#context;
    const name = store.settings.read().keptPreviewsMegabytes > 0 ? store.studioPictures.nameOf(subject) : null;
    if (name === null) return Promise.resolve(false);
    const key = keyOf(name);
    const existing = this.#open.get(key);
    if (existing !== undefined) return existing.outcome.promise;
    const now = performance.now();
    for (const [missing, until] of this.#missingUntil) if (until <= now) this.#missingUntil.delete(missing);
    if (this.#missingUntil.has(key)) return Promise.resolve(false);
    const { photographId, ...picture } = name;
    const request: PreviewRequest = {
      ...picture,
      subject: { ...subject, photographId },
      outcome: Promise.withResolvers<boolean>(),
      timer: setTimeout(() => this.#end(key, false), this.#limits.timeoutMs),
      isSent: false,
    };
    this.#open.set(key, request);
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= this.#limits.maxOpenRequests) break;
      this.#end(oldest, false, true);
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.refresh();
    }, gatherMs);
    return request.outcome.promise;
  }

  /** Whether a request of a job is open. */
  isOpen(isJob: (job: number) => boolean): boolean {
    return [...this.#open.values()].some(({ job }) => isJob(job));
  }

  /** Stores available pictures and sends new requests. After an error all requests end. */
  async refresh(): Promise<void> {
    try {
      await this.#receiveAndSend();
    } catch (error) {
      this.#context.onError(error);
      for (const key of [...this.#open.keys()]) this.#end(key, false);
    }
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const key of [...this.#open.keys()]) this.#end(key, false);
  }

  readonly #receiveAndSend = coalesce(async () => {
    const { database, pictures, isRunning } = this.#context;
    for (let isMore = true; isMore && isRunning() && this.#open.size > 0; ) {
      const parameters = [namesOf(this.#open), pageSize];
      const rows = await database.query<SharedPicture & { picture: Uint8Array }>(availableSql, parameters);
      for (const row of rows) {
        const request = this.#open.get(keyOf(row));
        if (request !== undefined)
          this.#end(keyOf(row), await pictures.keep(request.subject, row.picture).catch(() => false));
      }
      isMore = rows.length === pageSize;
    }
    const unsent = new Map([...this.#open].filter(([, { isSent }]) => !isSent));
    if (unsent.size === 0 || !isRunning()) return;
    for (const request of unsent.values()) request.isSent = true;
    await database.query(requestPreviewsSql, [namesOf(unsent)]);
  });

  #end(key: string, isKept: boolean, canRetry = isKept): void {
    const request = this.#open.get(key);
    if (request === undefined) return;
    clearTimeout(request.timer);
    this.#open.delete(key);
    if (!canRetry) this.#missingUntil.set(key, performance.now() + this.#limits.retryMs);
    request.outcome.resolve(isKept);
  }
}

const keyOf = ({ job, element, output }: SharedPicture) => `${job} ${output} ${element}`;

const namesOf = (requests: ReadonlyMap<string, SharedPicture>) =>
  JSON.stringify([...requests.values()].map(({ job, element, output }) => ({ job, element, output })));
