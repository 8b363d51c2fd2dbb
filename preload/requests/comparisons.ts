/** Requests about two services that are compared: begun, judged, finished, forgotten. */
import { z } from 'zod';
import type { ComparisonStarted } from '../../contract/app/action-reports.ts';
import { jobChoiceSchema, photographChoiceSchema } from '../../contract/review/list-queries.ts';
import {
  type BlindPair,
  type ComparisonHead,
  type Outcome,
  verdicts,
} from '../../contract/services/service-comparison.ts';

const id = z.int().positive();
const name = z.string().min(1).max(64);
const withWhat = { recipeId: name, profileIds: z.tuple([name, name]) };

export const comparisonRequests = {
  /** Of more than can be compared, such as differ. */
  'comparisons.ofJobs': z.strictObject({ on: jobChoiceSchema, ...withWhat }),
  'comparisons.ofPhotographs': z.strictObject({ on: photographChoiceSchema, ...withWhat }),
  'comparisons.list': z.undefined(),
  /** The pairs that can be judged by now. */
  'comparisons.pairs': z.strictObject({ id }),
  /** `pair`: a pair's id; `verdict`: null = none any more. */
  'comparisons.judge': z.strictObject({ pair: id, verdict: z.enum(verdicts).nullable() }),
  /** Says which side was whose; from then on nothing is judged any more. */
  'comparisons.finish': z.strictObject({ id }),
  'comparisons.outcome': z.strictObject({ id }),
  /** Forgets what was said and found; results and what they cost stay. */
  'comparisons.forget': z.strictObject({ id }),
} as const;

export interface ComparisonAnswers {
  'comparisons.ofJobs': ComparisonStarted;
  'comparisons.ofPhotographs': ComparisonStarted;
  'comparisons.list': readonly ComparisonHead[];
  /** Null where there is no such comparison, or it is finished. */
  'comparisons.pairs': readonly BlindPair[] | null;
  /** False where the comparison is finished. */
  'comparisons.judge': boolean;
  'comparisons.finish': Outcome;
  /** Null while it is judged. */
  'comparisons.outcome': Outcome | null;
  'comparisons.forget': undefined;
}
