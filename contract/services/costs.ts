/** Costs of requests, in credits. */
import { z } from 'zod';
import { joinMessages, type MessageDescriptor, messageKey, msg } from '../messages/message.ts';
import { type OperationId, operationIds } from '../operations/operation-spec.ts';
import { operations } from '../operations/table.ts';

export const creditsSchema = z
  .number(messageKey('contract.costs.credits'))
  .min(0, messageKey('contract.costs.credits'))
  .max(1_000_000_000, messageKey('contract.costs.credits'));
const limit = creditsSchema.nullable().default(null);

export const costsSchema = z.strictObject({
  /** Deviations from the operation table. */
  prices: z.partialRecord(z.enum(operationIds), creditsSchema).default({}),
  /** Work above it needs confirmation; null = none does. */
  askAbove: limit,
  /** Per calendar day and month. */
  perDay: limit,
  perMonth: limit,
  /** No request may bring the balance below it. */
  keepBalance: limit,
});
export type Costs = z.infer<typeof costsSchema>;

export const noCosts: Costs = { prices: {}, askAbove: null, perDay: null, perMonth: null, keepBalance: null };

/**
 * Returns the list price: the user's, else the table's; null if unknown. Balances never change it, because others may
 * use the account.
 */
export function priceOf(operation: OperationId, { prices }: Pick<Costs, 'prices'>): number | null {
  return prices[operation] ?? operations[operation].credits;
}

/**
 * Returns the first operation without a known price, or null. Under a limit, none is sent.
 * @param isBatchLimited whether the batch has a limit
 */
export function missingPrice(
  operationsLeft: readonly OperationId[],
  costs: Costs,
  isBatchLimited = false,
): OperationId | null {
  const isLimited = isBatchLimited || [costs.perDay, costs.perMonth, costs.keepBalance].some((each) => each !== null);
  return isLimited ? (operationsLeft.find((operation) => priceOf(operation, costs) === null) ?? null) : null;
}

/** Why an operation is not sent. */
export const priceMessage = (operation: OperationId): MessageDescriptor =>
  msg('pipeline.cap.price', { operation: { named: operations[operation].title } });

/** Spending limits. */
const capKinds = ['batch', 'day', 'month', 'balance'] as const;
export type CapKind = (typeof capKinds)[number];

/**
 * `open`: in progress; `not-charged`: the service did no work; `uncertain`: the response was lost, which counts as
 * spent.
 */
const chargeOutcomes = ['open', 'charged', 'not-charged', 'uncertain'] as const;
export type ChargeOutcome = (typeof chargeOutcomes)[number];

/**
 * Balances around a lost response. They prove nothing: prices, late charges, refunds, caches and other users also
 * change them.
 */
export interface Evidence {
  readonly before: number;
  readonly after: number;
  /** List price of answered requests in between. */
  readonly known: number;
  /** Lost responses in between. */
  readonly among: number;
  /** Time of the second balance. */
  readonly at: number;
}

/** A request that may have been charged; kept permanently. Times are ms since 1970. */
export interface Charge {
  readonly id: number;
  readonly sentAt: number;
  readonly profileId: string;
  /** Name at that time. */
  readonly service: string;
  readonly batchId: number;
  readonly jobId: number;
  readonly step: number;
  readonly operation: OperationId;
  readonly recipe: string;
  /** Null once deleted. */
  readonly photograph: string | null;
  readonly contentHash: string | null;
  /** Maximum cost; null = unknown. */
  readonly reserved: number | null;
  readonly cost: number | null;
  readonly outcome: ChargeOutcome;
  /** Earlier versions derived some outcomes from the balance. */
  readonly knownBy: 'answer' | 'balance' | null;
  readonly settledAt: number | null;
  /** About a lost response. */
  readonly decision: 'send-again' | 'give-up' | null;
  readonly evidence: Evidence | null;
  readonly requestId: string | null;
  readonly logId: string | null;
  readonly taskId: string | null;
}

export const chargeGroups = ['day', 'batch', 'recipe', 'service'] as const;
export type ChargeGroup = (typeof chargeGroups)[number];

export interface ChargeSum {
  /** A day (2026-11-28), batch, service or recipe; '' = previews. */
  readonly of: string;
  readonly requests: number;
  readonly charged: number;
  /** In progress, and with lost responses. */
  readonly open: number;
  readonly uncertain: number;
  /** Requests of unknown cost. */
  readonly unknown: number;
}

export interface Estimate {
  readonly profileId: string;
  readonly requests: number;
  /** Requests that are not sent, because their result exists or is shared. */
  readonly paid: number;
  readonly credits: number;
  readonly unknown: readonly OperationId[];
  /** Null if not reported. */
  readonly balance: number | null;
}

export interface BatchCost {
  /** Null = no limit. */
  readonly maxCredits: number | null;
  /** Includes uncertain charges. */
  readonly spent: number;
  readonly left: readonly Estimate[];
  /** Null without a trial. */
  readonly trial: readonly Estimate[] | null;
}

/** Estimates new photographs as if all of them are sent. */
export function estimateNew(
  operationsOfEach: readonly OperationId[],
  count: number,
  { id, costs }: { readonly id: string; readonly costs: Costs },
  balance: number | null,
): Estimate {
  const prices = operationsOfEach.map((operation) => ({ operation, price: priceOf(operation, costs) }));
  return {
    profileId: id,
    requests: count * prices.length,
    paid: 0,
    credits: prices.reduce((sum, { price }) => sum + count * (price ?? 0), 0),
    unknown: [...new Set(prices.flatMap(({ operation, price }) => (price === null ? operation : [])))],
    balance,
  };
}

export function needsConfirmation(
  { credits, unknown, requests }: Estimate,
  { askAbove }: Pick<Costs, 'askAbove'>,
): boolean {
  return askAbove !== null && requests > 0 && (credits > askAbove || unknown.length > 0);
}

export const creditsMessage = (credits: number): MessageDescriptor => msg('costs.credits', { count: credits, credits });

export function estimateMessage(
  { requests, paid, credits, unknown, balance }: Estimate,
  service: string,
): MessageDescriptor {
  const names = unknown.map((operation) =>
    msg('costs.operation', { operation: { named: operations[operation].title } }),
  );
  const amount = { service, count: requests, credits: creditsMessage(credits) };
  return joinMessages(
    requests === 0
      ? msg('costs.estimateFree', { service })
      : credits === 0 && unknown.length > 0
        ? msg('costs.estimateUnknown', { service, count: requests })
        : msg('costs.estimate', amount),
    unknown.length === 0 ? null : msg('costs.unknown', { operations: names }),
    paid === 0 ? null : msg('costs.paid', { count: paid }),
    balance === null
      ? null
      : msg(balance < credits ? 'costs.notEnough' : 'costs.balance', { balance: creditsMessage(balance) }),
  );
}

export function evidenceMessage({
  evidence = null,
}: {
  readonly evidence?: Evidence | null;
}): MessageDescriptor | null {
  if (evidence === null) return null;
  const { before, after, known, among } = evidence;
  const rest = Math.round((before - after - known) * 1e6) / 1e6;
  if (rest < 0) return msg('costs.noEvidence', { before, after, known });
  return msg('costs.evidence', { before, after, known, rest, count: among });
}

/** Local time, ms since 1970. */
export function startOfDay(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0);
}

export function startOfMonth(now: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), 1).getTime();
}
