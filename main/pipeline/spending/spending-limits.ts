/**
 * Caps on what a service may cost. Before a request is sent, the most it can cost is reserved in the ledger, in the transaction that
 * says it is being sent; so caps hold however many lanes there are, and whatever becomes of the answers.
 */
import { randomUUID } from 'node:crypto';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { operations } from '../../../contract/operations/table.ts';
import { type CapKind, priceOf, startOfDay, startOfMonth } from '../../../contract/services/costs.ts';
import type { Profile } from '../../../contract/services/profile.ts';
import type { Clock } from '../../clock.ts';
import { ServiceFailure } from '../../service/service-failure.ts';
import type { Job, NewCharge, OpenCharge, Store } from '../../store/index.ts';
import { jobError, type Outcome, outcomeOf } from '../stage-outcome.ts';
import { creditsBought, maxChargeDelayMs } from './charge-timing.ts';

/** How long a service knows a request by its key, in ms; services promise 24 hours. */
const keyLifetimeMs = 23 * 60 * 60 * 1000;

type Prepared = Extract<Outcome, { kind: 'next' }>;
type ToReserve = Pick<Job, 'batchId' | 'operation' | 'profileId'>;

/** Why a request must not be sent. */
export interface SpendingRefusal {
  /** `price`: what it costs is not known; `unknown-balance`: nor is what is left. */
  readonly cap: CapKind | 'price' | 'unknown-balance';
  readonly sentence: MessageDescriptor;
}

export interface SpendingLimits {
  /**
   * What becomes of a job that is ready to be sent: `prepared`, with its reservation, unless a cap is in the way.
   * @param accountId `ServiceClient.accountId` of the account it is about to be sent to
   * @param stop stops the service's lane
   */
  withReservation(job: Job, prepared: Prepared, accountId: string, stop: (failure: ServiceFailure) => void): Outcome;
  /**
   * What becomes of a job that is about to be sent and must not be, before anybody else is told that it is: null = it may.
   * @param stop stops the service's lane
   */
  outcomeIfRefused(job: Job, stop: (failure: ServiceFailure) => void): Outcome | null;
  /** Why a request like this one must not be sent now; null = it may. */
  findRefusal(job: ToReserve): SpendingRefusal | null;
  /** Writes a request down that is about to be sent, with the most it may cost. */
  recordRequest(job: NewCharge['job'], accountId: string | null): void;
}

export const limitReachedCode = 'CAP_REACHED';

export function createSpendingLimits(
  { ledger, balances, batches, profiles }: Pick<Store, 'ledger' | 'balances' | 'batches' | 'profiles'>,
  clock: Pick<Clock, 'now' | 'monotonic'>,
  canCharge: (profileId: string) => boolean,
): SpendingLimits {
  /** When this process first sent a request, by the id of its charge, in ms of the monotonic clock. */
  const sentTimes = new Map<number, number>();

  function findRefusal(job: ToReserve): SpendingRefusal | null {
    const profile = profiles.get(job.profileId);
    const batchCap = batches.capOf(job.batchId);
    if (profile === null) return null;
    const { perDay, perMonth, keepBalance } = profile.costs;
    if (batchCap === null && perDay === null && perMonth === null && keepBalance === null) return null;
    const price = priceOf(job.operation, profile.costs);
    if (price === null) {
      const operation = { named: operations[job.operation].title };
      return { cap: 'price', sentence: msg('pipeline.cap.price', { operation }) };
    }
    const isOver = (limit: number | null, spent: () => number) => limit !== null && spent() + price > limit;
    if (isOver(batchCap, () => ledger.spentOfBatch(job.batchId).credits))
      return { cap: 'batch', sentence: msg('pipeline.cap.batch', { most: batchCap ?? 0 }) };
    const now = clock.now();
    if (isOver(perDay, () => ledger.spent(profile.id, startOfDay(now)).credits))
      return { cap: 'day', sentence: msg('pipeline.cap.day', { most: perDay ?? 0 }) };
    if (isOver(perMonth, () => ledger.spent(profile.id, startOfMonth(now)).credits))
      return { cap: 'month', sentence: msg('pipeline.cap.month', { most: perMonth ?? 0 }) };
    return keepBalance === null ? null : findBalanceRefusal(profile, keepBalance, price, now);
  }

  function findBalanceRefusal(
    { id, name }: Profile,
    minBalance: number,
    price: number,
    now: number,
  ): SpendingRefusal | null {
    const known = balances.since(id, now - maxChargeDelayMs.async);
    const newest = known.at(-1);
    if (newest === undefined)
      return { cap: 'unknown-balance', sentence: msg('pipeline.cap.unknownBalance', { service: name }) };
    // Charges may come late: what an earlier balance leaves holds as well, but for credits that were bought since.
    const left = Math.min(
      ...known.map(
        (each) => each.balance + creditsBought(each, newest) - ledger.spentSinceBalance(id, each.at).credits,
      ),
    );
    return left - price < minBalance
      ? { cap: 'balance', sentence: msg('pipeline.cap.balance', { least: minBalance }) }
      : null;
  }

  /** Reserves what the job's next request may cost. Returns how it ends instead where it must not be sent. */
  function reserve(
    job: Job,
    prepared: Prepared,
    accountId: string,
    stop: (failure: ServiceFailure) => void,
  ): Outcome | undefined {
    const open = ledger.open(job.id);
    // Asked for once more under the key it was sent with, it costs nothing more.
    const isKnown = open !== null && isKeyValid(open, job, accountId);
    if (open !== null && !isKnown) {
      ledger.markUncertain(job.id);
      return { kind: 'uncertain', error: jobError('uncertain', 'KEY_EXPIRED', msg('pipeline.answerLost'), 'decide') };
    }
    const refusedOutcome = isKnown ? null : enforce(job, stop);
    if (refusedOutcome !== null) return refusedOutcome;
    const alternative = prepared.commit?.();
    if (alternative) return alternative;
    if (isKnown) ledger.countResend(job.id);
    else recordRequest(job, accountId);
    return undefined;
  }

  /** Holds the batch, or stops the lane, where a limit is in the way. */
  function enforce(job: Job, stop: (failure: ServiceFailure) => void): Outcome | null {
    const refused = findRefusal(job);
    if (refused === null) return null;
    if (refused.cap === 'batch') {
      batches.holdForCost(job.batchId);
      return { kind: 'back' };
    }
    const failure = toFailure(refused);
    stop(failure);
    return outcomeOf(failure);
  }

  /** Whether the service still knows a request by its key: the same account, and an age that is certain. */
  function isKeyValid(open: OpenCharge, { profileId, step }: Job, accountId: string): boolean {
    const { id, idempotencyKey, sentAt } = open;
    const isSame = open.accountId === accountId && open.profileId === profileId && open.step === step;
    // The wall clock may have been set. A negative age is one that nobody knows.
    const age = clock.now() - sentAt;
    const knownAge = clock.monotonic() - (sentTimes.get(id) ?? clock.monotonic());
    return idempotencyKey !== null && isSame && age >= 0 && Math.max(age, knownAge) < keyLifetimeMs;
  }

  function recordRequest(job: NewCharge['job'], accountId: string | null): void {
    const profile = profiles.get(job.profileId);
    const hasKey = accountId !== null && profile?.idempotencyKeys === true;
    const id = ledger.recordRequest({
      job,
      service: profile?.name ?? job.profileId,
      reserved: profile && priceOf(job.operation, profile.costs),
      idempotencyKey: hasKey ? randomUUID() : null,
      accountId: hasKey ? accountId : null,
    });
    if (hasKey) sentTimes.set(id, clock.monotonic());
  }

  return {
    findRefusal,
    recordRequest,
    outcomeIfRefused: (job, stop) =>
      canCharge(job.profileId) && ledger.open(job.id) === null ? enforce(job, stop) : null,
    withReservation(job, prepared, accountId, stop) {
      if (canCharge(job.profileId)) return { ...prepared, commit: () => reserve(job, prepared, accountId, stop) };
      if (ledger.open(job.id) === null) return prepared;
      // It was sent under a key to a service that charges, and is sent to a free one now.
      return {
        ...prepared,
        commit() {
          ledger.markUncertain(job.id);
          return prepared.commit?.();
        },
      };
    },
  };
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
