import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { noCosts, priceOf } from '../../../contract/services/costs.ts';
import { canCharge } from '../../../contract/services/profile.ts';
import { useData } from '../../state/data/store.ts';

interface Availability {
  readonly offers: (operation: OperationId) => boolean;
  readonly serviceName: string;
  /** Whether each request costs credits. */
  readonly charges: boolean;
  /** Credits of a request, or null if unknown. */
  readonly priceOf: (operation: OperationId) => number | null;
}

/**
 * Returns the operations that a service offers, and their prices. All are offered if the service has not reported yet.
 * @param profileId null = the default service of the settings
 */
export function useAvailability(profileId: string | null): Availability {
  const id = useData((data) => profileId ?? data.settings.defaultProfileId);
  const profile = useData((data) => data.profiles.find((each) => each.id === id));
  const available = useData((data) => data.profileStatus.find((each) => each.id === id)?.available ?? null);
  return {
    offers: (operation) => available === null || available.includes(operation),
    serviceName: profile?.name ?? '',
    charges: profile === undefined || canCharge(profile),
    priceOf: (operation) => priceOf(operation, profile?.costs ?? noCosts),
  };
}
