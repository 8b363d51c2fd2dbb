/** Charges come before, with or after an answer: how long after, and what two balances of a service say together. */
import type { Delivery } from '../../../contract/operations/operation-spec.ts';
import type { Balance } from '../../store/index.ts';

/** So long after the last request, a charge that has not come will not come (ms): an upload that is answered at once, and a task. */
export const maxChargeDelayMs = {
  direct: 2 * 60_000,
  async: 10 * 60_000,
  either: 10 * 60_000,
} as const satisfies Record<Delivery, number>;

/** Credits that were bought between two balances; 0 where the service does not say how many ever were. */
export function creditsBought(earlier: Balance, later: Balance): number {
  return earlier.total === null || later.total === null ? 0 : later.total - earlier.total;
}
