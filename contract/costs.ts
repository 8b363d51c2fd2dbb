/** What requests to a service that charges cost, in its credits: prices, caps, and the rows of the ledger. */
import { z } from 'zod';
import { joinMessages, type MessageDescriptor, messageKey, msg } from './message.ts';
import { type OperationId, operationIds } from './operations/operation-spec.ts';
import { operations } from './operations/table.ts';

export const creditsSchema = z
  .number(messageKey('contract.costs.credits'))
  .min(0, messageKey('contract.costs.credits'))
  .max(1_000_000_000, messageKey('contract.costs.credits'));
const cap = creditsSchema.nullable().default(null);

/** Of a profile: what its requests cost, and how much may be spent. */
export const costsSchema = z.strictObject({
  /** Credits of one request, where they differ from the table of operations. */
  prices: z.partialRecord(z.enum(operationIds), creditsSchema).default({}),
  /** Work that costs more is asked about before it is added; null = never. */
  askAbove: cap,
  /** The most that may be spent in a calendar day, and in a calendar month; null = as much as there is. */
  perDay: cap,
  perMonth: cap,
  /** Nothing is sent that could bring the balance below this; null = as low as it gets. */
  keepBalance: cap,
});
export type Costs = z.infer<typeof costsSchema>;

export const noCosts: Costs = { prices: {}, askAbove: null, perDay: null, perMonth: null, keepBalance: null };

/** What a service was found to charge, by operation. */
export type LearnedPrices = Readonly<Partial<Record<OperationId, number>>>;

/**
 * The most that one request may cost, in credits; null where nobody knows. What the user has entered goes before the table; a service
 * that was found to charge more than either may do so again.
 */
export function priceOf(
  operation: OperationId,
  { prices }: Pick<Costs, 'prices'>,
  learned: LearnedPrices = {},
): number | null {
  const listPrice = prices[operation] ?? operations[operation].credits;
  const found = learned[operation];
  if (listPrice === null || found === undefined) return listPrice ?? found ?? null;
  return Math.max(listPrice, found);
}

/** Which cap stands in the way of a request. */
export const capKinds = ['batch', 'day', 'month', 'balance'] as const;
export type CapKind = (typeof capKinds)[number];

/**
 * What is known of the cost of a request: it is under way (`open`); the service did its work (`charged`), or is known not to
 * have (`not-charged`); or its answer was lost (`uncertain`), which counts as spent.
 */
export const chargeOutcomes = ['open', 'charged', 'not-charged', 'uncertain'] as const;
export type ChargeOutcome = (typeof chargeOutcomes)[number];

/** What a balance says of a lost answer. All in credits. */
export interface Evidence {
  readonly before: number;
  readonly after: number;
  /** How much of the difference is accounted for by requests that were answered. */
  readonly known: number;
  /** How many lost answers the rest is for. */
  readonly among: number;
  /** When the balance was asked for last (ms since 1970). */
  readonly at: number;
}

/** One request that may have been charged. Kept for ever. Times are ms since 1970. */
export interface Charge {
  readonly id: number;
  readonly sentAt: number;
  readonly profileId: string;
  /** What the service was called then. */
  readonly service: string;
  readonly batchId: number;
  readonly jobId: number;
  /** Of the recipe, from 0. */
  readonly step: number;
  readonly operation: OperationId;
  readonly recipe: string;
  /** File name and content hash of the photograph; null once forgotten. */
  readonly photograph: string | null;
  readonly contentHash: string | null;
  /** What it could cost at most, as far as was known; null = unknown. */
  readonly reserved: number | null;
  /** What it has cost, as far as is known. */
  readonly cost: number | null;
  readonly outcome: ChargeOutcome;
  /** What the outcome is known by: the service's answer or its balance; null while it is not known. */
  readonly knownBy: 'answer' | 'balance' | null;
  readonly settledAt: number | null;
  /** What the user decided about a lost answer. */
  readonly decision: 'send-again' | 'give-up' | null;
  readonly evidence: Evidence | null;
  readonly requestId: string | null;
  readonly logId: string | null;
  readonly taskId: string | null;
}

/** By what the ledger can be summed up. */
export const chargeGroups = ['day', 'batch', 'recipe', 'service'] as const;
export type ChargeGroup = (typeof chargeGroups)[number];

/** One line of a summary, in credits. */
export interface ChargeSum {
  /** A day (2026-11-28), a batch's number, a service's or a recipe's name; '' = previews, of no batch and no recipe. */
  readonly of: string;
  readonly requests: number;
  readonly charged: number;
  /** Under way, or with a lost answer: may be charged. */
  readonly open: number;
  readonly uncertain: number;
  /** How many of them, charged or not yet known, have a cost that nobody knows. */
  readonly unknown: number;
}

/** What work that was added, or is about to be, may cost at one service. */
export interface Estimate {
  readonly profileId: string;
  /** Requests that are to be sent. */
  readonly requests: number;
  /** Requests whose result is here, or at the service, or comes for another photograph with the same content: not sent. */
  readonly paid: number;
  /** In credits, of the requests whose price is known. */
  readonly credits: number;
  /** Operations whose price nobody knows. */
  readonly unknown: readonly OperationId[];
  /** What the service has said is left; null where it has not. */
  readonly balance: number | null;
}

/** What a batch costs. */
export interface BatchCost {
  /** The most it may cost; null = as much as it takes. */
  readonly maxCredits: number | null;
  /** What it has cost, or may have. */
  readonly spent: number;
  /** What the rest of it may cost. */
  readonly left: readonly Estimate[];
}

/** True where the user wants to be asked before that is spent. */
export function needsConfirmation(
  { credits, unknown, requests }: Estimate,
  { askAbove }: Pick<Costs, 'askAbove'>,
): boolean {
  return askAbove !== null && requests > 0 && (credits > askAbove || unknown.length > 0);
}

/** "42 credits". */
export const creditsMessage = (credits: number): MessageDescriptor => msg('costs.credits', { count: credits, credits });

/** An estimate in sentences. */
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

/** What the balance says of lost answers; null = nothing. */
export function evidenceMessage({ count, charged = 0, evidence = null }: LostAnswers): MessageDescriptor | null {
  if (charged > 0) return msg('costs.charged', { count: charged, all: count });
  if (evidence === null) return null;
  const { before, after, known, among } = evidence;
  const rest = Math.round((before - after - known) * 1e6) / 1e6;
  if (rest < 0) return msg('costs.noEvidence');
  return msg('costs.evidence', { before, after, known, rest, count: among });
}

/** How many lost answers there are, how many of them are known to be charged, and what the balance says of the others. */
interface LostAnswers {
  readonly count: number;
  readonly charged?: number;
  readonly evidence?: Evidence | null;
}

/** ms since 1970 of the beginning of the calendar day, and of the month, here. */
export function startOfDay(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0);
}

export function startOfMonth(now: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), 1).getTime();
}
