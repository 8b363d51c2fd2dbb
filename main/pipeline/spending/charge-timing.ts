/** Delays of charges, which arrive before, with or after a response, and the difference of two balances. */
import type { Delivery } from '../../../contract/operations/operation-spec.ts';
import type { Balance } from '../../store/index.ts';

/** Maximum delay of a charge after the last request, in ms, by the delivery of results. */
export const maxChargeDelayMs = {
  direct: 2 * 60_000,
  async: 10 * 60_000,
  either: 10 * 60_000,
} as const satisfies Record<Delivery, number>;

/** Returns the credits that were bought between two balances; 0 if the service reports no total. */
export function creditsBought(earlier: Balance, later: Balance): number {
  return earlier.total === null || later.total === null ? 0 : later.total - earlier.total;
}
