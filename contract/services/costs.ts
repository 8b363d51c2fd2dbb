/** What requests to a service that charges cost, in its credits: prices, caps, and the rows of the ledger. */
import { z } from 'zod';
import { joinMessages, type MessageDescriptor, messageKey, msg } from '../messages/message.ts';
import { type OperationId, operationIds } from '../operations/operation-spec.ts';
import { operations } from '../operations/table.ts';

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

/**
 * Returns the list price of one request, in credits: what the user has entered, else the table's. Null if neither knows one. A
 * balance never changes it, because others may use the account.
 */
export function priceOf(operation: OperationId, { prices }: Pick<Costs, 'prices'>): number | null {
  return prices[operation] ?? operations[operation].credits;
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

/**
 * Two balances around a lost answer, for the user to weigh. They prove nothing: prices, late charges, refunds, a cached balance and
 * other users of the account change them as well. All in credits.
 */
export interface Evidence {
  readonly before: number;
  readonly after: number;
  /** List price of the requests in between that were answered. */
  readonly known: number;
  /** Number of lost answers in between. */
  readonly among: number;
  /** When the second balance was queried, in ms since 1970. */
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
  /** Source of the outcome; null while it is unknown. Earlier versions concluded some from the balance. */
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

/** Describes the balances around lost answers. Returns null if none are known. */
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

/** ms since 1970 of the beginning of the calendar day, and of the month, here. */
export function startOfDay(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0);
}

export function startOfMonth(now: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), 1).getTime();
}
