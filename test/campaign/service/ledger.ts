/** What a service knows of its customer: every upload, charge, task, query and download, and who overstepped what. */
import type { OperationId } from '../../../contract/operations/operation-spec.ts';

export interface Upload {
  /** Running number, from 1; it is in the mark of the results. */
  readonly serial: number;
  readonly operation: OperationId;
  /** Fast time, ms since 1970. */
  readonly at: number;
  /** The photograph in it; null while (or because) it did not arrive whole. */
  content: number | null;
  /** Serial of the upload that what was sent is the result of; 0 for a photograph as it was taken. */
  madeBy: number;
  /** Of a picture that is not of the size of marked ones, px. */
  size: { readonly width: number; readonly height: number } | null;
  bytes: number;
  whole: boolean;
  /** The service took the request in, and its price. */
  charged: boolean;
  /** Credits that it costs. */
  price: number;
  /** Credits that it costs by the price list. */
  listed: number;
  /** It was not worth its price: it is not charged, or no longer. */
  refunded: boolean;
  /** The refund shows in the balance from then on, ms of fast time; null if it shows at once, or there is none. */
  refundShownAt: number | null;
  /** It arrived whole, and its sender cannot tell from the answer whether it was charged. */
  unclear: boolean;
  /** Serial of the first upload under the same key at the same service, as long as that service knows the key; null without one. */
  firstOfKey: number | null;
  task: string | null;
  /** What it was answered, in a word. */
  answer: string;
}

/** Any request that is no upload. */
export interface Question {
  readonly kind: 'query' | 'download' | 'credits' | 'other';
  readonly at: number;
  /** Task or token it is about; the path of others. */
  readonly about: string;
  answer: string;
}

/** One more upload than the ledger allows for. */
export interface Excess {
  readonly content: number;
  readonly operation: OperationId;
  readonly charges: number;
  readonly allowed: number;
  readonly serials: readonly number[];
}

export class Ledger {
  readonly uploads: Upload[] = [];
  readonly questions: Question[] = [];
  /** What no client should do, whatever it is answered. */
  readonly misdeeds: string[] = [];
  /** The upload that a request identifier was given out for. */
  readonly byRequestId = new Map<string, Upload>();
  /** Uploads of a content that the user's decisions have allowed beyond the first, each with the serial it came after. */
  readonly #decisions = new Map<number, { readonly after: number }[]>();
  /** Requests that were answered otherwise than a healthy service would. */
  faults = 0;

  get last(): number {
    return this.uploads.length;
  }

  /** The user has decided to send a content again: one more upload is theirs. */
  decided(content: number): void {
    const list = this.#decisions.get(content) ?? [];
    list.push({ after: this.last });
    this.#decisions.set(content, list);
  }

  /** What was charged and cannot be had any more was not worth its price: the service gives it back. */
  refund(upload: Upload, shownAt: number | null = null): void {
    if (upload.refunded) return;
    upload.refundShownAt = upload.charged ? shownAt : null;
    upload.charged = false;
    upload.refunded = true;
  }

  /** Credits that are missing from the balance at a time. */
  missingAt(now: number): number {
    const isMissing = ({ charged, refundShownAt }: Upload) =>
      charged || (refundShownAt !== null && refundShownAt > now);
    return this.uploads.reduce((sum, upload) => sum + (isMissing(upload) ? upload.price : 0), 0);
  }

  /** Credits that were charged, by the price list. */
  listedSpent(of: (upload: Upload) => boolean = () => true): number {
    return this.uploads.reduce((sum, upload) => sum + (upload.charged && of(upload) ? upload.listed : 0), 0);
  }

  uploadsOf(content: number, operation: OperationId): Upload[] {
    return this.uploads.filter((each) => each.content === content && each.operation === operation);
  }

  /** Contents that were charged more often than asked for: `times` by the user, and once more for each decision. */
  overcharged(operations: readonly OperationId[], times: number): Excess[] {
    const contents = new Set(this.uploads.flatMap(({ content }) => content ?? []));
    return [...contents].flatMap((content) =>
      operations.flatMap((operation) => {
        const charged = this.uploadsOf(content, operation).filter((each) => each.charged);
        const allowed = times + (this.#decisions.get(content)?.length ?? 0);
        return charged.length <= allowed
          ? []
          : [{ content, operation, charges: charged.length, allowed, serials: charged.map(({ serial }) => serial) }];
      }),
    );
  }

  /** What was paid and is not to be seen in any result, beyond what the user gave up by deciding to send it again. */
  lost(operation: OperationId, shown: ReadonlySet<number>): Upload[] {
    const unseen = this.uploads.filter(
      (each) => each.charged && each.operation === operation && !shown.has(each.serial),
    );
    const decisions = (content: number | null) => this.#decisions.get(content ?? 0)?.length ?? 0;
    return unseen.filter(
      (each) => unseen.filter(({ content }) => content === each.content).length > decisions(each.content),
    );
  }

  /**
   * Uploads that were sent although one before might have been charged, and nobody had decided so. Only a key that the same service
   * still knows makes up for a decision.
   */
  sentUnasked(): { readonly serial: number; readonly before: number; readonly answer: string }[] {
    return this.uploads.flatMap((upload) => {
      if (upload.content === null) return [];
      const earlier = this.uploadsOf(upload.content, upload.operation).filter(({ serial }) => serial < upload.serial);
      const isKnownAgain = ({ firstOfKey }: Upload) => firstOfKey !== null && firstOfKey === upload.firstOfKey;
      const doubt = earlier.findLast((each) => each.unclear && !isKnownAgain(each));
      if (doubt === undefined) return [];
      const decisions = this.#decisions.get(upload.content) ?? [];
      const isDecided = decisions.some(({ after }) => after >= doubt.serial && after < upload.serial);
      return isDecided ? [] : [{ serial: upload.serial, before: doubt.serial, answer: doubt.answer }];
    });
  }

  /** The most requests in any `ms` of fast time, of those that `counts` picks. */
  busiest(ms: number, counts: (request: Upload | Question) => boolean = () => true): number {
    const times = [...this.uploads, ...this.questions]
      .filter(counts)
      .map(({ at }) => at)
      .sort((a, b) => a - b);
    let max = 0;
    let from = 0;
    times.forEach((at, index) => {
      while (at - (times[from] ?? at) >= ms) from += 1;
      max = Math.max(max, index - from + 1);
    });
    return max;
  }

  /** Everything in order, a line each; times in s after the first request. */
  lines(): string[] {
    const all = [...this.uploads, ...this.questions].sort((a, b) => a.at - b.at);
    const startedAt = all[0]?.at ?? 0;
    return all.map((request) => {
      const time = `${((request.at - startedAt) / 1000).toFixed(1)} s`;
      if ('kind' in request) return `${time} ${request.kind} ${request.about.slice(-28)}: ${request.answer}`;
      const facts = [
        request.whole ? 'whole' : 'cut',
        ...(request.charged ? ['charged'] : []),
        ...(request.unclear ? ['unclear'] : []),
      ];
      const task = request.task === null ? '' : ` as ${request.task}`;
      return `${time} upload ${request.serial} of ${request.content} to ${request.operation}: ${request.answer} (${facts.join(', ')})${task}`;
    });
  }
}
