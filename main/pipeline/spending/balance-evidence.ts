/**
 * Queries balances before work begins and after an answer was lost, each time with no request under way, and keeps the pair around a
 * lost answer. The user weighs it: no balance settles a charge, changes a price or sends anything.
 */
import type { Charge, Evidence } from '../../../contract/services/costs.ts';
import type { Clock } from '../../clock.ts';
import { ServiceFailure } from '../../service/service-failure.ts';
import type { Credits } from '../../service/test-connection.ts';
import type { Balance, Store } from '../../store/index.ts';
import { StageEnd } from '../stage-outcome.ts';
import { creditsBought, maxChargeDelayMs } from './charge-timing.ts';

/** The balance is asked for again once nothing was sent or answered for so long (ms). */
const quietFor = [1000, maxChargeDelayMs.direct, maxChargeDelayMs.async] as const;
/** A balance is taken for new for so long (ms). */
const freshMs = 60_000;
/** A service that did not tell its balance is asked again after this time (ms). */
const askAgainMs = 10 * 60_000;
/** Work waits no longer than this (ms) for a balance. */
const patienceMs = 5_000;

export interface EvidenceContext {
  readonly store: Pick<Store, 'ledger' | 'balances' | 'transaction'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly canCharge: (profileId: string) => boolean;
  /** Whether other stations spend from the same account: its balance then says nothing about one lost answer. */
  readonly isShared: (profileId: string) => boolean;
  /** @throws ServiceFailure, StageEnd where it cannot be asked, or does not say */
  readonly ask: (profileId: string, signal: AbortSignal) => Promise<Credits>;
  readonly onFault: (error: unknown) => void;
  /** Told when a balance was asked for, whatever came of it. */
  readonly onBalanceQueried: () => void;
}

export interface EvidenceKeeper {
  /** Before a request is sent: resolves once the balance is known, where that is needed and can be had. */
  before(profileId: string): Promise<void>;
  /** Asks for the balances that lost answers wait for; for a timer. */
  check(): void;
  /** True while a balance is asked for, or about to be. */
  readonly isBusy: boolean;
  /** At the end of all work: asks for the balances that it has changed; true while any is being asked for. */
  settlesUp(): boolean;
  /** Asks for a balance that is a minute old, where nothing is under way. */
  renew(profileId: string): void;
}

export function evidenceKeeper({
  store,
  clock,
  canCharge,
  isShared,
  ask,
  onFault,
  onBalanceQueried,
}: EvidenceContext): EvidenceKeeper {
  const { ledger, balances } = store;
  const asking = new Map<string, Promise<void>>();
  const untold = new Map<string, number>();
  /** Services that were sent something since their balance was queried. */
  const changed = new Set<string>();

  /** One question at a time for each service. */
  function askOnce(profileId: string): Promise<void> {
    const under = asking.get(profileId);
    if (under) return under;
    const done = askNow(profileId)
      .catch(onFault)
      .finally(() => {
        asking.delete(profileId);
        onBalanceQueried();
      });
    asking.set(profileId, done);
    return done;
  }

  async function askNow(profileId: string): Promise<void> {
    if (ledger.isUnderWay(profileId)) return;
    changed.delete(profileId);
    const queriedAt = clock.now();
    const credits = await ask(profileId, AbortSignal.timeout(patienceMs)).catch((error: unknown) => {
      if (error instanceof ServiceFailure || error instanceof StageEnd || isTimeout(error)) return null;
      throw error;
    });
    if (credits === null || !Number.isFinite(credits.balance)) {
      untold.set(profileId, queriedAt);
      return;
    }
    untold.delete(profileId);
    // Something was sent meanwhile: it may be in this balance, or not.
    if (ledger.isUnderWay(profileId) || (ledger.lastAt(profileId) ?? 0) > queriedAt) return;
    const found: Balance = { at: queriedAt, balance: credits.balance, total: credits.total };
    store.transaction(() => {
      if (!isShared(profileId)) keepEvidence(profileId, found);
      balances.note(profileId, found);
    });
  }

  /** Lost answers that a later balance may still concern, and the last balance before the first of them. */
  function inDoubt(profileId: string, now: number) {
    const open = ledger.uncertain(profileId).filter((charge) => !isWeighed(charge));
    const lost = open.filter(({ sentAt }) => balances.before(profileId, sentAt) !== null);
    return { lost, start: balances.before(profileId, Math.min(now, ...lost.map(({ sentAt }) => sentAt))) };
  }

  function keepEvidence(profileId: string, found: Balance): void {
    const { lost, start } = inDoubt(profileId, found.at);
    if (start === null || lost.length === 0) return;
    const costs = ledger
      .since(profileId, start.at)
      .filter(({ outcome }) => outcome === 'charged')
      .map(({ cost }) => cost);
    if (costs.includes(null)) return;
    const evidence: Evidence = {
      // Credits that were bought meanwhile, as if they had been there before.
      before: rounded(start.balance + creditsBought(start, found)),
      after: found.balance,
      known: rounded(costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)),
      among: lost.length,
      at: found.at,
    };
    for (const { id } of lost) ledger.keepEvidence(id, evidence);
  }

  /** When its balance is to be asked for next; null = it has said what it can. */
  function dueAt(profileId: string): number | null {
    if (inDoubt(profileId, clock.now()).lost.length === 0) return null;
    const last = ledger.lastAt(profileId) ?? 0;
    const next = quietFor.find((quiet) => last + quiet > lastQueriedAt(profileId));
    return next === undefined ? null : last + next;
  }

  /** Services whose balance is due in so many ms. */
  const toAsk = (ms: number) =>
    ledger.uncertainProfiles().filter((profileId) => {
      if (!canCharge(profileId) || ledger.isUnderWay(profileId)) return false;
      const due = dueAt(profileId);
      return due !== null && due <= clock.now() + ms;
    });
  const lastQueriedAt = (profileId: string) =>
    Math.max(balances.before(profileId, clock.now())?.at ?? 0, untold.get(profileId) ?? 0);

  async function queryUnlessKnown(profileId: string): Promise<void> {
    const now = clock.now();
    const known = balances.before(profileId, now);
    const isKnown = known !== null && (known.at > (ledger.lastAt(profileId) ?? 0) || now - known.at < freshMs);
    const isUntold = now - (untold.get(profileId) ?? Number.NEGATIVE_INFINITY) < askAgainMs;
    await (isKnown || isUntold || ledger.isUnderWay(profileId) ? asking.get(profileId) : askOnce(profileId));
  }

  return {
    renew(profileId) {
      if (clock.now() - lastQueriedAt(profileId) >= freshMs) void askOnce(profileId);
    },
    async before(profileId) {
      if (!canCharge(profileId)) return;
      await queryUnlessKnown(profileId);
      changed.add(profileId);
    },
    settlesUp() {
      for (const profileId of changed) {
        const hasBalance = balances.before(profileId, clock.now()) !== null;
        if (hasBalance && !ledger.isUnderWay(profileId)) void askOnce(profileId);
      }
      return asking.size > 0;
    },
    get isBusy() {
      return asking.size > 0 || toAsk(quietFor[0]).length > 0;
    },
    check() {
      for (const profileId of toAsk(0)) void askOnce(profileId);
    },
  };
}

/** Whether the balance was queried when no more charges could come. */
function isWeighed({ evidence, sentAt }: Charge): boolean {
  return evidence !== null && evidence.at - sentAt >= maxChargeDelayMs.async;
}

/** Credits may be parts of one. */
const rounded = (credits: number) => Math.round(credits * 1e6) / 1e6;
const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError';
