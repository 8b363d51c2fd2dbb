/** Requests about services: profiles, networks, costs, comparisons. */
import { z } from 'zod';
import type { ComparisonStarted } from '../../contract/app/action-reports.ts';
import { jobChoiceSchema, photographChoiceSchema } from '../../contract/review/list-queries.ts';
import { type BatchCost, type ChargeSum, chargeGroups, creditsSchema } from '../../contract/services/costs.ts';
import { networkIdSchema } from '../../contract/services/networks.ts';
import { type ConnectionReport, profileSchema } from '../../contract/services/profile.ts';
import {
  type BlindPair,
  type ComparisonEstimate,
  type ComparisonHead,
  type Outcome,
  verdicts,
} from '../../contract/services/service-comparison.ts';
import { grantIdSchema } from '../../contract/validation/path-grant.ts';

const id = z.int().positive();
const name = z.string().min(1).max(64);
/** API key; undefined keeps the stored one. */
const key = z.string().max(4096).optional();
const network = z.strictObject({ id: networkIdSchema });
const compared = { recipeId: name, profileIds: z.tuple([name, name]) };

export const serviceRequests = {
  'profiles.save': z.strictObject({ profile: profileSchema, key }),
  'profiles.remove': z.strictObject({ id: name }),
  'profiles.test': z.strictObject({ profile: profileSchema, key }),
  'profiles.refresh': z.strictObject({ id: name }),
  'profiles.tryNow': z.strictObject({ id: name }),

  'networks.download': network,
  'networks.cancel': network,
  'networks.remove': network,

  'costs.ofBatch': z.strictObject({ id }),
  /** Null = no limit. Releases a batch held for its cost. */
  'costs.allow': z.strictObject({ id, credits: creditsSchema.nullable() }),
  'costs.sums': z.strictObject({ profileId: name, by: z.enum(chargeGroups) }),
  'costs.save': z.strictObject({ profileId: name, format: z.enum(['csv', 'json']), folder: grantIdSchema }),
  /** Removes names of photographs from the ledger. */
  'costs.forget': z.strictObject({ profileId: name }),

  /** A larger choice is reduced to a diverse sample. */
  'comparisons.ofJobs': z.strictObject({ on: jobChoiceSchema, ...compared }),
  'comparisons.ofPhotographs': z.strictObject({ on: photographChoiceSchema, ...compared }),
  'comparisons.estimateJobs': z.strictObject({ on: jobChoiceSchema, ...compared }),
  'comparisons.estimatePhotographs': z.strictObject({ on: photographChoiceSchema, ...compared }),
  'comparisons.list': z.undefined(),
  /** Only pairs that are ready. */
  'comparisons.pairs': z.strictObject({ id }),
  /** Null removes the verdict. */
  'comparisons.judge': z.strictObject({ pair: id, verdict: z.enum(verdicts).nullable() }),
  /** Reveals the services. */
  'comparisons.finish': z.strictObject({ id }),
  'comparisons.outcome': z.strictObject({ id }),
  /** Results and their costs stay. */
  'comparisons.forget': z.strictObject({ id }),
} as const;

export interface ServiceResponses {
  'profiles.save': undefined;
  'profiles.remove': undefined;
  'profiles.test': ConnectionReport;
  'profiles.refresh': undefined;
  'profiles.tryNow': undefined;
  'networks.download': undefined;
  'networks.cancel': undefined;
  'networks.remove': undefined;
  'costs.ofBatch': BatchCost;
  'costs.allow': undefined;
  'costs.sums': readonly ChargeSum[];
  'costs.save': string;
  'costs.forget': number;
  'comparisons.ofJobs': ComparisonStarted;
  'comparisons.ofPhotographs': ComparisonStarted;
  'comparisons.estimateJobs': ComparisonEstimate;
  'comparisons.estimatePhotographs': ComparisonEstimate;
  'comparisons.list': readonly ComparisonHead[];
  /** Null if unknown or finished. */
  'comparisons.pairs': readonly BlindPair[] | null;
  /** False if finished. */
  'comparisons.judge': boolean;
  'comparisons.finish': Outcome;
  /** Null until finished. */
  'comparisons.outcome': Outcome | null;
  'comparisons.forget': undefined;
}
