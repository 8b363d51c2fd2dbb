/**
 * Spending limits. Each request reserves its maximum cost in the transaction that records it, so that limits hold with
 * any number of lanes and lost responses.
 */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import {
  type CapKind,
  type Costs,
  priceMessage,
  priceOf,
  startOfDay,
  startOfMonth,
} from '../../../contract/services/costs.ts';
import type { Profile } from '../../../contract/services/profile.ts';
import type { Clock } from '../../clock.ts';
import { ServiceFailure } from '../../service/errors/service-failure.ts';
import type { Job, NewCharge, OpenCharge, Store } from '../../store/index.ts';
import { jobError, type Outcome, outcomeOf } from '../stage-outcome.ts';
import { creditsBought, maxChargeDelayMs } from './charge-timing.ts';

/** Shorter than the 24 hours that services promise, in ms. */
const keyLifetimeMs = 23 * 60 * 60 * 1000;

type PreparedOutcome = Extract<Outcome, { kind: 'next' }>;
type SpendingJob = Pick<Job, 'batchId' | 'operation' | 'profileId'>;
type StopLane = (failure: ServiceFailure) => void;

export interface SpendingRefusal {
  /** `price`: the cost is unknown. */
  readonly cap: CapKind | 'price' | 'unknown-balance';
  readonly sentence: MessageDescriptor;
}

export const limitReachedCode = 'CAP_REACHED';

export class SpendingLimits {
  private readonly store: Pick<Store, 'ledger' | 'balances' | 'batches' | 'profiles'>;
  private readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  private readonly canCharge: (profileId: string) => boolean;
  /** Times of first requests by charge, on the monotonic clock. */
  private readonly sentTimes = new Map<number, number>();
  /** Limits that all stations reached, by profile, until a monotonic time. */
  private readonly shared = new Map<string, { readonly costs: Costs; readonly until: number }>();

  constructor(
    store: Pick<Store, 'ledger' | 'balances' | 'batches' | 'profiles'>,
    clock: Pick<Clock, 'now' | 'monotonic'>,
    canCharge: (profileId: string) => boolean,
  ) {
    this.store = store;
    this.clock = clock;
    this.canCharge = canCharge;
  }

  /**
   * Adds a reservation to the commit of a prepared job, which a limit may refuse.
   * @param accountId see `ServiceClient.accountId`
   * @param stop stops the service's lane
   */
  withReservation(job: Job, prepared: PreparedOutcome, accountId: string, stop: StopLane): Outcome {
    const { ledger } = this.store;
    if (this.canCharge(job.profileId))
      return { ...prepared, commit: () => this.reserve(job, prepared, accountId, stop) };
    if (ledger.open(job.id) === null) return prepared;
    // A paid service got this request earlier.
    return {
      ...prepared,
      commit() {
        ledger.markUncertain(job.id);
        return prepared.commit?.();
      },
    };
  }

  /** Returns the outcome if a limit refuses the job, before other stations learn of it. */
  outcomeIfRefused(job: Job, stop: StopLane): Outcome | null {
    return this.canCharge(job.profileId) && this.store.ledger.open(job.id) === null ? this.enforce(job, stop) : null;
  }

  /** Stops the lane for `ms` at a limit of all stations. */
  refuseShared(job: Job, ms: number, stop: StopLane): Outcome {
    const profile = this.store.profiles.recent(job.profileId);
    if (profile !== null) this.shared.set(profile.id, { costs: profile.costs, until: this.clock.monotonic() + ms });
    return this.enforce(job, stop) ?? { kind: 'back' };
  }

  /** Returns why a request must not be sent now, or null. */
  findRefusal(job: SpendingJob): SpendingRefusal | null {
    const { batches, ledger, profiles } = this.store;
    const profile = profiles.recent(job.profileId);
    const batchCap = batches.capOf(job.batchId);
    if (profile === null) return null;
    const { perDay, perMonth, keepBalance } = profile.costs;
    if (batchCap === null && perDay === null && perMonth === null && keepBalance === null) return null;
    const price = priceOf(job.operation, profile.costs);
    if (price === null) return { cap: 'price', sentence: priceMessage(job.operation) };
    const isOver = (limit: number | null, spent: () => number) => limit !== null && spent() + price > limit;
    if (isOver(batchCap, () => ledger.spentOfBatch(job.batchId).credits))
      return { cap: 'batch', sentence: msg('pipeline.cap.batch', { most: batchCap ?? 0 }) };
    const now = this.clock.now();
    const shared = this.shared.get(profile.id);
    const isShared =
      shared !== undefined && this.clock.monotonic() < shared.until && isDeepStrictEqual(shared.costs, profile.costs);
    if (isShared && perDay !== null) return { cap: 'day', sentence: msg('pipeline.cap.day', { most: perDay }) };
    if (isShared && perMonth !== null) return { cap: 'month', sentence: msg('pipeline.cap.month', { most: perMonth }) };
    if (isOver(perDay, () => ledger.spent(profile.id, startOfDay(now)).credits))
      return { cap: 'day', sentence: msg('pipeline.cap.day', { most: perDay ?? 0 }) };
    if (isOver(perMonth, () => ledger.spent(profile.id, startOfMonth(now)).credits))
      return { cap: 'month', sentence: msg('pipeline.cap.month', { most: perMonth ?? 0 }) };
    return keepBalance === null ? null : this.findBalanceRefusal(profile, keepBalance, price, now);
  }

  /** Records a request with its maximum cost. @param accountId null without an idempotency key */
  recordRequest(job: NewCharge['job'], accountId: string | null): void {
    const { ledger, profiles } = this.store;
    const profile = profiles.recent(job.profileId);
    const hasKey = accountId !== null && profile?.idempotencyKeys === true;
    const id = ledger.recordRequest({
      job,
      service: profile?.name ?? job.profileId,
      reserved: profile && priceOf(job.operation, profile.costs),
      idempotencyKey: hasKey ? randomUUID() : null,
      accountId: hasKey ? accountId : null,
    });
    if (hasKey) this.sentTimes.set(id, this.clock.monotonic());
  }

  private findBalanceRefusal(
    { id, name }: Profile,
    minBalance: number,
    price: number,
    now: number,
  ): SpendingRefusal | null {
    const { balances, ledger } = this.store;
    const known = balances.since(id, now - maxChargeDelayMs.async);
    const newest = known.at(-1);
    if (newest === undefined)
      return { cap: 'unknown-balance', sentence: msg('pipeline.cap.unknownBalance', { service: name }) };
    // Charges may be late, so earlier balances count too, plus bought credits.
    const left = Math.min(
      ...known.map(
        (each) => each.balance + creditsBought(each, newest) - ledger.spentSinceBalance(id, each.at).credits,
      ),
    );
    return left - price < minBalance
      ? { cap: 'balance', sentence: msg('pipeline.cap.balance', { least: minBalance }) }
      : null;
  }

  /** Returns another outcome if the request must not be sent. */
  private reserve(job: Job, prepared: PreparedOutcome, accountId: string, stop: StopLane): Outcome | undefined {
    const { ledger } = this.store;
    const open = ledger.open(job.id);
    // Repeating it with a valid key costs nothing.
    const isKnown = open !== null && this.isKeyValid(open, job, accountId);
    if (open !== null && !isKnown) {
      ledger.markUncertain(job.id);
      return { kind: 'uncertain', error: jobError('uncertain', 'KEY_EXPIRED', msg('pipeline.answerLost'), 'decide') };
    }
    const refusedOutcome = isKnown ? null : this.enforce(job, stop);
    if (refusedOutcome !== null) return refusedOutcome;
    const alternative = prepared.commit?.();
    if (alternative) return alternative;
    if (isKnown) ledger.countResend(job.id);
    else this.recordRequest(job, accountId);
    return undefined;
  }

  /** Holds the batch, or stops the lane. Without a price, the job is not claimed again. */
  private enforce(job: Job, stop: StopLane): Outcome | null {
    const refused = this.findRefusal(job);
    if (refused === null) return null;
    if (refused.cap === 'batch') {
      this.store.batches.holdForCost(job.batchId);
      return { kind: 'back' };
    }
    if (refused.cap === 'price') return { kind: 'back' };
    const failure = toFailure(refused);
    stop(failure);
    return outcomeOf(failure);
  }

  /** Whether the service recognizes the key: the same account, and a certain age. */
  private isKeyValid(open: OpenCharge, { profileId, step }: Job, accountId: string): boolean {
    const { id, idempotencyKey, sentAt } = open;
    const isSame = open.accountId === accountId && open.profileId === profileId && open.step === step;
    // The wall clock may have been set. A negative age is unknown.
    const age = this.clock.now() - sentAt;
    const knownAge = this.clock.monotonic() - (this.sentTimes.get(id) ?? this.clock.monotonic());
    return idempotencyKey !== null && isSame && age >= 0 && Math.max(age, knownAge) < keyLifetimeMs;
  }
}

function toFailure({ sentence }: SpendingRefusal): ServiceFailure {
  return new ServiceFailure({
    kind: 'credits',
    code: limitReachedCode,
    sentence,
    subject: 'credits',
    advice: 'open-services',
  });
}
