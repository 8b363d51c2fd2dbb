/**
 * Queries balances before work and after a lost response. The pair around it is evidence for the user. It settles no
 * charge and sends nothing.
 */
import type { Charge, Evidence } from '../../../contract/services/costs.ts';
import type { Clock } from '../../clock.ts';
import { ServiceFailure } from '../../service/errors/service-failure.ts';
import type { Credits } from '../../service/requests/test-connection.ts';
import type { Balance, Store } from '../../store/index.ts';
import { StageEnd } from '../stage-outcome.ts';
import { creditsBought, maxChargeDelayMs } from './charge-timing.ts';

/** Idle times before the next queries, in ms. */
const quietMs = [1000, maxChargeDelayMs.direct, maxChargeDelayMs.async] as const;
/** Age of a current balance, in ms. */
const freshMs = 60_000;
/** Delay after a failed query, in ms. */
const retryMs = 10 * 60_000;
/** Maximum time in ms that work waits for a query. */
const queryTimeoutMs = 5_000;

export interface EvidenceContext {
  readonly store: Pick<Store, 'ledger' | 'balances' | 'transaction'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly canCharge: (profileId: string) => boolean;
  /** Whether other stations spend too, so that its balance proves nothing. */
  readonly isShared: (profileId: string) => boolean;
  /** @throws ServiceFailure or StageEnd if there is no balance */
  readonly ask: (profileId: string, signal: AbortSignal) => Promise<Credits>;
  readonly onFault: (error: unknown) => void;
  readonly onBalanceQueried: () => void;
}

export class EvidenceKeeper {
  private readonly context: EvidenceContext;
  private readonly queries = new Map<string, Promise<void>>();
  /** Times of the last failed queries. */
  private readonly failedAt = new Map<string, number>();
  /** Services with requests since their last query. */
  private readonly changed = new Set<string>();

  constructor(context: EvidenceContext) {
    this.context = context;
  }

  /** Waits for a paid service's balance before a request. */
  async before(profileId: string): Promise<void> {
    if (!this.context.canCharge(profileId)) return;
    await this.queryUnlessKnown(profileId);
    this.changed.add(profileId);
  }

  /** Queries due balances. An arrow function, because timers call it unbound. */
  readonly check = (): void => {
    for (const profileId of this.servicesDue(0)) void this.query(profileId);
  };

  /** Whether a query runs or is due. */
  get isBusy(): boolean {
    return this.queries.size > 0 || this.servicesDue(quietMs[0]).length > 0;
  }

  /** Queries changed balances after all work. @returns whether any query runs */
  settlesUp(): boolean {
    const { store, clock } = this.context;
    for (const profileId of this.changed) {
      const hasBalance = store.balances.before(profileId, clock.now()) !== null;
      if (hasBalance && !store.ledger.isUnderWay(profileId)) void this.query(profileId);
    }
    return this.queries.size > 0;
  }

  renew(profileId: string): void {
    if (this.context.clock.now() - this.lastQueriedAt(profileId) >= freshMs) void this.query(profileId);
  }

  private query(profileId: string): Promise<void> {
    const running = this.queries.get(profileId);
    if (running) return running;
    const done = this.queryNow(profileId)
      .catch(this.context.onFault)
      .finally(() => {
        this.queries.delete(profileId);
        this.context.onBalanceQueried();
      });
    this.queries.set(profileId, done);
    return done;
  }

  private async queryNow(profileId: string): Promise<void> {
    const { store, clock, isShared } = this.context;
    const { ledger, balances } = store;
    if (ledger.isUnderWay(profileId)) return;
    this.changed.delete(profileId);
    const queriedAt = clock.now();
    const credits = await this.readCredits(profileId);
    if (credits === null || !Number.isFinite(credits.balance)) {
      this.failedAt.set(profileId, queriedAt);
      return;
    }
    this.failedAt.delete(profileId);
    // The balance may or may not include a request that was just sent.
    if (ledger.isUnderWay(profileId) || (ledger.lastAt(profileId) ?? 0) > queriedAt) return;
    const balance: Balance = { at: queriedAt, balance: credits.balance, total: credits.total };
    store.transaction(() => {
      if (!isShared(profileId)) this.storeEvidence(profileId, balance);
      balances.note(profileId, balance);
    });
  }

  private async readCredits(profileId: string): Promise<Credits | null> {
    try {
      return await this.context.ask(profileId, AbortSignal.timeout(queryTimeoutMs));
    } catch (error) {
      if (error instanceof ServiceFailure || error instanceof StageEnd || isTimeout(error)) return null;
      throw error;
    }
  }

  private async queryUnlessKnown(profileId: string): Promise<void> {
    const { store, clock } = this.context;
    const { ledger, balances } = store;
    const now = clock.now();
    const known = balances.before(profileId, now);
    const isKnown = known !== null && (known.at > (ledger.lastAt(profileId) ?? 0) || now - known.at < freshMs);
    const hasJustFailed = now - (this.failedAt.get(profileId) ?? Number.NEGATIVE_INFINITY) < retryMs;
    const isSkipped = isKnown || hasJustFailed || ledger.isUnderWay(profileId);
    await (isSkipped ? this.queries.get(profileId) : this.query(profileId));
  }

  /** Returns lost responses without final evidence, and the balance before them. */
  private findLost(profileId: string, now: number) {
    const { ledger, balances } = this.context.store;
    const open = ledger.uncertain(profileId).filter((charge) => !isWeighed(charge));
    const lost = open.filter(({ sentAt }) => balances.before(profileId, sentAt) !== null);
    return { lost, start: balances.before(profileId, Math.min(now, ...lost.map(({ sentAt }) => sentAt))) };
  }

  private storeEvidence(profileId: string, found: Balance): void {
    const { ledger } = this.context.store;
    const { lost, start } = this.findLost(profileId, found.at);
    if (start === null || lost.length === 0) return;
    const costs = ledger
      .since(profileId, start.at)
      .filter(({ outcome }) => outcome === 'charged')
      .map(({ cost }) => cost);
    if (costs.includes(null)) return;
    const evidence: Evidence = {
      // Count bought credits as if they had been there before.
      before: rounded(start.balance + creditsBought(start, found)),
      after: found.balance,
      known: rounded(costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)),
      among: lost.length,
      at: found.at,
    };
    for (const { id } of lost) ledger.keepEvidence(id, evidence);
  }

  /** Returns services whose balance is due within `ms`. */
  private servicesDue(ms: number): string[] {
    const { store, clock, canCharge } = this.context;
    return store.ledger.uncertainProfiles().filter((profileId) => {
      if (!canCharge(profileId) || store.ledger.isUnderWay(profileId)) return false;
      const due = this.dueAt(profileId);
      return due !== null && due <= clock.now() + ms;
    });
  }

  /** Returns null if further balances add no evidence. */
  private dueAt(profileId: string): number | null {
    const { store, clock } = this.context;
    if (this.findLost(profileId, clock.now()).lost.length === 0) return null;
    const last = store.ledger.lastAt(profileId) ?? 0;
    const next = quietMs.find((quiet) => last + quiet > this.lastQueriedAt(profileId));
    return next === undefined ? null : last + next;
  }

  private lastQueriedAt(profileId: string): number {
    const { store, clock } = this.context;
    const known = store.balances.before(profileId, clock.now());
    return Math.max(known?.at ?? 0, this.failedAt.get(profileId) ?? 0);
  }
}

/** Whether no more charges could arrive before the query. */
function isWeighed({ evidence, sentAt }: Charge): boolean {
  return evidence !== null && evidence.at - sentAt >= maxChargeDelayMs.async;
}

/** Credits may be fractions. */
const rounded = (credits: number) => Math.round(credits * 1e6) / 1e6;
const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError';
