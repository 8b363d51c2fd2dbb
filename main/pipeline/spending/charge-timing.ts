/** Delays of charges, and purchases between balances. */
import type { Delivery } from '../../../contract/operations/operation-spec.ts';
import type { Balance } from '../../store/index.ts';

/** After the last request, in ms. */
export const maxChargeDelayMs = {
  direct: 2 * 60_000,
  async: 10 * 60_000,
  either: 10 * 60_000,
} as const satisfies Record<Delivery, number>;

/** Returns 0 if the service reports no total. */
export function creditsBought(earlier: Balance, later: Balance): number {
  return earlier.total === null || later.total === null ? 0 : later.total - earlier.total;
}
