/** Requests about originals: those whose work is all done are moved to a folder "Done" beside them, and back. */
import { z } from 'zod';
import type { OriginalsReport } from '../../contract/intake/originals-report.ts';
import { jobChoiceSchema, photographChoiceSchema } from '../../contract/review/list-queries.ts';

export const originalRequests = {
  /** Of the photographs of these jobs. Answered when it is over; `lists.stop` ends it. */
  'jobs.moveOriginals': z.strictObject({ on: jobChoiceSchema }),
  'photographs.moveOriginals': z.strictObject({ on: photographChoiceSchema, to: z.enum(['done', 'back']) }),
} as const;

export interface OriginalAnswers {
  'jobs.moveOriginals': OriginalsReport;
  'photographs.moveOriginals': OriginalsReport;
}
