/** Which operations the service of a recipe offers. */

import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { noCosts, priceOf } from '../../../contract/services/costs.ts';
import { canCharge } from '../../../contract/services/profile.ts';
import { useData } from '../../state/data/store.ts';

interface Availability {
  readonly offers: (operation: OperationId) => boolean;
  readonly serviceName: string;
  /** Each call of it costs credits. */
  readonly charges: boolean;
  /** How many, as far as is known. */
  readonly priceOf: (operation: OperationId) => number | null;
}

/** `profileId` null = the default service of the settings. What is not known is taken as offered. */
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
