/** Which services charge for requests. */
import { canCharge } from '../../../contract/services/profile.ts';
import type { Store } from '../../store/index.ts';

/** Returns a check that counts a deleted profile as charging, so that its jobs are not sent twice. */
export function createChargeCheck({ profiles }: Pick<Store, 'profiles'>): (profileId: string) => boolean {
  return (profileId) => {
    const profile = profiles.recent(profileId);
    return profile === null || canCharge(profile);
  };
}
