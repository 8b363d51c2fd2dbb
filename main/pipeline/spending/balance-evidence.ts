/**
 * What a service's balance proves. It is asked for before work begins and after an answer was lost, each time with no request under
 * way: what is missing between two balances, less what is accounted for, is what the lost answers have cost.
 */
import type { Charge, Evidence } from '../../../contract/costs.ts';
import { msg } from '../../../contract/message.ts';
import { operations } from '../../../contract/operations/table.ts';
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
/** So many balances back, at most, a price is looked for. */
const lookBack = 20;
/** A price that is known otherwise is only corrected over this many requests. */
const enoughToCorrect = 3;

export interface EvidenceContext {
  readonly store: Pick<Store, 'ledger' | 'balances' | 'jobs' | 'actions' | 'events' | 'transaction'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly canCharge: (profileId: string) => boolean;
  /** True where others may spend of the same account at the same time: then nothing is proved by its balance. */
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
      if (!isShared(profileId)) weigh(profileId, found);
      balances.note(profileId, found);
    });
  }

  /** Lost answers that a balance may still tell something of, and the last balance before the first of them. */
  function inDoubt(profileId: string, now: number) {
    const open = ledger.uncertain(profileId).filter((charge) => !isWeighed(charge));
    const lost = open.filter(({ sentAt }) => balances.before(profileId, sentAt) !== null);
    return { lost, start: balances.before(profileId, Math.min(now, ...lost.map(({ sentAt }) => sentAt))) };
  }

  function weigh(profileId: string, found: Balance): void {
    const { lost, start } = inDoubt(profileId, found.at);
    if (start === null) return;
    const charges = ledger.since(profileId, start.at);
    if (lost.length > 0) judge(profileId, lost, charges, start, found);
    else learn(profileId, found);
  }

  function judge(
    profileId: string,
    lost: readonly Charge[],
    charges: readonly Charge[],
    start: Balance,
    found: Balance,
  ): void {
    const costs = charges.filter(({ outcome }) => outcome === 'charged').map(({ cost }) => cost);
    if (costs.includes(null)) return;
    const known = sum(costs);
    const rest = rounded(dropBetween(start, found) - known);
    const evidence: Evidence = {
      before: start.balance,
      after: found.balance,
      known,
      among: lost.length,
      at: found.at,
    };
    const arePriced = lost.every(({ reserved }) => reserved !== null && reserved > 0);
    const last = ledger.lastAt(profileId) ?? 0;
    const isOver = lost.every(({ operation }) => found.at - last >= maxChargeDelayMs[operations[operation].delivery]);
    // A balance that has never gone down may be one that counts nothing.
    const counts = known > 0 || balances.hasFallen(profileId);
    if (arePriced && rest === 0 && isOver && counts) {
      for (const { id } of lost) ledger.proved(id, 'not-charged', 0, evidence);
      sendAgain(lost);
    } else if (arePriced && rest === sum(lost.map(({ reserved }) => reserved))) {
      for (const { id, reserved, jobId } of lost) {
        ledger.proved(id, 'charged', reserved ?? 0, evidence);
        store.events.add(jobId, {
          kind: 'notice',
          text: msg('pipeline.evidence.charged', wordsOf(evidence, reserved)),
        });
      }
    } else for (const { id } of lost) ledger.witnessed(id, evidence);
  }

  /** What was not charged is sent without asking: that costs what it would have cost then. */
  function sendAgain(lost: readonly Charge[]): void {
    const ids = [...new Set(lost.map(({ jobId }) => jobId))].filter((id) => store.jobs.get(id)?.state === 'uncertain');
    for (const id of ids) store.events.add(id, { kind: 'notice', text: msg('pipeline.evidence.notCharged') });
    store.actions.decide(ids, 'send-again');
  }

  /** Where all that was paid for since an earlier balance was the same operation, it tells the price of that. */
  function learn(profileId: string, found: Balance): void {
    for (const start of balances.newest(profileId, lookBack)) {
      const charges = ledger.since(profileId, start.at);
      const paid = charges.filter(({ outcome }) => outcome === 'charged');
      const [first] = paid;
      if (first === undefined) continue;
      const isOne = charges.every(({ outcome, operation }) => outcome !== 'uncertain' && operation === first.operation);
      if (!isOne) return;
      const each = rounded(dropBetween(start, found) / paid.length);
      const wrong = paid.filter(({ cost }) => cost !== each);
      if (wrong.length === 0) return;
      // Charges may come late: what a balance shows at once can only be too little.
      const isOver =
        found.at - (ledger.lastAt(profileId) ?? 0) >= maxChargeDelayMs[operations[first.operation].delivery];
      const isMore = wrong.every(({ cost }) => cost !== null && cost < each);
      const isKnown = wrong.some(({ cost }) => cost !== null);
      const isPrice = each > 0 && Number.isInteger(rounded(each * 100));
      if (!isPrice || (!isOver && !isMore) || (isKnown && paid.length < enoughToCorrect)) continue;
      const evidence: Evidence = {
        before: start.balance,
        after: found.balance,
        known: each * paid.length,
        among: 0,
        at: found.at,
      };
      for (const { id } of wrong) ledger.proved(id, 'charged', each, evidence);
      return;
    }
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
    ledger.servicesInDoubt().filter((profileId) => {
      if (!canCharge(profileId) || ledger.isUnderWay(profileId)) return false;
      const due = dueAt(profileId);
      return due !== null && due <= clock.now() + ms;
    });
  const lastQueriedAt = (profileId: string) =>
    Math.max(balances.before(profileId, clock.now())?.at ?? 0, untold.get(profileId) ?? 0);

  return {
    renew(profileId) {
      if (clock.now() - lastQueriedAt(profileId) >= freshMs) void askOnce(profileId);
    },
    async before(profileId) {
      if (!canCharge(profileId) || ledger.isUnderWay(profileId)) return asking.get(profileId);
      const now = clock.now();
      const known = balances.before(profileId, now);
      const isKnown = known !== null && (known.at > (ledger.lastAt(profileId) ?? 0) || now - known.at < freshMs);
      if (isKnown || now - (untold.get(profileId) ?? Number.NEGATIVE_INFINITY) < askAgainMs)
        return asking.get(profileId);
      await askOnce(profileId);
    },
    settlesUp() {
      for (const profileId of ledger.services()) {
        const last = ledger.lastAt(profileId) ?? 0;
        const hasBalance = balances.before(profileId, clock.now()) !== null;
        if (canCharge(profileId) && hasBalance && lastQueriedAt(profileId) < last && !ledger.isUnderWay(profileId))
          void askOnce(profileId);
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

/** The balance was asked for when nothing more could come, and has proved nothing. */
function isWeighed({ evidence, sentAt }: Charge): boolean {
  return evidence !== null && evidence.at - sentAt >= maxChargeDelayMs.async;
}

/** What was spent between two balances; credits that were bought meanwhile are told by the total, where the service has one. */
function dropBetween(start: Balance, end: Balance): number {
  return rounded(start.balance - end.balance + creditsBought(start, end));
}

function wordsOf({ before, after }: Evidence, cost: number | null) {
  return { before, after, cost: cost ?? 0 };
}

const sum = (costs: readonly (number | null)[]) => rounded(costs.reduce<number>((all, cost) => all + (cost ?? 0), 0));
/** Credits may be parts of one. */
const rounded = (credits: number) => Math.round(credits * 1e6) / 1e6;
const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError';
