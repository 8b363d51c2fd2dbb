import { z } from 'zod';
import {
  type AddReport,
  decisionSchema,
  type ExcludedPhotos,
  type OriginalsReport,
} from '../../contract/app/action-reports.ts';
import type { JobDetail } from '../../contract/app/app-snapshot.ts';
import type { JobSummary, UncertainGroup } from '../../contract/jobs/job.ts';
import {
  type ChoiceTally,
  type JobTally,
  jobChoiceSchema,
  jobQuerySchema,
  type ListHead,
  type ListOrder,
  placeSchema,
  rowsSchema,
  spanSchema,
} from '../../contract/review/list-queries.ts';
import { grantIdSchema } from '../../contract/validation/path-grant.ts';
import { request } from '../request.ts';

const id = z.int().positive();
const onJobs = { on: jobChoiceSchema };

/** `recipeId` null: each photograph's own; `profileId` null or absent: the recipe's. */
export const reprocessArgs = {
  recipeId: z.string().max(64).nullable(),
  profileId: z.string().max(64).nullable().optional(),
};

/** Numbers count affected jobs. Null: the revision of the list is unknown. */
export const jobRequests = {
  'jobs.head': request(jobQuerySchema).returns<ListHead<JobSummary>>(),
  'jobs.order': request(jobQuerySchema).returns<ListOrder>(),
  /** Removed rows are null. */
  'jobs.rows': request(rowsSchema).returns<readonly (JobSummary | null)[] | null>(),
  'jobs.ids': request(spanSchema).returns<readonly number[] | null>(),
  /** -1 if not in the list. */
  'jobs.place': request(placeSchema).returns<number | null>(),
  'jobs.tally': request(jobQuerySchema).returns<JobTally>(),
  'jobs.sum': request(onJobs).returns<ChoiceTally>(),
  'jobs.detail': request({ id }).returns<JobDetail | null>(),
  'jobs.setHeld': request({ ...onJobs, held: z.boolean() }).returns<number>(),
  'jobs.cancel': request(onJobs).returns<number>(),
  'jobs.retry': request(onJobs).returns<number>(),
  'jobs.again': request({ ...onJobs, onlyDone: z.boolean() }).returns<AddReport>(),
  'jobs.processWith': request({ ...onJobs, ...reprocessArgs }).returns<AddReport>(),
  'jobs.redirect': request({ ...onJobs, folder: grantIdSchema }).returns<number>(),
  'jobs.remove': request(onJobs).returns<number>(),
  'jobs.move': request({ ...onJobs, to: z.enum(['first', 'last']) }).returns<number>(),
  'jobs.decide': request({ ...onJobs, decision: decisionSchema }).returns<number>(),
  /** `cause`: an error code. Returns the remaining uncertain jobs. */
  'jobs.decideCause': request({
    cause: z.string().min(1).max(100),
    decision: decisionSchema,
    /** Shown jobs. If there are more, nothing is done, because they may be charged again. */
    seen: z.int().positive(),
  }).returns<UncertainGroup | null>(),
  'jobs.notMeant': request().returns<readonly ExcludedPhotos[]>(),
  'jobs.notMeantIn': request({ id }).returns<readonly number[]>(),
  /** Whether the file has changed or is back. */
  'jobs.isMended': request({ id }).returns<boolean>(),
  'jobs.revealSource': request({ id }),
  /** Moves finished originals to a sibling folder “Done”; `lists.stop` cancels. */
  'jobs.moveOriginals': request(onJobs).returns<OriginalsReport>(),
};
