/** The service's record of each upload, charge, task, query and download, and the checks on them. */
import type { OperationId } from '../../../contract/operations/operation-spec.ts';

export interface Upload {
  /** Counts from 1; part of the mark of the results. */
  readonly serial: number;
  readonly operation: OperationId;
  /** Fast time, ms since 1970. */
  readonly at: number;
  /** The photograph; null until it has arrived. */
  content: number | null;
  /** Serial of the upload whose result was sent; 0 for a photograph. */
  madeBy: number;
  /** Size in px; null if it is that of marked photographs. */
  size: { readonly width: number; readonly height: number } | null;
  whole: boolean;
  charged: boolean;
  /** Credits charged. */
  price: number;
  /** Credits of the price list. */
  listed: number;
  refunded: boolean;
  /** Time from which the refund is part of the balance, in ms of fast time; null if that is at once. */
  refundShownAt: number | null;
  /** Whether the charge is uncertain for the sender. */
  unclear: boolean;
  /** Serial of the first upload under this idempotency key, while the key is valid; null without a key. */
  firstOfKey: number | null;
  task: string | null;
  /** Name of the response. */
  answer: string;
}

export const newUpload = {
  ...{ content: null, madeBy: 0, size: null, whole: false, task: null, answer: 'unanswered' },
  ...{ charged: false, price: 0, listed: 0, refunded: false, refundShownAt: null, unclear: false, firstOfKey: null },
};

/** A request without an upload. */
export interface Question {
  readonly kind: 'query' | 'download' | 'credits' | 'other';
  readonly at: number;
  /** Task id, token or path. */
  readonly about: string;
  answer: string;
}

interface Excess {
  readonly content: number;
  readonly operation: OperationId;
  readonly charges: number;
  readonly allowed: number;
  readonly serials: readonly number[];
}

export class Ledger {
  readonly uploads: Upload[] = [];
  readonly questions: Question[] = [];
  /** Requests that no client should send. */
  readonly misdeeds: string[] = [];
  readonly byRequestId = new Map<string, Upload>();
  /** Decisions to send a content again, each with the serial of the upload before it. */
  readonly #decisions = new Map<number, { readonly after: number }[]>();
  /** Number of requests with a fault. */
  faults = 0;

  get last(): number {
    return this.uploads.length;
  }

  /** Records a decision to send a content again. */
  decided(content: number): void {
    const list = this.#decisions.get(content) ?? [];
    list.push({ after: this.last });
    this.#decisions.set(content, list);
  }

  /** Takes a charge back. */
  refund(upload: Upload, shownAt: number | null = null): void {
    if (upload.refunded) return;
    upload.refundShownAt = upload.charged ? shownAt : null;
    upload.charged = false;
    upload.refunded = true;
  }

  /** Returns the credits missing from the balance at a time. */
  missingAt(now: number): number {
    const isMissing = ({ charged, refundShownAt }: Upload) =>
      charged || (refundShownAt !== null && refundShownAt > now);
    return this.uploads.reduce((sum, upload) => sum + (isMissing(upload) ? upload.price : 0), 0);
  }

  /** Returns the credits charged by the price list. */
  listedSpent(of: (upload: Upload) => boolean = () => true): number {
    return this.uploads.reduce((sum, upload) => sum + (upload.charged && of(upload) ? upload.listed : 0), 0);
  }

  uploadsOf(content: number, operation: OperationId): Upload[] {
    return this.uploads.filter((each) => each.content === content && each.operation === operation);
  }

  /** Finds contents with more charges than `times` and one for each decision. */
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

  /** Finds paid uploads that no result shows, except one for each decision. */
  lost(operation: OperationId, shown: ReadonlySet<number>): Upload[] {
    const unseen = this.uploads.filter(
      (each) => each.charged && each.operation === operation && !shown.has(each.serial),
    );
    const decisions = (content: number | null) => this.#decisions.get(content ?? 0)?.length ?? 0;
    return unseen.filter(
      (each) => unseen.filter(({ content }) => content === each.content).length > decisions(each.content),
    );
  }

  /** Finds uploads after one with an uncertain charge that have neither a decision nor the same valid key. */
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

  /** Returns the maximum number of requests within `ms` of fast time. */
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

  /** Lists all requests, with the time after the first. */
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
