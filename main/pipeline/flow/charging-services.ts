/** Which services charge for what they are sent. */
import { canCharge } from '../../../contract/services/profile.ts';
import type { Store } from '../../store/index.ts';

/** Of a profile that is gone nobody knows any more: then it is not sent twice either. */
export function createChargeCheck({ profiles }: Pick<Store, 'profiles'>): (profileId: string) => boolean {
  return (profileId) => {
    const profile = profiles.get(profileId);
    return profile === null || canCharge(profile);
  };
}
