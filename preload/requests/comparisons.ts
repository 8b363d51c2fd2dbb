import { z } from 'zod';
import type { ComparisonStarted } from '../../contract/app/action-reports.ts';
import { jobChoiceSchema, photographChoiceSchema } from '../../contract/review/list-queries.ts';
import {
  type BlindPair,
  type ComparisonEstimate,
  type ComparisonHead,
  type Outcome,
  verdicts,
} from '../../contract/services/service-comparison.ts';
import { request } from '../request.ts';

const id = z.int().positive();
const name = z.string().min(1).max(64);
const compared = { recipeId: name, profileIds: z.tuple([name, name]) };

export const comparisonRequests = {
  /** A larger choice is reduced to a diverse sample. */
  'comparisons.ofJobs': request({ on: jobChoiceSchema, ...compared }).returns<ComparisonStarted>(),
  'comparisons.ofPhotographs': request({ on: photographChoiceSchema, ...compared }).returns<ComparisonStarted>(),
  'comparisons.estimateJobs': request({ on: jobChoiceSchema, ...compared }).returns<ComparisonEstimate>(),
  'comparisons.estimatePhotographs': request({ on: photographChoiceSchema, ...compared }).returns<ComparisonEstimate>(),
  'comparisons.list': request().returns<readonly ComparisonHead[]>(),
  /** Only ready pairs; null if unknown or finished. */
  'comparisons.pairs': request({ id }).returns<readonly BlindPair[] | null>(),
  /** Null removes the verdict. Returns false if finished. */
  'comparisons.judge': request({ pair: id, verdict: z.enum(verdicts).nullable() }).returns<boolean>(),
  /** Reveals the services. */
  'comparisons.finish': request({ id }).returns<Outcome>(),
  'comparisons.outcome': request({ id }).returns<Outcome | null>(),
  /** Results and their costs stay. */
  'comparisons.forget': request({ id }),
};
