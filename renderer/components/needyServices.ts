/** Services that photographs wait for and that need the user: their key, or a look at what they say. Pure. */
import type { Snapshot } from '../../preload/contract/channels.ts';
import type { Profile, ProfileStatus } from '../../preload/contract/profile.ts';

export interface NeedyService {
  readonly profile: Profile;
  readonly status: ProfileStatus & { readonly condition: 'no-key' | 'stopped' | 'failed' };
}

/** In the order of `profiles`. @param apart the service that is told of anyway */
export function needyServices(
  { openByService, profiles, profileStatus }: Pick<Snapshot, 'openByService' | 'profiles' | 'profileStatus'>,
  apart: string,
): NeedyService[] {
  return profiles.flatMap((profile) => {
    const isAwaited = openByService.some(({ profileId, count }) => profileId === profile.id && count > 0);
    const status = profileStatus.find(({ id }) => id === profile.id);
    return profile.id !== apart && isAwaited && status && isNeedy(status) ? [{ profile, status }] : [];
  });
}

function isNeedy(status: ProfileStatus): status is NeedyService['status'] {
  return status.condition === 'no-key' || status.condition === 'stopped' || status.condition === 'failed';
}
