/** Charges previews at a paid service like any other request. */
import { joinMessages, UserFacingError } from '../../../contract/messages/message.ts';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import type { Clock } from '../../clock.ts';
import type { Store } from '../../store/index.ts';
import { createChargeCheck } from './charging-services.ts';
import { SpendingLimits } from './spending-limits.ts';

export interface PreviewCharge {
  /** @throws UserFacingError if a limit refuses the request */
  reserve(): void;
  end(outcome: 'charged' | 'not-charged' | 'uncertain', ids: PreviewIds): void;
}

interface PreviewIds {
  readonly requestId?: string | null;
  readonly logId?: string | null;
  readonly taskId?: string | null;
}

/** Previews have no batch, and negative job ids. */
const noBatch = 0;
let previewCount = 0;

/** Returns null for a free service. */
export function previewCharge(
  preview: { readonly profileId: string; readonly operation: OperationId; readonly source: string },
  store: Pick<Store, 'ledger' | 'balances' | 'batches' | 'profiles' | 'transaction'>,
  clock: Pick<Clock, 'now' | 'monotonic'>,
): PreviewCharge | null {
  const { profileId, operation, source } = preview;
  const canCharge = createChargeCheck(store);
  if (!canCharge(profileId)) return null;
  const limits = new SpendingLimits(store, clock, canCharge);
  previewCount += 1;
  const id = -(clock.now() * 1000 + (previewCount % 1000));
  return {
    reserve: () =>
      store.transaction(() => {
        const job = { id, batchId: noBatch, step: 0, operation, profileId, sourcePath: source, contentHash: null };
        const refused = limits.findRefusal(job);
        if (refused !== null) throw new UserFacingError(joinMessages(refused.sentence));
        limits.recordRequest({ ...job, recipe: { name: '' } }, null);
      }),
    end: (outcome, ids) =>
      store.transaction(() => {
        store.ledger.setServiceIds(id, ids);
        if (outcome === 'uncertain') store.ledger.markUncertain(id);
        else store.ledger.settle(id, outcome);
      }),
  };
}
