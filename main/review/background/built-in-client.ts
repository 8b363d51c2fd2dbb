import { builtInProfileId } from '../../../contract/services/profile.ts';
import type { ServiceClient } from '../../service/client.ts';
import type { Services } from '../../service/services.ts';

/** Never costs anything, nor sends photographs elsewhere. @throws Error if the profile leads to another service */
export async function builtInClient(services: Pick<Services, 'clientFor'>): Promise<ServiceClient> {
  const { client, kind, charges } = await services.clientFor(builtInProfileId);
  if (kind !== 'built-in' || charges) throw new Error('The profile of the built-in engine leads to another service.');
  return client;
}
