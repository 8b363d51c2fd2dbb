/** Requests about what services that charge have cost, and what batches may cost. */
import { z } from 'zod';
import { grantIdSchema } from '../../contract/intake/path-grant.ts';
import { type BatchCost, type ChargeSum, chargeGroups, creditsSchema } from '../../contract/services/costs.ts';

const batch = z.int().positive();
const service = z.string().min(1).max(64);

export const costRequests = {
  /** What a batch has cost, and what the rest of it may cost. */
  'costs.ofBatch': z.strictObject({ id: batch }),
  /** The user agrees to what a batch may cost at most; null = however much it takes. What was held for its cost goes on. */
  'costs.allow': z.strictObject({ id: batch, credits: creditsSchema.nullable() }),
  /** Sums of the ledger of a service. */
  'costs.sums': z.strictObject({ profileId: service, by: z.enum(chargeGroups) }),
  /** Writes the ledger of a service into a folder. */
  'costs.save': z.strictObject({ profileId: service, format: z.enum(['csv', 'json']), folder: grantIdSchema }),
  /** Takes the names of photographs out of it. */
  'costs.forget': z.strictObject({ profileId: service }),
} as const;

export interface CostAnswers {
  'costs.ofBatch': BatchCost;
  'costs.allow': undefined;
  'costs.sums': readonly ChargeSum[];
  /** The name of the file. */
  'costs.save': string;
  /** In how many rows. */
  'costs.forget': number;
}
