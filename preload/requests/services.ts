import { z } from 'zod';
import { type BatchCost, type ChargeSum, chargeGroups, creditsSchema } from '../../contract/services/costs.ts';
import { networkIdSchema } from '../../contract/services/networks.ts';
import { type ConnectionReport, profileSchema } from '../../contract/services/profile.ts';
import { grantIdSchema } from '../../contract/validation/path-grant.ts';
import { request } from '../request.ts';

const batchId = z.int().positive();
const profileId = z.string().min(1).max(64);
/** API key; undefined keeps the stored one. */
const key = z.string().max(4096).optional();
const network = { id: networkIdSchema };

export const serviceRequests = {
  'profiles.save': request({ profile: profileSchema, key }),
  'profiles.remove': request({ id: profileId }),
  'profiles.test': request({ profile: profileSchema, key }).returns<ConnectionReport>(),
  'profiles.refresh': request({ id: profileId }),
  'profiles.tryNow': request({ id: profileId }),

  'networks.download': request(network),
  'networks.cancel': request(network),
  'networks.remove': request(network),

  'costs.ofBatch': request({ id: batchId }).returns<BatchCost>(),
  /** Null = no limit. Releases a batch held for its cost. */
  'costs.allow': request({ id: batchId, credits: creditsSchema.nullable() }),
  'costs.sums': request({ profileId, by: z.enum(chargeGroups) }).returns<readonly ChargeSum[]>(),
  'costs.save': request({ profileId, format: z.enum(['csv', 'json']), folder: grantIdSchema }).returns<string>(),
  /** Removes names of photographs from the ledger. */
  'costs.forget': request({ profileId }).returns<number>(),
};
