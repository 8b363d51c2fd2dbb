/** A preview at a service that charges is a request like any other: it is in the ledger, and within the limits. */

import { joinMessages, UserFacingError } from '../../../contract/messages/message.ts';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import type { Clock } from '../../clock.ts';
import type { Store } from '../../store/index.ts';
import { createChargeCheck } from '../flow/charging-services.ts';
import { createSpendingLimits } from './spending-limits.ts';

/** What whoever makes a preview says of its request. */
export interface PreviewCharge {
  /** It is about to be sent. @throws UserFacingError where a limit is in the way */
  reserve(): void;
  /** What became of it; `uncertain`: nobody knows. */
  end(outcome: 'charged' | 'not-charged' | 'uncertain', ids: PreviewIds): void;
}

export interface PreviewIds {
  readonly requestId?: string | null;
  readonly logId?: string | null;
  readonly taskId?: string | null;
}

/** No batch, and jobs of numbers that no job has. */
const noBatch = 0;
let made = 0;

/** @param preview what is to be tried out; null for a service that is free */
export function previewCharge(
  preview: { readonly profileId: string; readonly operation: OperationId; readonly source: string },
  store: Pick<Store, 'ledger' | 'balances' | 'batches' | 'profiles' | 'transaction'>,
  clock: Pick<Clock, 'now' | 'monotonic'>,
): PreviewCharge | null {
  const { profileId, operation, source } = preview;
  const canCharge = createChargeCheck(store);
  if (!canCharge(profileId)) return null;
  const caps = createSpendingLimits(store, clock, canCharge);
  made += 1;
  const id = -(clock.now() * 1000 + (made % 1000));
  return {
    reserve: () =>
      store.transaction(() => {
        const job = { id, batchId: noBatch, step: 0, operation, profileId, sourcePath: source, contentHash: null };
        const refused = caps.findRefusal(job);
        if (refused !== null) throw new UserFacingError(joinMessages(refused.sentence));
        caps.recordRequest({ ...job, recipe: { name: '' } }, null);
      }),
    end: (outcome, ids) =>
      store.transaction(() => {
        store.ledger.setServiceIds(id, ids);
        if (outcome === 'uncertain') store.ledger.markUncertain(id);
        else store.ledger.settle(id, outcome);
      }),
  };
}
